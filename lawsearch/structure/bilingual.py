"""Files that hold a text in two languages: a source for each of them.

In: the sources of one work. Out: by language, the sources with what is in the other language taken out; one entry
where all is in one language. Promises: a character that is not white space stays in exactly one of them, at its own
offset and in its own line, so that counts and line numbers add up; the arrangement does not matter (columns, blocks,
paragraphs in turn, a file a language), since each line is judged by its own letters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from lawsearch.address import order_key
from lawsearch.language import LANGUAGES, count_characters, get_language, language_of
from lawsearch.model import Address, ParsedDocument
from lawsearch.source import Source, split_lines
from lawsearch.structure.pieces import SENTENCE_END

_WORD = re.compile(r"[^\W\d_]{2,}")
_CYRILLIC_WORD = re.compile("[\u0400-\u04ff]{2,}")
_LATIN_WORD = re.compile(r"[A-Za-z]{4,}|[a-z]{2,}")
_LABEL = re.compile(r"\W*(?:[A-H\u0410-\u0417]|\d{1,2}|\([a-z]{1,4}\)|\([A-H]\))\W{0,2}\s*$")
_CELL = re.compile(r"\s\|\s|\t")
# Two columns that only spaces part: so many spaces, on so many lines, nearly all of which agree on the column.
_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
_LEAST_COLUMNS = 3
_MOST_GAPS = 8
_AGREEING = 0.8
# A language that has less than this share of the letters is quoted, not printed.
_LEAST_SHARE = 0.1
# The label of a twin stands no more lines above.
_FARTHEST_TWIN = 40

# The heading of a law, anywhere, and at the start of a line.
_HEADINGS_INSIDE = {code: re.compile(rf"(?i:{get_language(code).LAW_HEADING})\s+(\d{{1,3}})\b") for code in LANGUAGES}
_HEADINGS = {code: re.compile(rf"^[ \t|]*{inside.pattern}", re.MULTILINE) for code, inside in _HEADINGS_INSIDE.items()}


def part_languages(sources: Sequence[Source]) -> dict[str, list[Source]]:
    """The sources of each language, in the order of :data:`LANGUAGES`; the whole under its one language."""
    whole = language_of("".join(source.body[:20_000] for source in sources))
    if not _is_bilingual(sources):
        return {whole: list(sources)}
    found: dict[str, list[Source]] = {code: [] for code in LANGUAGES}
    for source in sources:
        for code, part in _parts(source).items():
            if count_characters(part.text):
                found[code].append(part)
    return {code: parts for code, parts in found.items() if parts}


def _is_bilingual(sources: Sequence[Source]) -> bool:
    """True if both languages have headings of laws, some of the same number, and a fair share of the letters."""
    texts = [source.text for source in sources]
    numbers = _numbers_of_laws(_HEADINGS, texts)
    if not set.intersection(*numbers) and not (all(numbers) and len(sources) > 1):
        in_cells = _numbers_of_laws(_HEADINGS_INSIDE, texts)
        if not set.intersection(*in_cells) or not any(_CELL.search(text) or find_columns(text) for text in texts):
            return False
    cyrillic = sum(len(_CYRILLIC_WORD.findall(text)) for text in texts)
    words = sum(len(_WORD.findall(text)) for text in texts)
    return words > 0 and _LEAST_SHARE <= cyrillic / words <= 1 - _LEAST_SHARE


def _numbers_of_laws(headings: Mapping[str, re.Pattern[str]], texts: Sequence[str]) -> list[set[str]]:
    """For each language the numbers that the headings of laws have in it."""
    return [{match[1] for text in texts for match in headings[code].finditer(text)} for code in LANGUAGES]


def _parts(source: Source) -> dict[str, Source]:
    """The source of each language: as long as the whole, white space where the other language stands."""
    columns = find_columns(source.text)
    if columns is not None:
        pieces, owners = _cut_columns(source.text, columns)
    else:
        pieces = _pieces(source)
        owners = _owners([text for _, text in pieces], _after_gap(source.text, pieces))
    parts = {code: list(" " * len(source.text)) for code in LANGUAGES}
    for (start, text), owner in zip(pieces, owners, strict=True):
        parts[owner][start : start + len(text)] = text
    for index, char in enumerate(source.text):
        if char in "\r\n\f":
            for letters in parts.values():
                letters[index] = char
    # what was said of the file is said once
    problems = {LANGUAGES[0]: source.problems}
    return {
        code: replace(source, text="".join(letters), problems=problems.get(code, ())) for code, letters in parts.items()
    }


@dataclass(frozen=True, slots=True)
class _Columns:
    """Two columns of text: where the right one begins, and the language of each."""

    begin: int
    left: str
    right: str


def find_columns(text: str) -> _Columns | None:
    """The two columns of a text that spaces set side by side, one in each language; None if there are none."""
    found: Counter[tuple[int, str, str]] = Counter()
    for line in split_lines(text):
        for gap in islice(_GAP.finditer(line.text), _MOST_GAPS):
            sides = (_language(line.text[: gap.start()]), _language(line.text[gap.end() :]))
            if sides[0] is not None and sides[1] is not None and sides[0] != sides[1]:
                found[gap.end(), sides[0], sides[1]] += 1
                break
    if not found:
        return None
    (begin, left, right), count = found.most_common(1)[0]
    return _Columns(begin, left, right) if count >= max(_LEAST_COLUMNS, _AGREEING * found.total()) else None


def _cut_columns(text: str, columns: _Columns) -> tuple[list[tuple[int, str]], list[str]]:
    """The pieces of the lines, cut where the right column begins, and the language of each.

    A line that runs across both columns, such as a title, goes by its own words.
    """
    pieces: list[tuple[int, str]] = []
    owners: list[str] = []
    for line in split_lines(text):
        left, right = line.text[: columns.begin], line.text[columns.begin :]
        if left.strip() and right.strip() and not left.endswith(" "):
            pieces.append((line.start, line.text))
            owners.append(_language(line.text) or columns.left)
            continue
        for start, piece, owner in ((0, left, columns.left), (columns.begin, right, columns.right)):
            if piece.strip():
                pieces.append((line.start + start, piece))
                owners.append(owner if line.text.strip() != piece.strip() or start else _language(piece) or owner)
    return pieces, owners


def _pieces(source: Source) -> list[tuple[int, str]]:
    """The lines with text; a line whose cells are in two languages is cut between them."""
    pieces: list[tuple[int, str]] = []
    for line in split_lines(source.text):
        if not line.text.strip():
            continue
        cut = _language_border(line.text)
        if cut is None:
            pieces.append((line.start, line.text))
        else:
            pieces += [(line.start, line.text[:cut]), (line.start + cut, line.text[cut:])]
    return pieces


def _language_border(text: str) -> int | None:
    """Where the second language begins in a line of two columns: between two cells."""
    if not _CYRILLIC_WORD.search(text):
        return None
    for border in _CELL.finditer(text):
        sides = (_language(text[: border.start()]), _language(text[border.end() :]))
        if None not in sides and sides[0] != sides[1]:
            return border.start()
    return None


def _language(text: str) -> str | None:
    """The language of a line by its words; None for labels, numbers and abbreviations."""
    if _CYRILLIC_WORD.search(text):
        return language_of(text)
    return "en" if _LATIN_WORD.search(text) else None


def _after_gap(text: str, pieces: Sequence[tuple[int, str]]) -> list[bool]:
    """For each piece whether an empty line parts it from the one before."""
    ends = [0, *(start + len(piece) for start, piece in pieces)]
    return [text.count("\n", end, start) > 1 for end, (start, _) in zip(ends, pieces, strict=False)]


def _owners(texts: Sequence[str], after_gap: Sequence[bool]) -> list[str]:
    """The language of each line; a label goes with what follows it, a number with what stands before it."""
    known = [_language(text) for text in texts]
    owners: list[str] = []
    before = next((language for language in known if language), LANGUAGES[0])
    following = [before] * len(texts)
    after = before
    for index in range(len(texts) - 1, -1, -1):
        after = known[index] or after
        following[index] = after
    for index, text in enumerate(texts):
        language = known[index]
        if language is None:
            repeated = index and texts[index - 1].strip() == text.strip() and known[index - 1] is None
            if repeated:  # the row of a table that is the same in both languages
                language = next(code for code in LANGUAGES if code != owners[-1])
            else:
                # ``90).`` below ``see Law`` is the end of a line, no label
                goes_on = index and not after_gap[index] and SENTENCE_END.search(texts[index - 1].rstrip()) is None
                language = following[index] if _LABEL.fullmatch(text) and not goes_on else before
        owners.append(language)
        before = language
    return owners


# a label that one of the languages lacks


def correct_twins(parts: dict[str, list[Source]], trees: dict[str, ParsedDocument]) -> dict[str, list[Source]]:
    """The sources, those told the addresses of clauses that reading them alone has got wrong.

    ``trees`` are the documents as they are read alone. Two clauses are twins if their labels stand one after the
    other in the file and are the same. A lost label leaves the reading behind, so of two addresses the later is right.
    """
    (first, second) = (_labelled(trees[code], parts[code]) for code in parts)
    twins: dict[str, dict[str, dict[int, Address]]] = {code: {} for code in parts}
    for (name, line), (address, label) in second.items():
        above = _line_before(first, second, name, line)
        if above is None or first[name, above][1] != label:
            continue
        twin = first[name, above][0]
        if twin != address and twin.parts[-1] == address.parts[-1]:
            right = max(twin, address, key=order_key)
            for code, number, found in zip(parts, (above, line), (twin, address), strict=True):
                if found != right:
                    twins[code].setdefault(name, {})[number] = right
    return {
        code: [replace(source, twins=twins[code].get(source.name, {})) for source in part]
        for code, part in parts.items()
    }


_Labels = dict[tuple[str, int], tuple[Address, str]]


def _labelled(parsed: ParsedDocument, sources: Sequence[Source]) -> _Labels:
    """By file and line: the clauses that begin there with a label of a letter or a number."""
    found: _Labels = {}
    for clause in parsed.walk():
        if clause.address is not None and clause.label and clause.lines and clause.kind != "unplaced":
            place = clause.lines[0]
            label = clause.label if len(clause.address.parts) > 1 else str(clause.address)
            found.setdefault((sources[place.file].name, place.first), (clause.address, label))
    return found


def _line_before(first: _Labels, second: _Labels, name: str, line: int) -> int | None:
    """The line of the last label of the other language above a label, if none of its own language stands between."""
    for above in range(line - 1, max(0, line - 1 - _FARTHEST_TWIN), -1):
        if (name, above) in first:
            return above
        if (name, above) in second:
            return None
    return None
