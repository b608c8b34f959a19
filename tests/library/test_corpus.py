"""The embedded corpus: complete, the same in both languages, and clean."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from lawsearch.address import slugify
from lawsearch.errors import CorpusError
from lawsearch.language import is_cyrillic, normal_forms
from lawsearch.language.text import tokenize
from lawsearch.library import Library
from lawsearch.library.tables import read_situations, read_terms
from lawsearch.model import Address, Clause
from tests.conftest import CASES, ROOT
from tests.reading.parsing import flatten

CORPUS = ROOT / "corpus"
OUTLINE = [
    name
    for line in (CASES / "outline-2017.txt").read_text(encoding="utf-8").splitlines()
    if line[:1] != "#"
    for name in line.split()
]
DEFINITIONS = (CASES / "definitions-2017.txt").read_text(encoding="utf-8").split("\n")
PAIRS = [("digest-2017-ru", "digest-2017-en"), ("notes-2017-ru", "notes-2017-en")]
DOCUMENTS = [name for pair in PAIRS for name in pair]

# The ladder of duty, in both languages (the bans first: they hold the words of the grades).
_DUTIES = [
    (r"\bне вправе\b", r"\bmay not\b"),
    (r"\bне долж(?:ен|на|но|ны)\b", r"\bshall not\b"),
    (r"\bзапрещ(?:ается|аются|ено|ена|ены|алось)\b", r"\bmust not\b"),
    (r"\bобязан[аоы]?\b", r"\bmust\b"),
    (r"\bдолж(?:ен|на|но|ны)\b", r"\bshall\b"),
    (r"\b(?:не )?следует\b", r"\bshould(?: not)?\b"),
    (r"\b(?:может|могут)\b", r"\bmay\b"),
]


@pytest.fixture(scope="module")
def trees(library: Library) -> dict[str, dict[str, Clause]]:
    return {name: flatten(library.toc(name)) for name in DOCUMENTS}


def test_all_clauses_of_the_laws_are_there(trees: dict[str, dict[str, Clause]]) -> None:
    assert len(OUTLINE) == 828
    for name in PAIRS[0]:
        numbered = [address for address, clause in trees[name].items() if clause.address and clause.address.number]
        assert numbered == OUTLINE


def test_all_defined_terms_are_there(trees: dict[str, dict[str, Clause]]) -> None:
    wanted = {f"def:{slugify(term)}" for term in DEFINITIONS if term}
    assert len(wanted) == 66
    for name in PAIRS[0]:
        assert {address for address in trees[name] if address.startswith("def:")} == wanted


def test_every_law_has_notes(trees: dict[str, dict[str, Clause]]) -> None:
    for name in PAIRS[1]:
        clauses = [clause for clause in trees[name].values() if clause.kind == "clause"]
        assert len(clauses) >= 400
        assert {clause.address.number for clause in clauses if clause.address} == set(range(1, 94))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_is_wrong(library: Library, name: str) -> None:
    info = library.info(name)
    assert library.problems(name) == []
    assert info.unplaced == 0
    assert set(info.references) == {"resolved"}
    assert info.references["resolved"] > 400
    assert "official" in info.document.notice or "официальн" in info.document.notice
    assert "CC BY 4.0" in info.document.notice


@pytest.mark.parametrize(("russian", "english"), PAIRS)
def test_both_languages_have_the_same_clauses(trees: dict[str, dict[str, Clause]], russian: str, english: str) -> None:
    assert list(trees[russian]) == list(trees[english])
    assert len(trees[russian]) > 700
    for address, clause in trees[russian].items():
        other = trees[english][address]
        assert bool(clause.heading) == bool(other.heading), address
        assert _wanted(clause) == _wanted(other), address
        assert [len(table.rows) for table in clause.tables] == [len(table.rows) for table in other.tables], address


def _wanted(clause: Clause) -> list[str]:
    return sorted(f"{wanted.role}:{wanted.address}" for reference in clause.references for wanted in reference.wanted)


def test_duty_words_agree_clause_by_clause(trees: dict[str, dict[str, Clause]]) -> None:
    differing = {}
    for address, clause in trees["digest-2017-ru"].items():
        if address.startswith("section:"):
            continue  # the introduction speaks about the words themselves
        counts = [_duties(clause.text, 0), _duties(trees["digest-2017-en"][address].text, 1)]
        if counts[0] != counts[1]:
            differing[address] = counts
    assert differing == {}


def _duties(text: str, language: int) -> Counter[str]:
    rest = text.lower()
    counts: Counter[str] = Counter()
    for pair in _DUTIES:
        counts[pair[1]] = len(re.findall(pair[language], rest))
        rest = re.sub(pair[language], " ", rest)
    return counts


def test_numbers_agree(trees: dict[str, dict[str, Clause]]) -> None:
    """Figures (percentages, points, minutes) are the same in both languages of the digest."""
    assert sum(bool(_figures(clause)) for clause in trees["digest-2017-ru"].values()) > 15
    for address, clause in trees["digest-2017-ru"].items():
        numbers = [_figures(clause), _figures(trees["digest-2017-en"][address])]
        assert numbers[0] == numbers[1], address


def _figures(clause: Clause) -> Counter[str]:
    text = clause.text
    for reference in reversed(clause.references):
        text = text[: reference.span.start] + text[reference.span.stop :]
    return Counter(re.findall(r"\d+", text))


@pytest.mark.parametrize("name", PAIRS[0])
def test_no_two_clauses_share_their_text(trees: dict[str, dict[str, Clause]], name: str) -> None:
    texts = Counter(clause.text for clause in trees[name].values() if clause.text)
    assert [text for text, count in texts.items() if count > 1] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_clause_is_a_sentence(trees: dict[str, dict[str, Clause]], name: str) -> None:
    assert len(trees[name]) > 700
    for address, clause in trees[name].items():
        if clause.kind in ("chapter", "law", "section") and not clause.text:
            continue
        if not clause.text:
            assert clause.children, address
            continue
        assert len(clause.text.split()) >= 2, address
        if not clause.tables:
            assert re.search(r"[.:;?!…][»”)]?$", clause.text), address


@pytest.mark.parametrize("name", DOCUMENTS)
def test_typography(trees: dict[str, dict[str, Clause]], name: str) -> None:
    assert len(trees[name]) > 700
    for address, clause in trees[name].items():
        text = f"{clause.heading or ''} {clause.text}"
        assert '"' not in text, address
        assert "  " not in clause.text, address
        assert not re.search(r"\s[,.;:!?]", clause.text), address
        assert text.count("«") == text.count("»"), address
        assert text.count("(") == text.count(")") or clause.kind in ("item", "subitem"), address


@pytest.mark.parametrize("name", [PAIRS[0][0], PAIRS[1][0]])
def test_yo_is_used_throughout(trees: dict[str, dict[str, Clause]], name: str) -> None:
    plain = re.compile(
        r"\b(?:еще|ее|партнер\w*|счет\w*|объем\w*|черв[её]н|ведет\w*|идет|кладет|берет|дает|нем|причем|вдвоем)\b",
        re.IGNORECASE,
    )
    for address, clause in trees[name].items():
        assert not plain.search(clause.text), address
    assert sum(clause.text.count("ё") for clause in trees[name].values()) > 500


@pytest.mark.parametrize("name", [PAIRS[0][0], PAIRS[1][0]])
def test_spelling(trees: dict[str, dict[str, Clause]], name: str) -> None:
    """Russian words are in the dictionary or in the list of words that it lacks."""
    from pymorphy3 import MorphAnalyzer

    known = set((CASES / "words-ru.txt").read_text(encoding="utf-8").split())
    analyzer = MorphAnalyzer()
    unknown = {
        word
        for clause in trees[name].values()
        for word in re.findall(r"[а-яё]+", f"{clause.heading or ''} {clause.text}".lower())
        if len(word) > 3 and not analyzer.word_is_known(word)
    }
    assert unknown - known == set()


@pytest.mark.parametrize("name", [PAIRS[0][1], PAIRS[1][1]])
def test_english_spelling(trees: dict[str, dict[str, Clause]], name: str) -> None:
    """English words are in the dictionary or in the list of words that it lacks."""
    from spellchecker import SpellChecker

    known = set((CASES / "words-en.txt").read_text(encoding="utf-8").split())
    words = {
        word.removesuffix("'s")
        for clause in trees[name].values()
        for word in re.findall(r"[a-z]+(?:'[a-z]+)?", f"{clause.heading or ''} {clause.text}".lower())
        if len(word) > 3
    }
    assert len(words) > 1000
    assert SpellChecker().unknown(words) - known == set()


def test_tables(trees: dict[str, dict[str, Clause]]) -> None:
    for name in PAIRS[0]:
        (boards,) = trees[name]["2"].tables
        assert len(boards.rows) == 16
        assert [row[0] for row in boards.rows] == [str(number) for number in range(1, 17)]
        assert [row[1] for row in boards.rows] == ["N", "E", "S", "W"] * 4
        cycle = [boards.rows[index][2] for index in range(4)]
        assert len(set(cycle)) == 4
        assert [row[2] for row in boards.rows] == [cycle[(index + index // 4) % 4] for index in range(16)]
        assert [row[1:] for row in trees[name]["77"].tables[0].rows] == [
            ("20", "40", "80"), ("30", "60", "120"), ("40", "80", "160"), ("30", "60", "120"),
        ]  # fmt: skip
        assert [row[1:] for row in trees[name]["77"].tables[1].rows] == [("500", "750"), ("1000", "1500")]
        scores = [row[1:] for table in trees[name]["77"].tables[2:] for row in table.rows]
        for row in (("100", "200"), ("200", "400"), ("300", "500"), ("50", "50"), ("100", "100"), ("50", "100")):
            assert row in scores
        (scale,) = trees[name]["78B"].tables
        assert [row[1] for row in scale.rows] == [str(number) for number in range(25)]


def test_situations_and_terms(library: Library) -> None:
    known = {address for name in PAIRS[0] for address in flatten(library.toc(name)) if address}
    addresses = {Address((address,)) for address in known}
    assert addresses
    real = {clause.address for root in library.toc("digest-2017-en") for clause in root.walk() if clause.address}
    situations = read_situations(str(CORPUS), real)
    for language in ("ru", "en"):
        mine = [situation for situation in situations if situation.language == language]
        assert len(mine) >= 250
        laws = {address.number for situation in mine for address in situation.addresses}
        assert laws >= set(range(1, 94))
        assert all(is_cyrillic(situation.text) == (language == "ru") for situation in mine)
    concepts = read_terms(str(CORPUS), real)
    assert len(concepts) >= 260
    defined = {str(concept.definition) for concept in concepts}
    assert {f"def:{slugify(term)}" for term in DEFINITIONS if term} <= defined


def test_a_term_leads_to_its_definition(library: Library) -> None:
    for word, definition in (
        ("защитник", "def:defender"),
        ("вистующих", "def:defender"),
        ("revokes", "61A"),
        ("болвана", "def:dummy"),
    ):
        terms = library.terms(word)
        assert terms, word
        assert str(terms[0].definition) == definition


@pytest.mark.parametrize(
    ("name", "content", "code", "line"),
    [
        (
            "terms.tsv",
            "concept\tru\ten\tdefinition\tnote_ru\tnote_en\na\tкарта\tcard\t\t\t\nb\tкарта\tpack\t\t\t\n",
            "term-twice",
            3,
        ),
        ("terms.tsv", "concept\tru\ten\n", "table-columns", 1),
        ("terms.tsv", "concept\tru\ten\tdefinition\tnote_ru\tnote_en\na\tкарта\tcard\t99Z\t\t\n", "points-nowhere", 2),
        (
            "terms.tsv",
            "concept\tru\ten\tdefinition\tnote_ru\tnote_en\na\tкарта\tcard\t\t\tof paper\n",
            "table-value",
            2,
        ),
        ("terms.tsv", "concept\tru\ten\tdefinition\tnote_ru\tnote_en\nA b\tкарта\tcard\t\t\t\n", "table-value", 2),
        ("situations.tsv", "lang\tsituation\taddresses\nru\tуронил карту\t50\nru\tещё\t94\n", "points-nowhere", 3),
        (
            "situations.tsv",
            "lang\tsituation\taddresses\nru\tуронил карту\t50\nru\tУронил карту\t50\n",
            "table-value",
            3,
        ),
        ("situations.tsv", "lang\tsituation\taddresses\nru\tуронил карту\n", "table-columns", 2),
    ],
)
def test_faulty_tables_are_refused(tmp_path: Path, name: str, content: str, code: str, line: int) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    known = {Address(("50",))}
    reader = read_terms if name == "terms.tsv" else read_situations
    with pytest.raises(CorpusError) as caught:
        reader(str(tmp_path), known)
    assert (caught.value.code, caught.value.params["line"]) == (code, line)
    assert str(caught.value.params["file"]).endswith(name)


def test_a_table_in_another_encoding_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "terms.tsv").write_bytes("term\tlang\n".encode("utf-16"))
    with pytest.raises(CorpusError) as caught:
        read_terms(str(tmp_path), set())
    assert caught.value.code == "corpus-unreadable"
    assert str(caught.value.params["file"]).endswith("terms.tsv")


_LAWS = """
[[document]]
id = "digest-2017-en"
title = "Laws"
notice = "Unofficial."
series = "digest"
role = "laws"
edition = "2017"
language = "en"
layout = "laws_en"
sources = "*.txt"
"""


@pytest.mark.parametrize(
    ("manifest", "text", "code"),
    [
        (_LAWS + 'colour = "red"\n', "LAW 1 - Pack\nText of it.\n", "corpus-key"),
        (_LAWS.replace('"laws_en"', '"runes"'), "LAW 1 - Pack\nText of it.\n", "corpus-value"),
        (_LAWS.replace("digest-2017-en", "digest-2018-en"), "LAW 1 - Pack\nText of it.\n", "corpus-value"),
        (_LAWS, "LAW 1 - Pack\nA. First\nText one.\nA. Again\nText two.\n", "corpus-problem"),
        (_LAWS, "LAW 1 - Pack\nA. First\nText one.\nC. Third\nText two.\n", "corpus-problem"),
        ("[[document\n", "LAW 1 - Pack\nText of it.\n", "corpus-unreadable"),
        ("document = 3\n", "LAW 1 - Pack\nText of it.\n", "corpus-value"),
        ("document = [3]\n", "LAW 1 - Pack\nText of it.\n", "corpus-value"),
        (_LAWS.replace('"*.txt"', '"/*.txt"'), "LAW 1 - Pack\nText of it.\n", "corpus-value"),
        (_LAWS.replace('"laws"', '["laws"]'), "LAW 1 - Pack\nText of it.\n", "corpus-value"),
        (_LAWS * 2, "LAW 1 - Pack\nText of it.\n", "corpus-value"),
    ],
)
def test_a_faulty_corpus_stops_the_build(tmp_path: Path, manifest: str, text: str, code: str) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "corpus.toml").write_text(manifest, encoding="utf-8")
    (corpus / "laws.txt").write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError) as caught:
        Library.build(tmp_path / "home", corpus=corpus)
    assert caught.value.code == code
    assert str(caught.value.params["file"]).endswith(("corpus.toml", "laws.txt"))
    assert not (tmp_path / "home" / "CURRENT").exists()


# Nouns of headings that are everyday words and no terms of the game.
_EVERYDAY = {"определение", "подсказка", "случай", "состояние", "последствие", "пример"}


def test_every_term_of_a_heading_has_an_entry(library: Library, trees: dict[str, dict[str, Clause]]) -> None:
    """Each noun in a heading of the Russian digest belongs to the name of some concept."""
    from pymorphy3 import MorphAnalyzer

    real = {clause.address for clause in trees["digest-2017-en"].values() if clause.address}
    names = [name for concept in read_terms(str(CORPUS), real) for name in concept.names["ru"]]
    known = {lemma for name in names for token in tokenize(name) for lemma in normal_forms(token.form)}
    analyzer = MorphAnalyzer()
    missing = {
        normal_forms(token.form)[0]
        for clause in trees["digest-2017-ru"].values()
        for token in tokenize(clause.heading or "")
        if analyzer.parse(token.form)[0].tag.POS == "NOUN" and known.isdisjoint(normal_forms(token.form))
    }
    assert missing <= _EVERYDAY
