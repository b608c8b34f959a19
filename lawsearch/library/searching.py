"""Ask an opened library: a query in, hits out.

In: the store and the index of one generation; a query with what the hits must be. Out: :class:`Results`, each clause
once, its other languages as twins. Nothing here ranks: ``lawsearch.search`` does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lawsearch.address import order_key, range_members, try_address
from lawsearch.errors import UsageError
from lawsearch.language import LANGUAGES, get_language, is_cyrillic
from lawsearch.language.text import tokenize
from lawsearch.library.holders import holder_rank, named_documents
from lawsearch.model import Address, Document, Hit, ReadAs, Results, Span, Through, Twin
from lawsearch.search import (
    Filters,
    Marker,
    Query,
    Ranked,
    Ranker,
    Related,
    Relating,
    SearchIndex,
    Word,
    best_snippet,
    matching_rows,
    numbers_of,
    printed_words,
    read_query,
    table_blocks,
    ways_to,
)
from lawsearch.search import (
    Term as QueryTerm,
)
from lawsearch.search.query import WORD

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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Constraints:
    """What the hits must be, and in what order they come; ``laws`` are numbers as in the index.

    ``documents`` are the only ones that are asked. ``reader`` is the language in which a clause is shown if neither ``language`` nor the query's words say one.
    """

    documents: frozenset[str] = frozenset()
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

    @property
    def species(self) -> tuple[str, ...]:
        """The kind as the index has it."""
        return (self.kind,) if self.kind else ()


def law_numbers(text: str) -> tuple[str, ...]:
    """The numbers of ``64`` or ``50-52``."""
    match = re.fullmatch(r"\s*(\d{1,3})\s*(?:[-–—]\s*(\d{1,3})\s*)?", text)
    if not match:
        raise UsageError("laws-unreadable", text=text[:40])
    first = Address((str(int(match[1])),))
    last = Address((str(int(match[2] or match[1])),))
    return tuple(str(address) for address in range_members(first, last))


class _Understood:
    """What a query asks for. ``asked`` are the concepts whose meaning it asks for, those of each term apart.

    ``read_as`` says how it was read where that was not word for word; ``others`` are further readings.
    """

    __slots__ = ("asked", "others", "query", "read_as")

    def __init__(
        self,
        query: Query,
        asked: Sequence[Sequence[str]] = (),
        read_as: ReadAs | None = None,
        others: tuple[str, ...] = (),
    ) -> None:
        self.query = query
        self.asked = asked
        self.read_as = read_as
        self.others = others


class _Answer:
    """What a query found: ``total`` units, the best of them in order; ``related`` is what the tables know of its words."""

    __slots__ = ("query", "ranked", "related", "total")

    def __init__(self, query: Query, related: Related, total: int, ranked: Sequence[Ranked]) -> None:
        self.query = query
        self.related = related
        self.total = total
        self.ranked = ranked


class Searcher:
    """Asks the index and fetches what it names from the store."""

    def __init__(self, store: Database, index: SearchIndex, in_force: str) -> None:
        self._store = store
        self._index = index
        self._relating = Relating(index, store)
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
        page = slice(offset, offset + limit)
        wanted = replace(constraints, documents=self._of_language(allowed, constraints.language))
        if (jump := self._jump(query, wanted, page)) is not None:
            return jump
        understood, wanted = self._narrow(self._read(query), wanted)
        read, read_as = understood.query, understood.read_as
        if read.is_only_exclusions:
            read_as = ReadAs(kind="exclusions", source=query, target="")
        if read.is_only_exclusions or not (read.terms or read.fields):
            return Results(query=query, total=0, hits=(), offset=offset, read_as=read_as)
        by_law = wanted.sort == "law" or not read.terms
        answer = self._answer(understood, self._filters(read, wanted), _SORTED if by_law else page.stop)
        if answer.query is not read and answer.total and read_as is None:
            read_as = ReadAs(kind="plain", source=query.strip(), target=answer.query.as_words)
        total, ranked = answer.total, answer.ranked
        if by_law:
            ranked = self._in_order(ranked, wanted)
            total = len(ranked)
        hits = self._hits(ranked[page], answer, wanted)
        suggestions = understood.others
        if not suggestions and self._may_be_mistyped(answer.query, found=bool(hits)):
            from lawsearch.search.mend import suggest

            suggestions = suggest(answer.query, self._index, found=bool(hits))
            if not total and read_as is None and (near := self._nearly(query, suggestions)) is not None:
                # nothing is lost by the answer to what is nearest, and it is said
                results = self.search(near, constraints, allowed, limit=limit, offset=offset)
                if results.hits:
                    nearest = ReadAs(kind="spelling", source=query.strip(), target=near)
                    rest = tuple(text for text in suggestions if text != near)
                    return replace(results, query=query, read_as=nearest, suggestions=rest)
        if not total and not suggestions:
            suggestions = self._begun(query, wanted.documents)
        return Results(query=query, total=total, hits=hits, offset=offset, suggestions=suggestions, read_as=read_as)

    # what a query asks for

    def _read(self, text: str) -> _Understood:
        """The query, mended where that is needed."""
        read, asked = self._asking(read_query(text))
        read_as = None
        if read.shortened:
            read_as = ReadAs(kind="shortened", source=text, target=read.as_words)
        if read.fault:
            read_as = ReadAs(kind="plain", source=read.fault, target=read.as_words)
        if all(self._index.knows(word.form) for word in read.words):
            return _Understood(read, asked, read_as)
        from lawsearch.search.mend import mend

        mended = mend(read, self._index)
        if mended is None:
            return _Understood(read, asked, read_as)
        read, asked = self._asking(read_query(mended.text))
        read_as = ReadAs(kind=mended.kind, source=text.strip(), target=mended.text.strip())
        return _Understood(read, asked, read_as, mended.others)

    def _asking(self, read: Query) -> tuple[Query, Sequence[Sequence[str]]]:
        """The query, as a question for the meaning of terms if all that it may ask for are terms of the Laws; these."""
        terms = self._relating.terms_that_are(read.asked) if read.asked else []
        return (read.as_meaning() if terms and not read.meaning else read), terms

    def _narrow(self, understood: _Understood, wanted: Constraints) -> tuple[_Understood, Constraints]:
        """What the fields of the query ask for besides; a field that names nothing is read as words."""
        read = understood.query
        fields = read.fields
        if not fields:
            return understood, wanted
        within = named_documents(self._documents, fields.within) if fields.within else None
        editions = {record.edition for record in self._documents.values()}
        fault = fields.within if fields.within and not within else None
        if fault is None and fields.edition and fields.edition not in editions:
            fault = fields.edition
        if fault is not None:
            plain = read_query(re.sub(r"[^\w\s]", " ", read.text))
            asked = self._relating.terms_that_are(plain.asked) if plain.meaning else ()
            read_as = ReadAs(kind="plain", source=fault, target=plain.as_words)
            return _Understood(plain, asked, read_as, understood.others), wanted
        names = wanted.documents
        if within:
            names = names & within
        if fields.edition:
            names = frozenset(name for name in names if self._documents[name].edition == fields.edition)
        if fields.language:
            names = self._of_language(names, fields.language)
        laws = law_numbers(fields.laws) if fields.laws else ()
        if laws and wanted.laws:
            laws = tuple(law for law in laws if law in wanted.laws) or ("-",)
        narrowed = replace(
            wanted,
            documents=names,
            laws=laws or wanted.laws,
            kind=fields.kind or wanted.kind,
            language=fields.language or wanted.language,
        )
        return understood, narrowed

    def _of_language(self, names: Collection[str], language: str | None) -> frozenset[str]:
        return frozenset(name for name in names if language is None or self._documents[name].language == language)

    # what is found

    def _filters(self, read: Query, wanted: Constraints) -> Filters:
        whole = len(wanted.documents) == len(self._documents)
        return Filters(
            documents=() if whole and read.terms else tuple(sorted(wanted.documents)) or ("-",),
            laws=wanted.laws,
            species=wanted.species,
        )

    def _answer(self, understood: _Understood, filters: Filters, number: int) -> _Answer:
        """The best ``number`` for a query; for what it is without quotes, where that is answered clearly better.

        A question that quotes what somebody said is a question still.
        """
        read = understood.query
        quoting = self._rank(read, understood.asked, filters, number)
        plain = _without_quotes(read)
        if plain is None or (quoting.total and not _asks_around(read)):
            return quoting
        plainly = self._rank(plain, understood.asked, filters, number)
        if not quoting.total:
            return plainly
        better = plainly.ranked and plainly.ranked[0].score > quoting.ranked[0].score * _CLEARLY
        return plainly if better else quoting

    def _rank(self, read: Query, asked: Sequence[Sequence[str]], filters: Filters, number: int) -> _Answer:
        related = self._relating.related(read, asked)
        total, ranked = self.ranker.search(read, filters, number, related)
        return _Answer(read, related, total, ranked)

    def _in_order(self, ranked: Sequence[Ranked], wanted: Constraints) -> list[Ranked]:
        """The hits that answer well, in the order of the laws."""
        floor = max((item.score for item in ranked), default=0.0) * _GOOD
        good = [item for item in ranked if item.score >= floor]

        def place(item: Ranked) -> tuple[object, ...]:
            document, key = self._shown(item.unit, wanted.documents, wanted.language)
            address = self._store.address_of(key)
            rank = holder_rank(self._documents, self._in_force, document, None)
            return (address is None, order_key(address) if address is not None else (), rank)

        return sorted(good, key=place)

    def _jump(self, query: str, wanted: Constraints, page: slice) -> Results | None:
        """A query that is the address of a clause goes to the clause, once for each series and edition."""
        address = try_address(_SEE.sub("", query))
        if address is None:
            return None
        holders = [(name, number) for name, number in self._store.holders(address) if name in wanted.documents]
        if not holders:
            return None
        if wanted.laws or wanted.kind:
            passed = numbers_of(self._index, Filters(laws=wanted.laws, species=wanted.species))
            holders = [holder for holder in holders if holder in passed]
        named = "ru" if is_cyrillic(query) else "en" if _ENGLISH.search(query) else None
        language = wanted.language or named or wanted.reader
        holders.sort(key=lambda holder: holder_rank(self._documents, self._in_force, holder[0], language))
        works: dict[tuple[str, str], list[tuple[str, int]]] = {}
        for name, number in holders:
            record = self._documents[name]
            works.setdefault((record.series, record.edition), []).append((name, number))
        unmarked = Marker(Query(text=query, terms=()), self._index.forms, Related())
        hits = tuple(
            self._hit(members[0], members[1:], unmarked, score=1.0, reasons=(("address", 1.0),))
            for members in list(works.values())[page]
        )
        read_as = ReadAs(kind="address", source=query, target=str(address))
        return Results(query=query, total=len(works), hits=hits, offset=page.start, read_as=read_as)

    # what else could be meant

    def _may_be_mistyped(self, read: Query, *, found: bool) -> bool:
        """True for a query that holds an unknown word, if it is short or nothing was found."""
        short = len(read.words) <= _SUGGESTED
        return (short or not found) and any(not self._index.knows(word.form) for word in read.words)

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

    # words and terms

    def terms(self, word: str) -> tuple[list[Term], ReadAs | None]:
        """The concepts that a word or expression names, each with all its names, and how it was read if mistyped."""
        read_as = None
        forms = [token.form for token in tokenize(word)][:16]
        found = self._relating.named_in([self._index.forms.normal_forms(form) for form in forms])
        if not found:  # perhaps it is mistyped
            understood = self._read(word)
            read_as = understood.read_as
            forms = [item.form for item in understood.query.words][:16]
            found = self._relating.named_in([self._index.forms.normal_forms(form) for form in forms])
        whole = [named.slug for named in found if named.is_at(0, len(forms))]
        slugs = dict.fromkeys([*whole, *(named.slug for named in found)])
        return [self._store.concept(slug) for slug in slugs], read_as if slugs else None

    def knows(self, word: str) -> bool:
        """True if some text of the library holds a form of the word."""
        return any(self._index.knows(token.form) for token in tokenize(word))

    # a hit

    def _hits(self, ranked: Sequence[Ranked], answer: _Answer, wanted: Constraints) -> tuple[Hit, ...]:
        marker = self._marker(answer.query, answer.related)
        language = wanted.language or _language_of(answer.query.words) or wanted.reader
        hits = []
        for item in ranked:
            shown = self._shown(item.unit, wanted.documents, language)
            others = [member for member in self._members(item.unit) if member != shown]
            situation = self._situation(item)
            hits.append(self._hit(shown, others, marker, score=item.score, reasons=item.reasons, situation=situation))
        return tuple(hits)

    def _marker(self, read: Query, related: Related) -> Marker:
        members = {number: self._store.family(number) for numbers in related.families.values() for number in numbers}
        return Marker(
            read,
            self._index.forms,
            related,
            expanded={word: self._index.expand(word) for word in read.words if word.kind != WORD},
            names=self._store.concept_names(named.slug for named in related.concepts),
            kindred={
                lemma: [other for number in numbers for other in members[number] if other != lemma]
                for lemma, numbers in related.families.items()
            },
            worth={place: self._index.tells(word.form) for place, word in enumerate(read.words)},
        )

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

    def _situation(self, item: Ranked) -> Through | None:
        """What players say that led to a unit."""
        if item.situation is None:
            return None
        language, text = self._store.situation(item.situation)
        return Through(kind="situation", words="", text=text, language=language)

    def _hit(
        self,
        shown: tuple[str, int],
        others: Sequence[tuple[str, int]],
        marker: Marker,
        *,
        score: float,
        reasons: Sequence[tuple[str, float]],
        situation: Through | None = None,
    ) -> Hit:
        """The record of a clause, which stands in the document ``shown`` and in ``others`` as its twins."""
        document, number = shown
        language = self._documents[document].language
        clause = self._store.bare_clause(number)
        title = self._store.title_of(number)
        marks, title_marks = marker.mark(clause.text), marker.mark(title)
        printed = [*printed_words(title, title_marks, language), *printed_words(clause.text, marks, language)]
        twins = []
        printed_in_twins = []
        for other, other_number in others:
            heading, text = self._store.own_words(other_number)
            other_language = self._documents[other].language
            other_marks = marker.mark(text)
            printed_in_twins += printed_words(text, other_marks, other_language)
            twins.append(
                Twin(
                    document=other,
                    language=other_language,
                    title=self._store.title_of(other_number),
                    text=text or heading or "",
                    highlights=tuple(mark.span for mark in other_marks) if text else (),
                )
            )
        through = ways_to(marker.query, printed, printed_in_twins)
        rows = matching_rows(clause.text, marks, marker.numbers, marker.worth)
        kept = [reference.span for reference in clause.references]
        tables = table_blocks(clause.text) if rows else ()
        passage = best_snippet(clause.text, marks, marker.worth, kept, tables=tables)
        return Hit(
            document=document,
            address=clause.address or self._store.nearest_named(number),
            language=language,
            title=title,
            score=round(score, 4),
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
            through=(*through, situation) if situation is not None else through,
            reasons=tuple((name, round(value, 3)) for name, value in reasons),
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
