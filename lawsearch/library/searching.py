"""Ask an opened library: a query in, hits out.

In: the store and the index of one generation; a query with what the hits must be. Out: :class:`Results`, each clause
once, its other languages as twins. Nothing here ranks: ``lawsearch.search`` does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lawsearch.address import canonical, order_key, range_members, try_address
from lawsearch.errors import UsageError
from lawsearch.library.holders import holder_rank, twin_numbers
from lawsearch.model import Address, Clause, Document, Hit, ReadAs, Results, Span, Twin
from lawsearch.search import (
    ConceptFinder,
    ConceptName,
    Filters,
    Query,
    Ranked,
    SearchIndex,
    best_snippet,
    highlight,
    read_query,
)

if TYPE_CHECKING:
    from lawsearch.library.database import Database
    from lawsearch.library.reports import Term

KINDS = ("definition", "law", "note", "table")
SORTS = ("rank", "law")


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraints:
    """What the hits must be, and in what order they come; ``laws`` are numbers as in the index."""

    language: str | None = None
    laws: tuple[str, ...] = ()
    kind: str | None = None
    sort: str = "rank"

    @classmethod
    def read(cls, *, laws: str | None, kind: str | None, sort: str, language: str | None) -> Constraints:
        """The constraints as a person writes them; ``UsageError`` for a value that means nothing."""
        if kind is not None and kind not in KINDS:
            raise UsageError("option-value", option="kind", value=kind, known=", ".join(KINDS))
        if sort not in SORTS:
            raise UsageError("option-value", option="sort", value=sort, known=", ".join(SORTS))
        return cls(language=language, laws=law_numbers(laws) if laws else (), kind=kind, sort=sort)


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
        names = {
            name
            for name in allowed
            if constraints.language is None or self._documents[name].language == constraints.language
        }
        if (jump := self._jump(query, names, constraints.language)) is not None:
            return jump
        read = read_query(query)
        if not read.terms:
            return Results(query=query, total=0, hits=(), offset=offset)
        whole = len(names) == len(self._documents)
        filters = Filters(
            documents=() if whole else tuple(sorted(names)) or ("-",),
            laws=constraints.laws,
            kinds=(constraints.kind,) if constraints.kind else (),
        )
        total, ranked = self._index.search(read, filters, (offset + limit) * 2, self._concepts(read.forms))
        ordered = self._one_of_twins(ranked)
        if constraints.sort == "law":
            ordered.sort(key=lambda item: self._reading_order(item.key))
        hits = tuple(
            self._hit(item.key, item.score, tuple(item.reasons), read) for item in ordered[offset : offset + limit]
        )
        suggestions: tuple[str, ...] = ()
        if not hits or any(not self._index.contains(form) for form in read.forms):
            suggestions = self._suggest(query, read.forms)
        return Results(query=query, total=total, hits=hits, offset=offset, suggestions=suggestions)

    def _reading_order(self, key: int) -> tuple[object, ...]:
        document, address = self._store.name_of(key)
        return (
            order_key(canonical(address)) if address else (),
            holder_rank(self._documents, self._in_force, document, None),
        )

    def _concepts(self, forms: Sequence[str]) -> list[tuple[int, int, str]]:
        """The concepts that a row of words names: (first word, word after the last, concept)."""
        words = [self._index.forms.normal_forms(form) for form in forms]
        rows = self._store.term_names(lemma for forms in words for lemma in forms)
        return ConceptFinder(ConceptName(name, slug) for name, slug in rows).find(words)

    def _one_of_twins(self, ranked: Sequence[Ranked]) -> list[Ranked]:
        """Each clause once: of its languages the one that ranks first; the others are the hit's twins."""
        seen: set[tuple[str, str, str]] = set()
        kept = []
        for item in ranked:
            document, address = self._store.name_of(item.key)
            record = self._documents[document]
            key = (record.series, record.edition, address or f"#{item.key}")
            if key not in seen:
                seen.add(key)
                kept.append(item)
        return kept

    def terms(self, word: str) -> list[Term]:
        """The concepts that a word or expression names, each with all its names; the exact ones first."""
        from lawsearch.language.text import tokenize
        from lawsearch.library.reports import Term

        forms = [token.form for token in tokenize(word)][:16]
        found = self._concepts(forms)
        whole = [slug for first, stop, slug in found if (first, stop) == (0, len(forms))]
        terms = []
        for slug in dict.fromkeys([*whole, *(slug for _, _, slug in found)]):
            names, definition, note = self._store.concept(slug)
            terms.append(
                Term(
                    concept=slug,
                    names={language: tuple(items) for language, items in names.items()},
                    definition=definition,
                    note=note,
                )
            )
        return terms

    def knows(self, word: str) -> bool:
        """True if some text of the library holds a form of the word."""
        from lawsearch.language.text import tokenize

        return any(self._index.contains(token.form) for token in tokenize(word))

    def _jump(self, query: str, allowed: set[str], language: str | None) -> Results | None:
        """A query that is the address of a clause goes to the clause."""
        wanted = try_address(query)
        if wanted is None:
            return None
        holders = [(name, number) for name, number in self._store.holders(wanted) if name in allowed]
        if not holders:
            return None
        holders.sort(key=lambda holder: holder_rank(self._documents, self._in_force, holder[0], language))
        hits = tuple(self._hit(number, 1.0, (("address", 1.0),), None) for _, number in holders)
        return Results(
            query=query, total=len(hits), hits=hits, read_as=ReadAs(kind="address", source=query, target=str(wanted))
        )

    def _hit(self, number: int, score: float, reasons: tuple[tuple[str, float], ...], query: Query | None) -> Hit:
        clause = self._store.bare_clause(number)
        address = clause.address or self._store.nearest_named(number)
        assert address is not None
        forms = self._index.forms
        marks = highlight(clause.text, query, forms) if query is not None else ()
        title = self._title(number, clause)
        passage = best_snippet(clause.text, marks)
        return Hit(
            document=clause.document,
            address=address,
            language=self._documents[clause.document].language,
            title=title,
            score=round(score, 4),
            text=clause.text,
            snippet=clause.text[passage.start : passage.stop],
            snippet_span=Span(passage.start, passage.stop),
            kind=clause.kind,
            highlights=marks,
            title_highlights=highlight(title, query, forms) if query is not None else (),
            references=clause.references,
            twins=tuple(
                Twin(
                    document=twin.document,
                    language=self._documents[twin.document].language,
                    text=twin.text or twin.heading or "",
                )
                for twin in map(self._store.bare_clause, twin_numbers(self._store, clause))
            ),
            reasons=tuple((name, round(value, 3)) for name, value in reasons),
        )

    def _title(self, number: int, clause: Clause) -> str:
        """The clause's heading, or the nearest one above."""
        if clause.heading:
            return clause.heading
        return next((above.heading for above in reversed(self._store.ancestors(number)) if above.heading), "")

    def _suggest(self, query: str, forms: Sequence[str]) -> tuple[str, ...]:
        """The query with each unknown word replaced by the nearest words that the library knows."""
        import difflib

        vocabulary = sorted(word for word in self._index.vocabulary() if len(word) > 2 and word[0].isalpha())
        suggested: list[str] = []
        for form in forms[:8]:
            if len(form) < 3 or not form[0].isalpha() or self._index.contains(form):
                continue
            near = [word for word in vocabulary if abs(len(word) - len(form)) <= 2]
            for word in difflib.get_close_matches(form, near, n=3, cutoff=0.75):
                text = _replace_word(query, form, word)
                if text not in suggested:
                    suggested.append(text)
        return tuple(suggested[:3])


def _replace_word(query: str, form: str, word: str) -> str:
    from lawsearch.language.text import tokenize

    for token in tokenize(query):
        if token.form == form:
            return query[: token.start] + word + query[token.stop :]
    return word
