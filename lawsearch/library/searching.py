"""Ask an opened library: a query in, hits out.

In: the store and the index of one generation; a query with what the hits must be. Out: :class:`Results`, each clause
once, its other languages as twins. Nothing here ranks: ``lawsearch.search`` does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lawsearch.address import canonical, order_key, range_members, try_address
from lawsearch.errors import UsageError
from lawsearch.language import LANGUAGES, get_language, is_cyrillic
from lawsearch.language.numbers import FIGURES, Said, said_numbers
from lawsearch.language.text import tokenize
from lawsearch.library.holders import holder_rank, named_documents
from lawsearch.model import Address, Document, Hit, ReadAs, Results, Span, Through, Twin
from lawsearch.search import (
    ConceptFinder,
    Filters,
    Mark,
    Marker,
    Query,
    Ranked,
    Ranker,
    Related,
    SearchIndex,
    Word,
    best_snippet,
    matching_rows,
    numbers_of,
    read_query,
    table_blocks,
)
from lawsearch.search import (
    Term as QueryTerm,
)

if TYPE_CHECKING:
    from lawsearch.library.database import Database
    from lawsearch.model import Term

# What may lead to the number of a clause: «см. п.11.5».
_SEE = re.compile("|".join(rf"^\s*{get_language(code).SEE}\s+(?=\S)" for code in LANGUAGES), re.IGNORECASE)
# The word of an address that tells its language; the letters of a clause do not.
_ENGLISH = re.compile(rf"^\W*{get_language('en').LAW_WORD}\b", re.IGNORECASE)

KINDS = ("definition", "law", "note", "table")
SORTS = ("rank", "law")
# In the order of the laws only what answers well is shown: hits with this share of the best one's score, among so many.
_GOOD = 0.4
_SORTED = 200
# Other spellings are offered for queries of so many words, and where nothing was found.
_SUGGESTED = 4
# A question that quotes has so many words outside the quotes; so much better an answer without them is the answer.
_AROUND = 4
_CLEARLY = 1.2
_LONGEST_NAME = 20  # characters of what was meant as the number of a clause
# A clause of so few characters only leads in the clauses under it, if it has any.
_LEAD_IN = 120
# Boards, pairs and tables bear numbers no greater than this.
_GREATEST_NUMBER = 999
# So many ways in which words reached a clause are told.
_WAYS = 4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Constraints:
    """What the hits must be, and in what order they come; ``laws`` are numbers as in the index.

    ``reader`` is the language in which a clause is shown if neither ``language`` nor the query's words say one.
    """

    language: str | None = None
    reader: str | None = None
    laws: tuple[str, ...] = ()
    kind: str | None = None
    sort: str = "rank"

    @classmethod
    def read(
        cls, *, laws: str | None, kind: str | None, sort: str, language: str | None, reader: str | None = None
    ) -> Constraints:
        """The constraints as a person writes them; ``UsageError`` for a value that means nothing."""
        if kind is not None and kind not in KINDS:
            raise UsageError("option-value", option="kind", value=kind, known=", ".join(KINDS))
        if sort not in SORTS:
            raise UsageError("option-value", option="sort", value=sort, known=", ".join(SORTS))
        return cls(language=language, reader=reader, laws=law_numbers(laws) if laws else (), kind=kind, sort=sort)


def law_numbers(text: str) -> tuple[str, ...]:
    """The numbers of ``64`` or ``50-52``."""
    match = re.fullmatch(r"\s*(\d{1,3})\s*(?:[-–—]\s*(\d{1,3})\s*)?", text)
    if not match:
        raise UsageError("laws-unreadable", text=text[:40])
    first = Address((str(int(match[1])),))
    last = Address((str(int(match[2] or match[1])),))
    return tuple(str(address) for address in range_members(first, last))


class Searcher:
    """Asks the index and fetches what it names from the store."""

    def __init__(self, store: Database, index: SearchIndex, in_force: str) -> None:
        self._store = store
        self._index = index
        self.ranker = Ranker(index)
        self._in_force = in_force

    def close(self) -> None:
        self._index.close()

    def normal_forms(self, form: str) -> tuple[str, ...]:
        """The normal forms of a folded word, as the index knows them; never empty."""
        return self._index.forms.normal_forms(form)

    @property
    def _documents(self) -> dict[str, Document]:
        return self._store.documents

    def search(
        self, query: str, constraints: Constraints, allowed: Collection[str], *, limit: int, offset: int
    ) -> Results:
        """The hits from ``offset`` on, among the ``allowed`` documents."""
        if not query.strip():
            raise UsageError("query-empty")
        names = self._of_language(allowed, constraints.language)
        if (jump := self._jump(query, names, constraints, limit, offset)) is not None:
            return jump
        read, read_as, others = self._read(query)
        constraints, names, read, read_as = self._narrow(constraints, names, read, read_as)
        if read.is_only_exclusions:
            read_as = ReadAs(kind="exclusions", source=query, target="")
            return Results(query=query, total=0, hits=(), offset=offset, read_as=read_as)
        if not read.terms and not read.fields:
            return Results(query=query, total=0, hits=(), offset=offset, read_as=read_as)
        whole = len(names) == len(self._documents)
        filters = Filters(
            documents=() if whole and read.terms else tuple(sorted(names)) or ("-",),
            laws=constraints.laws,
            species=(constraints.kind,) if constraints.kind else (),
        )
        related = self._related(read)
        by_law = constraints.sort == "law" or not read.terms
        wanted_hits = _SORTED if by_law else offset + limit
        total, ranked = self.ranker.search(read, filters, wanted_hits, related)
        if (plain := _without_quotes(read)) is not None and (not total or _asks_around(read)):
            # a question that quotes what somebody said is a question still
            plainly = self._related(plain)
            total_plain, ranked_plain = self.ranker.search(plain, filters, wanted_hits, plainly)
            if not total or (ranked_plain and ranked_plain[0].score > ranked[0].score * _CLEARLY):
                read, related, total, ranked = plain, plainly, total_plain, ranked_plain
                if total and read_as is None:
                    read_as = ReadAs(kind="plain", source=query.strip(), target=read.as_words)
        if by_law:
            ranked = self._in_order(ranked, names, constraints.language)
            total = len(ranked)
        marker = self._marker(read, related)
        wanted = constraints.language or _language_of(read.words) or constraints.reader
        hits = tuple(self._hit(item, names, wanted, read, marker) for item in ranked[offset : offset + limit])
        suggestions = others
        few = not hits or len(read.words) <= _SUGGESTED
        if not suggestions and few and any(not self._index.knows(word.form) for word in read.words):
            from lawsearch.search.mend import suggest

            suggestions = suggest(read, self._index, found=bool(hits))
            if not total and read_as is None and (near := self._nearly(query, suggestions)) is not None:
                # nothing is lost by the answer to what is nearest, and it is said
                answer = self.search(near, constraints, allowed, limit=limit, offset=offset)
                if answer.hits:
                    nearest = ReadAs(kind="spelling", source=query.strip(), target=near)
                    rest = tuple(text for text in suggestions if text != near)
                    return replace(answer, query=query, read_as=nearest, suggestions=rest)
        if not total and not suggestions:
            suggestions = self._begun(query, names)
        return Results(query=query, total=total, hits=hits, offset=offset, suggestions=suggestions, read_as=read_as)

    def _begun(self, query: str, names: Collection[str]) -> tuple[str, ...]:
        """The longest beginning of a query that is the number of a clause: 64 of ``64Z``, 45 of ``45Q9``."""
        written = query.strip()
        if len(written) > _LONGEST_NAME or not written[:1].isdigit():
            return ()
        for stop in range(len(written) - 1, 0, -1):
            if written[stop - 1 : stop + 1].isdigit():
                continue  # no number is cut: 99 never becomes 9
            address = try_address(written[:stop])
            if address is not None and any(name in names for name, _number in self._store.holders(address)):
                return (str(address),)
        return ()

    def _nearly(self, query: str, suggestions: Sequence[str]) -> str | None:
        """The first suggestion, where one letter parts it from a query without any sign."""
        from lawsearch.search.mend import is_one_slip

        written = query.strip()
        if not suggestions or not written.replace(" ", "").isalpha():
            return None
        return suggestions[0] if is_one_slip(written, suggestions[0]) else None

    def _of_language(self, names: Collection[str], language: str | None) -> set[str]:
        return {name for name in names if language is None or self._documents[name].language == language}

    def _read(self, text: str) -> tuple[Query, ReadAs | None, tuple[str, ...]]:
        """The query, mended where that is needed; how it was read; further readings."""
        read = self._asking(read_query(text))
        read_as = None
        if read.shortened:
            read_as = ReadAs(kind="shortened", source=text, target=read.as_words)
        if read.fault:
            read_as = ReadAs(kind="plain", source=read.fault, target=read.as_words)
        if all(self._index.knows(word.form) for word in read.words):
            return read, read_as, ()
        from lawsearch.search.mend import mend

        mended = mend(read, self._index)
        if mended is None:
            return read, read_as, ()
        again = self._asking(read_query(mended.text))
        return again, ReadAs(kind=mended.kind, source=text.strip(), target=mended.text.strip()), mended.others

    def _asking(self, read: Query) -> Query:
        """The query, as a question for the meaning of terms if all that it may ask for are terms of the Laws."""
        return read.as_meaning() if read.asked and not read.meaning and self._terms_of(read.asked) else read

    def _terms_of(self, text: str) -> list[list[str]]:
        """The terms whose names a text is, one beside the other, each with a clause that defines it; else none.

        A term is the concepts that bear its name.
        """
        forms = [token.form for token in tokenize(text) if not self._index.forms.is_weak(token.form)]
        spans = self._concepts_in([self._index.forms.normal_forms(form) for form in forms])
        found: list[list[str]] = []
        place = 0
        while place < len(forms):
            stop = max((stop for first, stop, slug in spans if first == place and self._index.defines(slug)), default=0)
            if not stop:
                return []
            here = [slug for first, last, slug in spans if (first, last) == (place, stop) and self._index.defines(slug)]
            if here not in found:
                found.append(here)
            place = stop
        return found

    def _narrow(
        self, constraints: Constraints, names: set[str], read: Query, read_as: ReadAs | None
    ) -> tuple[Constraints, set[str], Query, ReadAs | None]:
        """What the fields of the query ask for besides; a field that names nothing is read as words."""
        fields = read.fields
        if not fields:
            return constraints, names, read, read_as
        within = named_documents(self._documents, fields.within) if fields.within else None
        if (fields.within and not within) or (
            fields.edition and fields.edition not in {record.edition for record in self._documents.values()}
        ):
            fault = fields.within if fields.within and not within else fields.edition
            plain = read_query(re.sub(r"[^\w\s]", " ", read.text))
            as_words = ReadAs(kind="plain", source=fault or "", target=plain.as_words)
            return constraints, names, plain, as_words
        if within:
            names = names & within
        if fields.edition:
            names = {name for name in names if self._documents[name].edition == fields.edition}
        if fields.language:
            names = self._of_language(names, fields.language)
        laws = law_numbers(fields.laws) if fields.laws else ()
        if laws and constraints.laws:
            laws = tuple(law for law in laws if law in constraints.laws) or ("-",)
        narrowed = replace(
            constraints,
            laws=laws or constraints.laws,
            kind=fields.kind or constraints.kind,
            language=fields.language or constraints.language,
        )
        return narrowed, names, read, read_as

    def _in_order(self, ranked: Sequence[Ranked], names: Collection[str], language: str | None) -> list[Ranked]:
        """The hits that answer well, in the order of the laws."""
        floor = max((item.score for item in ranked), default=0.0) * _GOOD
        good = [item for item in ranked if item.score >= floor]

        def place(item: Ranked) -> tuple[object, ...]:
            document, key = self._shown(item.unit, names, language)
            address = self._store.name_of(key)[1]
            rank = holder_rank(self._documents, self._in_force, document, None)
            return (address is None, order_key(canonical(address)) if address else (), rank)

        return sorted(good, key=place)

    def _related(self, read: Query) -> Related:
        """What the tables know of the query's words."""
        words = [self._index.forms.normal_forms(word.form) for word in read.words]
        concepts = self._concepts_in(words)
        for place, word in enumerate(read.words):
            if word.kind != "word":  # what it stands for is looked up word by word
                forms = [self._index.forms.normal_forms(form) for form in self._index.expand(word)]
                words += forms
                concepts += [(place, place + 1, slug) for lemmas in forms for _, _, slug in self._concepts_in([lemmas])]
        numbered, numbers = self._numbered(read, words)
        concepts += numbered
        return Related(
            numbers=numbers,
            concepts=concepts,
            asked=self._terms_of(read.asked) if read.meaning else (),
            families=self._store.families(lemma for forms in words for lemma in forms),
        )

    def _numbered(
        self, read: Query, words: Sequence[Sequence[str]]
    ) -> tuple[list[tuple[int, int, str]], dict[int, int]]:
        """The concepts of the numbers that things bear: «сдача 23» and "board 23" ask for the number of a board.

        And the query's numbers by place. «24 сдачи» and "deal 13 cards" count; «23-я сдача», "23rd board" and «вторая
        сдача» do not. An ordinal in words asks for the number where the query asks for nothing else.
        """
        forms = [word.form for word in read.words]
        said = said_numbers(forms)
        found = []
        numbers = {item.start: item.number for item in said if item.how == FIGURES}
        for item in said:
            named = self._bears(forms, item)
            slugs = [] if named is None else self._slugs_of_number(words[named])
            if not slugs or named is None:
                if item.stop < len(forms) and self._slugs_of_number(words[item.stop]):
                    numbers.pop(item.start, None)  # "24 boards" is no number of a row in the table of boards
                continue
            numbers[item.start] = item.number
            rest = set(range(len(forms))) - {named, *range(item.start, item.stop)}
            if item.how == FIGURES or all(self._index.forms.is_weak(forms[place]) for place in rest):
                found += [(at, at + 1, slug) for at in (named, item.start) for slug in slugs]
        return list(dict.fromkeys(found)), numbers

    def _slugs_of_number(self, name: Sequence[str]) -> list[str]:
        """The concepts of a thing's number: those of "board number" for a board."""
        found = []
        for code in LANGUAGES:
            number = self._index.forms.normal_forms(get_language(code).NUMBER_NAME)
            for pair in ((number, name), (name, number)):
                found += [slug for *span, slug in self._concepts_in(pair) if span == [0, 2]]
        return found

    def _bears(self, forms: Sequence[str], said: Said) -> int | None:
        """The place of the word that a number may belong to as its number; None where it counts."""
        behind = forms[said.stop : said.stop + 2]
        if said.number > _GREATEST_NUMBER:
            return None
        if said.ranked:
            return said.stop if behind else None
        if said.how == FIGURES and len(behind) == 2 and len(behind[0]) == 1:
            return said.stop + 1  # «23-я сдача»
        if not said.start or (behind and _is_counted(behind[0])):
            return None
        place = said.start - 1
        return place - 1 if place and forms[place] in _NUMBER_WORDS else place

    def _concepts_in(self, words: Sequence[Sequence[str]]) -> list[tuple[int, int, str]]:
        """The concepts that a row of words names: (first word, word after the last, concept)."""
        return ConceptFinder(self._store.term_names(lemma for forms in words for lemma in forms)).find(words)

    def _marker(self, read: Query, related: Related) -> Marker:
        names = self._store.concept_names(slug for _, _, slug in related.concepts)
        members = {number: self._store.family(number) for numbers in related.families.values() for number in numbers}
        return Marker(
            read,
            self._index.forms,
            {word: self._index.expand(word) for word in read.words if word.kind != "word"},
            related.concepts,
            names,
            {
                lemma: [other for number in numbers for other in members[number] if other != lemma]
                for lemma, numbers in related.families.items()
            },
            {place: self._index.tells(word.form) for place, word in enumerate(read.words)},
            related.numbers,
        )

    def terms(self, word: str) -> tuple[list[Term], ReadAs | None]:
        """The concepts that a word or expression names, each with all its names, and how it was read if mistyped."""
        read_as = None
        forms = [token.form for token in tokenize(word)][:16]
        found = self._concepts_in([self._index.forms.normal_forms(form) for form in forms])
        if not found:  # perhaps it is mistyped
            read, read_as, _ = self._read(word)
            forms = [item.form for item in read.words][:16]
            found = self._concepts_in([self._index.forms.normal_forms(form) for form in forms])
        whole = [slug for first, stop, slug in found if (first, stop) == (0, len(forms))]
        named = dict.fromkeys([*whole, *(slug for _, _, slug in found)])
        return [self._store.concept(slug) for slug in named], read_as if named else None

    def knows(self, word: str) -> bool:
        """True if some text of the library holds a form of the word."""
        return any(self._index.knows(token.form) for token in tokenize(word))

    def _jump(self, query: str, allowed: set[str], constraints: Constraints, limit: int, offset: int) -> Results | None:
        """A query that is the address of a clause goes to the clause, once for each series and edition."""
        wanted = try_address(_SEE.sub("", query))
        if wanted is None:
            return None
        holders = [(name, number) for name, number in self._store.holders(wanted) if name in allowed]
        if not holders:
            return None
        if constraints.laws or constraints.kind:
            passed = numbers_of(
                self._index, Filters(laws=constraints.laws, species=(constraints.kind,) if constraints.kind else ())
            )
            holders = [holder for holder in holders if holder in passed]
        named = "ru" if is_cyrillic(query) else "en" if _ENGLISH.search(query) else None
        language = constraints.language or named or constraints.reader
        holders.sort(key=lambda holder: holder_rank(self._documents, self._in_force, holder[0], language))
        works: dict[tuple[str, str], list[tuple[str, int]]] = {}
        for name, number in holders:
            record = self._documents[name]
            works.setdefault((record.series, record.edition), []).append((name, number))
        shown = list(works.values())[offset : offset + limit]
        hits = tuple(self._clause_hit(members[0], members[1:], None, ()) for members in shown)
        read_as = ReadAs(kind="address", source=query, target=str(wanted))
        return Results(query=query, total=len(works), hits=hits, offset=offset, read_as=read_as)

    def _members(self, unit: int) -> list[tuple[str, int]]:
        """The documents that have a unit, each with the clause's number."""
        units = self._index.units
        return [
            (document, column[unit])
            for document, column in zip(units.documents, units.members, strict=True)
            if column[unit]
        ]

    def _shown(self, unit: int, names: Collection[str], language: str | None) -> tuple[str, int]:
        """The member of a unit that is shown: in the language that is wanted, if it is there."""
        members = [member for member in self._members(unit) if member[0] in names]
        return min(members, key=lambda member: self._documents[member[0]].language != language)

    def _hit(self, item: Ranked, names: Collection[str], language: str | None, read: Query, marker: Marker) -> Hit:
        shown = self._shown(item.unit, names, language)
        others = [member for member in self._members(item.unit) if member != shown]
        return self._clause_hit(shown, others, marker, self._situation(item), read, item)

    def _situation(self, item: Ranked) -> tuple[str, ...]:
        if item.situation is None:
            return ()
        return self._store.situation(item.situation)

    def _clause_hit(
        self,
        shown: tuple[str, int],
        others: Sequence[tuple[str, int]],
        marker: Marker | None,
        situation: tuple[str, ...],
        read: Query | None = None,
        item: Ranked | None = None,
    ) -> Hit:
        document, number = shown
        clause = self._store.bare_clause(number)
        address = clause.address or self._store.nearest_named(number)
        title = self._store.title_of(number)
        marks = marker.mark(clause.text) if marker else ()
        title_marks = marker.mark(title) if marker else ()
        twins = []
        seen_in_twin: list[tuple[str, str, Mark]] = []
        for other, other_number in others:
            _, heading, _, text = self._store.line_of(other_number)
            language = self._documents[other].language
            other_marks = marker.mark(text) if marker else ()
            twins.append(
                Twin(
                    document=other,
                    language=language,
                    title=self._store.title_of(other_number),
                    text=text or heading or "",
                    highlights=tuple(mark.span for mark in other_marks) if text else (),
                )
            )
            seen_in_twin += [(text[mark.span.start : mark.span.stop], language, mark) for mark in other_marks]
        worth = marker.worth if marker else {}
        rows = matching_rows(clause.text, marks, marker.numbers, worth) if marker else ()
        kept = [reference.span for reference in clause.references]
        passage = best_snippet(clause.text, marks, worth, kept, tables=table_blocks(clause.text) if rows else ())
        language = self._documents[document].language
        printed = [(title[mark.span.start : mark.span.stop], language, mark) for mark in title_marks]
        printed += [(clause.text[mark.span.start : mark.span.stop], language, mark) for mark in marks]
        return Hit(
            document=document,
            address=address,
            language=language,
            title=title,
            score=round(item.score, 4) if item else 1.0,
            text=clause.text,
            snippet=clause.text[passage.start : passage.stop],
            snippet_span=Span(passage.start, passage.stop),
            kind=clause.kind,
            below=tuple(self._store.headings_below(number)) if _leads_in(clause.text) else (),
            rows=rows,
            highlights=tuple(mark.span for mark in marks),
            title_highlights=tuple(mark.span for mark in title_marks),
            references=clause.references,
            twins=tuple(twins),
            through=_through(read, printed, seen_in_twin, situation) if read else (),
            reasons=tuple((name, round(value, 3)) for name, value in item.reasons) if item else (("address", 1.0),),
        )


# «номер», "no.": between a thing and its number
_NUMBER_WORDS = frozenset(
    {word for language in map(get_language, LANGUAGES) for word in (language.NUMBER_NAME, *language.NUMBER_SHORT)}
)


def _is_counted(form: str) -> bool:
    """True for a word that a number before it counts: "13 cards", «14 карт»."""
    return any(
        re.match(pattern, form)
        for language in map(get_language, LANGUAGES)
        for pattern in (language.COUNTED_MANY, language.COUNTED_FEW, language.UNIT)
    )


def _leads_in(text: str) -> bool:
    """True for a text that is nothing without the clauses under it: «действует такой порядок:», or a short one."""
    return len(text) <= _LEAD_IN or text.rstrip().endswith(":")


def _language_of(words: Sequence[Word]) -> str | None:
    """Who types one Cyrillic letter reads Russian, whatever foreign terms stand beside it; no word, no language."""
    forms = [word.form for word in words if word.form[0].isalpha()]
    if any(map(is_cyrillic, forms)):
        return "ru"
    return "en" if any(form.islower() for form in forms) else None


def _asks_around(read: Query) -> bool:
    """True for a question that quotes: most of its words, and several, stand outside the quotes, and no sign does."""
    outside = [term for term in read.terms if not term.literal]
    quoted = sum(len(option) for term in read.terms if term.literal for option in term.options)
    signed = any(term.required or term.excluded or term.heading for term in outside)
    return len(outside) >= max(_AROUND, quoted) and not signed


def _without_quotes(read: Query) -> Query | None:
    """The query with what stands in quotes as plain words, if it holds other words besides."""
    quoted = [term.literal and not term.excluded for term in read.looked_for]
    if not any(quoted) or all(quoted):
        return None
    loose: list[QueryTerm] = []
    for term in read.terms:
        if term.literal and not term.excluded:
            loose += [QueryTerm(((word,),)) for option in term.options for word in option]
        else:
            loose.append(term)
    return replace(read, terms=tuple(dict.fromkeys(loose)))


def _through(
    read: Query,
    printed: Sequence[tuple[str, str, Mark]],
    twin: Sequence[tuple[str, str, Mark]],
    situation: tuple[str, ...],
) -> tuple[Through, ...]:
    """How the words of the query reached a clause that does not print them; each word by the nearest way."""
    found: dict[int, Through | None] = {}
    for how, kind, places in (
        ("own", "", printed),
        ("own", "twin", twin),
        ("term", "term", printed),
        ("near", "near", printed),
        ("term", "twin", twin),
        ("near", "twin", twin),
    ):
        for text, language, mark in places:
            for word in mark.words if mark.how == how else ():
                if word not in found:
                    form = read.words[word].form
                    # the capital is that of a sentence's beginning
                    shown = text[:1].lower() + text[1:] if text[1:].islower() else text
                    through = Through(kind=kind, words=form, text=shown, language=language)
                    found[word] = through if kind and text.lower() != form else None
    ways: dict[tuple[str, str], Through] = {}
    for word in sorted(found):
        way = found[word]
        if way is not None:
            before = ways.get((way.kind, way.text.lower()))
            ways[way.kind, way.text.lower()] = (
                replace(before, words=f"{before.words} {way.words}") if before is not None else way
            )
    result = list(ways.values())[:_WAYS]
    if situation:
        language, text = situation
        result.append(Through(kind="situation", words="", text=text, language=language))
    return tuple(result)
