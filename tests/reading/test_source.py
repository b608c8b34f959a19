"""Bytes to text: encodings told apart, strictly and reversibly; bad files refused with a reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawsearch.errors import InputError, UsageError
from lawsearch.locale import activate, describe_error, describe_problem
from lawsearch.source import ENCODINGS, read_source, source_from_bytes, split_lines
from lawsearch.source.lines import LINE_ENDS

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


LINES = {"ru": TEXT * 3, "en": "The director’s ruling – “play on” – stands.\nA revoke is mended at once.\n" * 2}

# What is broken: the bytes of a text -> those of a file, the line and the bytes that are told.
BROKEN: dict[str, tuple[Callable[[bytes], bytes], int, str]] = {
    "half a letter at the end": (lambda raw: raw + b"\xd0", -1, "D0"),
    "half a letter at the beginning": (lambda raw: b"\x92" + raw, 1, "92"),
    "one broken byte": (lambda raw: raw[: raw.index(b"\n")] + b"\xff" + raw[raw.index(b"\n") :], 1, "FF"),
    "two bytes of three": (lambda raw: raw + b"\xe2\x80", -1, "E2 80"),
    "old Mac line ends": (lambda raw: raw.replace(b"\n", b"\r") + b"\xd1", -1, "D1"),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("language", LINES)
@pytest.mark.parametrize("encoding", [None, "utf-8"])
def test_utf_8_but_for_some_bytes(name: str, language: str, encoding: str | None) -> None:
    """It is read as UTF-8, each byte that is no letter is one character, and a problem names its line."""
    spoil, line, lost = BROKEN[name]
    whole = LINES[language]
    source = source_from_bytes(spoil(whole.encode()), "x.txt", encoding)
    assert source.encoding == "utf-8"
    assert source.text.replace("\ufffd", "").replace("\r", "\n") == whole
    (problem,) = source.problems
    assert problem.code == "encoding-broken"
    assert problem.line == (line if line > 0 else whole.count("\n") + 1)
    assert problem.params == {"encoding": "utf-8", "bytes": lost, "count": source.text.count("\ufffd")}
    assert describe_problem(problem)


def test_a_text_of_one_broken_line_is_utf_8() -> None:
    for text in ("Карта", "Судья объясняет", "пики ♠ и черви ♥"):
        source = source_from_bytes(text.encode() + b"\xd1", "x.txt")
        assert (source.encoding, source.text) == ("utf-8", text + "\ufffd")


def test_a_letter_of_another_encoding_does_not_make_english_utf_8() -> None:
    text = "A café, a naïve résumé, an été: words enough for a line of cards.\n"
    source = source_from_bytes(text.encode("cp1252"), "x.txt")
    assert (source.encoding, source.text, source.problems) == ("cp1252", text, ())


@pytest.mark.parametrize("encoding", ["cp1251", "cp866", "koi8-r"])
@pytest.mark.parametrize("times", [1, 20])
def test_utf_8_that_goes_on_in_another_encoding(encoding: str, times: int) -> None:
    """Each part is read in its own, and the lines of the other one are told; in mid-line too."""
    rest = TEXT * times
    for begin in (TEXT, "Судья объяснил: "):
        source = source_from_bytes(begin.encode() + rest.encode(encoding) + TEXT.encode(), "x.txt")
        assert source.text == begin + rest + TEXT
        (problem,) = source.problems
        first = begin.count("\n") + 1
        assert (problem.code, problem.line) == ("encoding-mixed", first)
        assert problem.params == {"first": first, "last": first + times - 1, "encoding": encoding}
        assert describe_problem(problem)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_cut_within_a_letter(encoding: str) -> None:
    raw = TEXT.encode(encoding)
    for mark in (b"", {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}[encoding]):
        source = source_from_bytes(mark + raw + b"\x14", "x.txt")
        assert (source.encoding, source.text) == (encoding, TEXT)
        assert [(problem.code, problem.line) for problem in source.problems] == [("encoding-cut", 2)]
        assert source.problems[0].params == {"bytes": "14"}
        forced = source_from_bytes(mark + raw + b"\x14", "x.txt", "utf-16")
        assert (forced.text, forced.problems) == (source.text, source.problems)
    lone = source_from_bytes(TEXT.encode(encoding) + "\U0001f0a1".encode(encoding)[:2], "x.txt")
    assert lone.text == TEXT + "\ufffd"
    assert [(problem.code, problem.line) for problem in lone.problems] == [("encoding-broken", 2)]


def test_a_byte_without_a_letter_in_a_one_byte_encoding() -> None:
    raw = TEXT.encode("cp1251")
    source = source_from_bytes(raw + b"\x98", "x.txt")
    assert (source.encoding, source.text) == ("cp1251", TEXT + "\ufffd")
    assert [problem.params["bytes"] for problem in source.problems] == ["98"]


def test_broken_bytes_of_a_page_are_told_where_its_text_stands() -> None:
    page = f"<html><head><title>x</title></head>\n\n\n<body><p>{TEXT}</p><p>Конец".encode() + b"\xd1</p></body></html>"
    source = source_from_bytes(page, "x.html")
    (problem,) = source.problems
    assert (problem.code, source.text.split("\n")[(problem.line or 0) - 1]) == ("encoding-broken", "Конец\ufffd")


@pytest.mark.parametrize("encoding", ["mac-cyrillic", "iso-8859-5"])
def test_texts_of_the_old_mac_and_of_unix(encoding: str) -> None:
    """They are read when they are named or plain, and told where they are nearly as likely as another."""
    text = "Правило 13. НЕВЕРНОЕ ЧИСЛО КАРТ\n" + TEXT
    codec = ENCODINGS[encoding]
    raw = text.encode(codec)
    for name in (None, encoding):
        source = source_from_bytes(raw, "x.txt", name)
        assert (source.encoding, source.text, source.problems) == (encoding, text, ())
    wrong = 0
    for start in range(len(TEXT) - 40):
        piece = TEXT[start : start + 40]
        try:
            source = source_from_bytes(piece.encode(codec), "x.txt")
        except InputError:
            continue
        wrong += source.text != piece and not source.problems
    assert wrong == 0


def test_the_first_accent_of_a_long_text_may_come_late() -> None:
    for text, encoding in (("Café\n", "cp1252"), (TEXT, "cp1251")):
        whole = "All of this is plain English.\n" * 20_000 + text
        source = source_from_bytes(whole.encode(encoding), "x.txt")
        assert (source.encoding, source.text) == (encoding, whole)


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
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "kind-pictures"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(100), "kind-pictures"),
        (b"II*\x00\x08\x00\x00\x00" + bytes(100), "kind-pictures"),
        (b"AT&TFORM\x00\x00\x00\x10DJVUINFO" + bytes(50), "kind-pictures"),
        (bytes(60) + b"BOOKMOBI" + bytes(100), "kind-book"),
        (b"ITSF\x03\x00\x00\x00" + bytes(100), "kind-book"),
        (b"\x1f\x8b\x08\x00" + bytes(30), "kind-archive"),
        (b"Rar!\x1a\x07\x00" + bytes(30), "kind-archive"),
        (b"7z\xbc\xaf\x27\x1c" + bytes(30), "kind-archive"),
        (
            b"From: <Saved by a browser>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\r\n<p>",
            "kind-page",
        ),
        (b"%PDF-1.7 text", "container-broken"),
        (b"PK\x03\x04rest", "container-broken"),
        (b"{\\rtf1 text}", "kind-office"),
        (b"\xd0\xcf\x11\xe0" + b"\x00" * 600, "kind-office"),
        (bytes(range(0x80, 0x100)) * 3, "encoding-unclear"),
    ],
)
def test_bad_files_are_refused(raw: bytes, code: str) -> None:
    with pytest.raises(InputError) as caught:
        source_from_bytes(raw, "file.txt")
    assert caught.value.code == code


def test_missing_files_and_folders(tmp_path: Path) -> None:
    activate("en")
    for path, code in (
        (tmp_path / "no.txt", "no-such-file"),
        (tmp_path, "is-folder"),
        (tmp_path / "a\0b", "file-not-readable"),
        (tmp_path / ("x" * 300), "file-not-readable"),
    ):
        with pytest.raises(InputError) as caught:
            read_source(path)
        assert caught.value.code == code
        if code == "file-not-readable":
            assert str(caught.value.params["reason"]) in describe_error(caught.value)


@given(st.text(alphabet=st.sampled_from("ab \r\n\v\x0c\x1c\x85\u2028")))
def test_lines_are_the_text(text: str) -> None:
    lines = split_lines(text)
    assert all(text[line.start : line.stop] == line.text for line in lines)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert "".join(line.text for line in lines) == "".join(char for char in text if char not in LINE_ENDS)


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        source = source_from_bytes(raw, "any.txt")
    except InputError:
        return
    assert source.raw == raw
