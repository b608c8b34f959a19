"""Texts made to do harm: what steers a terminal or hides the order of letters never comes out, whatever prints it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from lawsearch import cli
from lawsearch.address import try_address
from lawsearch.errors import InputError
from lawsearch.library import Library
from lawsearch.source import source_from_bytes
from tests.reading.parsing import check_promises, parse_text
from tests.timing import cost_ratio

DOCUMENT = "evil-1987-ru"
# Escape sequences of both widths, a bell, a title, a cleared screen, a link, bidi marks and overrides.
EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\x1b]8;;http://x\x1b\\\u202e\u2066\u2069\u200f\u061c"
TEXT = f"""Правило 50. ЗЛАЯ {EVIL} КАРТА(DC4)
50.1. Злодей {EVIL} кладёт карту (см. п.50.9{EVIL} и правило 99{EVIL}).(DC4)
50.2. Злодей должен {EVIL} встать; см. п.50.1 выше.(DC4)
50.2. Вторая {EVIL} метка.(DC4)
"""
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture(scope="module")
def evil_home(small_home: Path, small_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    import shutil

    folder = tmp_path_factory.mktemp("evil")
    home = Path(shutil.copytree(small_home, folder / "home"))
    source = folder / f"evil{EVIL.replace('/', '')}.txt"
    source.write_text(TEXT, encoding="utf-8")
    with Library.open(home, corpus=small_corpus) as library:
        library.add([source], as_document=DOCUMENT, title=f"Злое {EVIL} имя", layout="commentary")
    return home


@pytest.fixture
def command(evil_home: Path, small_corpus_in_use: None, capfd: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command writes to both streams."""

    def run(*arguments: str) -> str:
        cli.main(["--ui", "en", "--library", str(evil_home), *arguments])
        caught = capfd.readouterr()
        return str(caught.out + caught.err)

    return run


COMMANDS = [
    ["show", f"{DOCUMENT}:50"],
    ["show", f"{DOCUMENT}:50.1", "--json"],
    ["show", f"{DOCUMENT}:50", "--expand", "2"],
    ["show", f"nothing{EVIL}"],
    ["show", f"def:{EVIL}x"],
    ["search", "злодей"],
    ["search", "злодей", "--json"],
    ["search", "злодей", "--explain"],
    ["search", f"злодей {EVIL}"],
    ["search", f"незнакомое{EVIL}слово"],
    ["search", "злодей", "--in", f"x{EVIL}"],
    ["refs", f"{DOCUMENT}:50"],
    ["refs", f"{DOCUMENT}:50", "--json"],
    ["problems"],
    ["problems", DOCUMENT, "--json"],
    ["toc", DOCUMENT],
    ["toc", DOCUMENT, "--json"],
    ["toc", f"x{EVIL}"],
    ["sources"],
    ["sources", "--json"],
    ["term", f"карта{EVIL}"],
    ["duties", "--documents", DOCUMENT],
    ["stats"],
    ["compare", f"x{EVIL}", "50"],
    ["export", "--format", "json", DOCUMENT],
    ["remove", f"x{EVIL}"],
    ["add", f"nothing{EVIL}.txt"],
    ["parse", f"nothing{EVIL}.txt"],
    [f"wrong{EVIL}", "--option"],
    ["build", f"--nothing{EVIL}"],
    [f"--ui=x{EVIL}"],
    ["search", "--limit", f"x{EVIL}", "карта"],
]


@pytest.mark.parametrize(
    "arguments", COMMANDS, ids=lambda arguments: " ".join(arguments)[:30].encode("ascii", "replace").decode()
)
def test_nothing_steers_the_terminal(command: Callable[..., str], arguments: list[str]) -> None:
    said = command(*arguments)
    assert said.strip()
    assert not _UNSAFE.search(said), repr(said)


_NO_TEXT = "\udcff\udcfe"  # what Python makes of an argument's bytes that are no text


@pytest.mark.parametrize(
    "written", [f"def:{_NO_TEXT}", f"50{_NO_TEXT}", f"карта{_NO_TEXT}", f'"карта {_NO_TEXT}"', _NO_TEXT], ids=ascii
)
@pytest.mark.parametrize(
    "arguments",
    [["show"], ["search"], ["refs"], ["term"], ["toc"], ["duties"], ["compare", "50"], ["export", "--format", "json"], ["remove"], ["check"],
     ["parse"], ["add"], ["stats"], ["problems"], ["search", "карта", "--in"], ["search", "карта", "--law"], ["show", "50", "--edition"], []],
    ids=" ".join,
)  # fmt: skip
def test_bytes_that_are_no_text_are_answered(command: Callable[..., str], arguments: list[str], written: str) -> None:
    said = command(*arguments, written)
    assert said.strip()
    assert "has failed" not in said
    said.encode()  # what is shown is text


@pytest.mark.parametrize("options", [[], ["--json"], ["--explain"], ["--strict"]])
@pytest.mark.parametrize("name", ["parse", "check", "report"])
def test_no_file_steers_the_terminal(
    command: Callable[..., str], tmp_path: Path, name: str, options: list[str]
) -> None:
    source = tmp_path / f"evil{EVIL.replace('/', '')}.txt"
    source.write_text(TEXT, encoding="utf-8")
    said = command(name, str(source), *options)
    assert said.strip()
    assert not _UNSAFE.search(said), repr(said)


def test_a_text_with_nul_is_no_text() -> None:
    with pytest.raises(InputError) as caught:
        source_from_bytes("Правило 50. КАРТА\x00\n".encode(), "text.txt")
    assert caught.value.code == "file-nul"


@pytest.mark.parametrize("piece", ["слово ", "я", "50.1. (a) см. п.11.5; ", " ", "| ", "А Б "], ids=repr)
def test_a_line_of_ten_million_characters(piece: str) -> None:
    """Linear time: ten million are not tried at each run, but what they would take is foretold from a tenth and less."""
    works = []
    for size in (100_000, 400_000):
        text = "Правило 50. КАРТА(DC4)\n50.1. Начало " + piece * (size // len(piece)) + " конец.(DC4)\n"
        works.append(partial(parse_text, text))
        parsed, source = parse_text(text)
        check_promises(parsed, source.text)
    assert cost_ratio(*works, least=0.02, enough=9) < 9


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("64А1", "64A1"),  # Cyrillic
        ("64\u0391" + "1", None),  # Greek
        ("6\u0664A", None),  # an Arabic digit
        ("\uff16\uff14A1", "64A1"),  # full width
        ("64\u200bA1", None),  # a space of no width
        ("\u200e\ufeff64A1\u200b ", "64A1"),  # unseen signs around it, as pages give them along
        ("\u200b\u2060", None),
        ("64\u202eA1", None),
        ("²4", None),
        ("64\U0001d400", "64A"),  # a mathematical letter
    ],
)
def test_look_alike_addresses(typed: str, name: str | None) -> None:
    """An address is the one that is seen, or none: never another clause's."""
    address = try_address(typed)
    assert address is None or str(address) == name or (name is None and str(address) in ("64A1", "64A"))
