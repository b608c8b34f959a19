"""Which documents a name means, which of them hold an address, and which comes first; what several addresses name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lawsearch.errors import NotFoundError
from lawsearch.model import Clause, Document, Target
from lawsearch.model.clauses import Record

if TYPE_CHECKING:
    from lawsearch.library.database import Database


# Not dataclasses: making one costs a cold start a quarter of a millisecond.


class Shown(Record):
    """A clause that was asked for; ``others`` are the further documents that hold its address, the best first."""

    __slots__ = ("clause", "others")

    def __init__(self, clause: Clause, others: tuple[str, ...]) -> None:
        self.clause = clause
        self.others = others


class Absent(Record):
    """What was asked for and is not there, as it was written, and why."""

    __slots__ = ("asked", "error")

    def __init__(self, asked: str, error: NotFoundError) -> None:
        self.asked = asked
        self.error = error


class LookedUp(Record):
    """What several addresses name: the clauses, each once, and what is not there."""

    __slots__ = ("absent", "shown")

    def __init__(self, shown: tuple[Shown, ...], absent: tuple[Absent, ...]) -> None:
        self.shown = shown
        self.absent = absent

    @property
    def clauses(self) -> list[Clause]:
        return [item.clause for item in self.shown]


def holder_rank(
    documents: Mapping[str, Document], in_force: str, name: str, language: str | None
) -> tuple[bool, bool, int, bool, int]:
    """Laws before commentary, the edition in force first, later editions next, then the language that is wanted."""
    record = documents[name]
    year = int(record.edition) if record.edition.isdigit() else 0
    return (
        record.role != "laws",
        record.edition != in_force,
        -year,
        language is not None and record.language != language,
        list(documents).index(name),
    )


def in_language(found: Sequence[Target], documents: Mapping[str, Document], language: str | None) -> Sequence[Target]:
    """The holders in a language, if it is one and there are any; else all."""
    return [target for target in found if documents[target.document].language == language] or found


def named_documents(documents: Mapping[str, Document], within: str) -> set[str]:
    """The documents that a name means, in either case of its letters: a document's, a series' or a role's."""
    wanted = within.lower()
    return {
        name
        for name, record in documents.items()
        if wanted in (name.lower(), record.series.lower(), record.role.lower())
    }


def one_document(documents: Mapping[str, Document], name: str) -> str:
    """The id of the document that was named by its id, or by its series if that has only one; else ``NotFoundError``."""
    if name in documents:
        return name
    fitting = [known for known, document in documents.items() if document.series == name]
    if len(fitting) == 1:
        return fitting[0]
    raise NotFoundError("no-such-document", document=name, known=", ".join(fitting or documents))


def allowed_documents(documents: Mapping[str, Document], within: str | None, edition: str | None) -> set[str]:
    """The documents that a name (None: all) and an edition (None: any) leave; ``NotFoundError`` if there are none."""
    names = set(documents) if within is None else named_documents(documents, within)
    if not names:
        raise NotFoundError("no-such-document", document=within, known=", ".join(known_names(documents)))
    if edition is None:
        return names
    chosen = {name for name in names if documents[name].edition == edition}
    if not chosen:
        editions = {documents[name].edition for name in names}
        raise NotFoundError("no-such-edition", edition=edition, known=", ".join(sorted(editions)))
    return chosen


def comparable(documents: Mapping[str, Document], document: Document) -> list[Document]:
    """The other texts of the same kind in the same language, such as another edition of the Laws."""
    kind = (document.role, document.language)
    return [other for other in documents.values() if (other.role, other.language) == kind and other.id != document.id]


def known_names(documents: Mapping[str, Document]) -> list[str]:
    """What a person may call documents by: roles, series, ids."""
    roles = sorted({record.role for record in documents.values()}, reverse=True)
    return list(dict.fromkeys([*roles, *(record.series for record in documents.values()), *documents]))


def is_twin(other: Document, mine: Document) -> bool:
    """True if one document is the other in another language."""
    return (other.series, other.edition) == (mine.series, mine.edition) and other.language != mine.language


def twin_numbers(store: Database, clause: Clause) -> list[int]:
    """The numbers of the same clause in the other languages of its series and edition."""
    if clause.address is None:
        return []
    mine = store.documents[clause.document]
    return [number for document, number in store.holders(clause.address) if is_twin(store.documents[document], mine)]
