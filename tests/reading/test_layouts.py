"""Our own digest and notes, set as later editions are found and damaged as these are, come back as they were."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

from lawsearch.language.ligatures import LIGATURES, REAL_WORDS, words_with_ligatures
from lawsearch.model import Clause, ParsedDocument
from lawsearch.references import find_citations
from lawsearch.source import Source
from lawsearch.structure.ligatures import _glued
from tests.reading.layouts import LAYOUTS, PROSE, Printed, read_work
from tests.reading.parsing import check_promises, check_shares, flatten, read_documents

# What a layout may report: where letters were mended.
_ALLOWED = {"ligature-mended"}


def _shown(text: str | None) -> str:
    """The text without what a layout cannot show: how cells are parted, which dash it was."""
    return " ".join((text or "").replace(" | ", " ").replace("–", "-").split())


def _wanted(clause: Clause) -> list[list[str]]:
    return [[f"{wanted.role}:{wanted.address}" for wanted in reference.wanted] for reference in clause.references]


def _read(printed: Printed, folder: Path) -> list[tuple[ParsedDocument, tuple[Source, ...]]]:
    for name, raw in printed.files.items():
        (folder / name).write_bytes(raw)
    return read_documents([folder])


@lru_cache(maxsize=4)
def _corpus(language: str) -> dict[str, Clause]:
    return flatten(read_work(f"digest-2017-{language}").parsed.clauses)


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_digest_comes_back(name: str, tmp_path: Path) -> None:
    printed = LAYOUTS[name]()
    documents = _read(printed, tmp_path)
    check_shares([tmp_path], documents)
    assert [parsed.document.language for parsed, _ in documents] == list(printed.languages)
    for parsed, sources in documents:
        check_promises(parsed, *(source.text for source in sources))
        corpus = _corpus(parsed.document.language)
        found = flatten(parsed.clauses)
        chapters = len(printed.files) == 1  # a page for each law has no place for them
        addresses = [address for address in corpus if chapters or not address.startswith("chapter:")]
        assert [address for address in found if "#" not in address and address in set(addresses)] == addresses
        assert len([address for address in found if address[0].isdigit() and "#" not in address]) == 828
        assert len([address for address in found if address.startswith("def:")]) == 66
        assert parsed.document.layout == f"laws_{parsed.document.language}"
        for address in addresses:
            before, after = corpus[address], found[address]
            assert _shown(after.heading).lower() == _shown(before.heading).lower(), address
            assert _shown(after.text) == _shown(before.text), address
            assert _wanted(after) == _wanted(before), address
            assert [table.rows for table in after.tables] == [
                tuple(tuple(cell.replace("–", "-") if printed.mends else cell for cell in row) for row in table.rows)
                for table in before.tables
            ], address
        assert {problem.code for problem in parsed.problems} <= (_ALLOWED if printed.mends else set())
        assert not parsed.unplaced
        notes = {name.partition("#")[0]: clause.text for name, clause in found.items() if "#footnote" in name}
        assert notes == printed.notes


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_notes_as_prose(language: str, tmp_path: Path) -> None:
    ((parsed, sources),) = _read(PROSE[f"prose-{language}"](), tmp_path)
    check_promises(parsed, sources[0].text)
    assert parsed.document.layout == "prose"
    assert (parsed.document.role, parsed.document.edition) == ("commentary", "2017")
    work = read_work(f"notes-2017-{language}")
    wanted: dict[str, list[str]] = {}
    law = ""
    for unit in work.units:
        law = unit.address if unit.kind == "law" else law
        wanted.setdefault(law, []).extend(_shown(paragraph) for paragraph in unit.paragraphs)
    found = flatten(parsed.clauses)
    expected = {f"{law}.p{place}": text for law, texts in wanted.items() for place, text in enumerate(texts, 1)}
    assert len(expected) > 600
    assert {address: _shown(found[address].text) for address in found if ".p" in address} == expected
    assert [address for address in found if ".p" not in address] == list(wanted)


def test_the_index_of_the_book_leads_to_its_clauses(tmp_path: Path) -> None:
    """The index is kept apart, and every reference in it is one to a clause that was read."""
    for name in ("2017-pdf-number-before", "2017-pdf-number-after"):
        printed = LAYOUTS[name]()
        parsed, _ = _read(printed, tmp_path)[0]
        entries = [item.text for item in parsed.furniture if item.kind == "index"]
        assert len(entries) >= printed.index
        known = {str(clause.address) for clause in parsed.walk()}
        targets = [target for entry in entries for target in re.findall(r"(?<=[ ,])\d+[A-Z][\d()a-z]*", entry)]
        assert len(targets) > 400
        assert set(targets) <= known


def test_each_mend_is_reported_with_what_stood_there(tmp_path: Path) -> None:
    parsed, _ = _read(LAYOUTS["2017-pdf-number-before"](), tmp_path)[0]
    mends = {(item.params["before"], item.params["after"]): item for item in parsed.problems}
    assert ("o ender", "offender") in mends
    item = mends["o ender", "offender"]
    assert item.params["count"] == len(item.params["lines"])  # type: ignore[arg-type]
    assert all(before != after for before, after in mends)


def test_the_vocabulary_joins_no_real_words() -> None:
    """Words that the mending of a PDF may make: none of them can come from two words of English."""
    from spellchecker import SpellChecker

    frequency = SpellChecker().word_frequency.dictionary
    short = {
        "a",
        "i",
        "am",
        "an",
        "as",
        "at",
        "be",
        "by",
        "do",
        "go",
        "he",
        "if",
        "in",
        "is",
        "it",
        "me",
        "my",
        "no",
        "of",
        "on",
        "or",
        "so",
        "to",
        "up",
        "us",
        "we",
    }

    def real(word: str) -> bool:
        return word in short or (len(word) > 2 and frequency.get(word, 0) >= 400)

    words = words_with_ligatures()
    assert len(words) > 300
    for word in words:
        ligature = next(letters for letters in LIGATURES if letters in word)
        before, after = word.split(ligature, 1)
        assert not (real(before) and real(after)), word
    assert not [word for word in _glued() if frequency.get(word, 0) >= 50 and word not in REAL_WORDS]


def test_the_vocabulary_holds_the_words_of_the_corpus() -> None:
    words = set(words_with_ligatures())
    texts = " ".join(clause.text for clause in _corpus("en").values()).lower()
    found = set(re.findall(r"[a-z]*ff[a-z]*", texts))
    assert len(found) > 20
    assert found <= words


def test_a_paragraph_of_prose_can_be_cited_by_its_name() -> None:
    from lawsearch.address import parse_address

    for written in ("12.p3", "12.P3", "12 . p 3", "Law 12.p3", "п.12.п3"):
        assert str(parse_address(written)) == "12.p3"
    assert find_citations("See Law 12.", None, role="commentary")
