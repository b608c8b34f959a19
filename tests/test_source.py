"""Bytes to text: encodings told apart, strictly and reversibly; bad files refused with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawsearch.errors import InputError, UsageError
from lawsearch.source import ENCODINGS, read_source, source_from_bytes, split_lines

TEXT = "Вистующий, выронивший карту, кладёт её на стол лицом вверх; судья объясняет разыгрывающему его права.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251", "cp866", "koi8-r", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [TEXT, TEXT.upper(), TEXT * 20, "Правило 50. ШТРАФНАЯ КАРТА\n" + TEXT])
def test_encodings_are_told_apart(encoding: str, text: str) -> None:
    source = source_from_bytes(text.encode(encoding), "text.txt")
    assert source.encoding == encoding
    assert source.text == text
    assert source.text.encode(source.encoding) == source.raw


@pytest.mark.parametrize(
    ("mark", "encoding"), [(b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")]
)
def test_byte_order_marks(mark: bytes, encoding: str) -> None:
    source = source_from_bytes(mark + TEXT.encode(encoding), "text.txt")
    assert (source.encoding, source.text) == (encoding, TEXT)


def test_forty_characters_are_enough() -> None:
    """On pieces of 40 characters the encoding is right, or a doubt is told, or the file is refused: never wrong unsaid."""
    wrong = refused = 0
    for encoding in ("cp1251", "cp866", "koi8-r"):
        for start in range(len(TEXT) - 40):
            try:
                source = source_from_bytes(TEXT[start : start + 40].encode(encoding), "text.txt")
            except InputError:
                refused += 1
                continue
            wrong += source.encoding != encoding and not source.problems
    assert wrong == 0
    assert refused <= 3


def test_a_dos_file_keeps_its_frames_and_marks() -> None:
    text = "┌──────┐\n│ Правило 60. ИГРА │\n└──────┘\n60.1. Судья назначает наказание.\x14\n"
    source = source_from_bytes(text.encode("cp866"), "laws.txt")
    assert (source.encoding, source.text) == ("cp866", text)


def test_a_forced_encoding_is_used_or_refused() -> None:
    assert source_from_bytes(TEXT.encode("cp866"), "x.txt", "cp866").text == TEXT
    with pytest.raises(InputError) as caught:
        source_from_bytes(("line one\n" + TEXT).encode("cp1251"), "x.txt", "utf-8")
    assert (caught.value.code, caught.value.params["line"]) == ("encoding-wrong", 2)


def test_names_of_encodings(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(TEXT.encode("cp866"))
    for name in ("CP866", "dos", "ibm866", "cp1125", "866"):
        assert read_source(path, encoding=name).encoding == "cp866"
    with pytest.raises(UsageError):
        read_source(path, encoding="klingon")
    assert set(ENCODINGS) >= {"utf-8", "utf-16", "cp1251", "cp866", "koi8-r"}


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "file-empty"),
        (b" \n\t\n ", "file-empty"),
        (b"\x00\x01\x02\x03" * 50, "file-binary"),
        (b"\x7fELF\x02\x01\x01" + b"\x00" * 100, "file-binary"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "file-binary"),
        (b"%PDF-1.7 text", "container-broken"),
        (b"PK\x03\x04rest", "container-broken"),
        (b"{\\rtf1 text}", "container-unknown"),
        (b"\xd0\xcf\x11\xe0" + b"\x00" * 600, "container-unknown"),
        (bytes(range(0x80, 0x100)) * 3, "encoding-unclear"),
    ],
)
def test_bad_files_are_refused(raw: bytes, code: str) -> None:
    with pytest.raises(InputError) as caught:
        source_from_bytes(raw, "file.txt")
    assert caught.value.code == code


def test_missing_files_and_folders(tmp_path: Path) -> None:
    for path, code in (
        (tmp_path / "no.txt", "no-such-file"),
        (tmp_path, "is-folder"),
        (tmp_path / "a\0b", "file-not-readable"),
    ):
        with pytest.raises(InputError) as caught:
            read_source(path)
        assert caught.value.code == code


@given(st.text(alphabet=st.sampled_from("ab \r\n\x0c\x1c\x85\u2028")))
def test_lines_are_the_text(text: str) -> None:
    lines = split_lines(text)
    assert all(text[line.start : line.stop] == line.text for line in lines)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert "".join(line.text for line in lines) == text.replace("\r", "").replace("\n", "")


@settings(deadline=None)  # the first call imports a second opinion
@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        source = source_from_bytes(raw, "any.txt")
    except InputError:
        return
    assert source.raw == raw
