"""What a format is, and what it is given to write.

A format is a module of this package with one function ``write(selection)`` that gives the pieces of the file in order,
text or bytes, and a line in :data:`~lawsearch.export.EXPORT_FORMATS`. It asks the :class:`Selection` for one document
(or one family of translations) at a time, so that memory does not grow with the library.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lawsearch.model import Clause, Document, ParsedDocument

if TYPE_CHECKING:
    from lawsearch.library import Library
    from lawsearch.library.aligning import Row
    from lawsearch.library.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportFormat:
    """A kind of file.

    ``module`` has the function ``write``; ``suffixes`` are how names of such files end, the usual one first;
    ``description`` is a message id; a file of a ``binary`` format, or of several documents of a ``packed`` one, is never
    written to a terminal.
    """

    module: str
    suffixes: tuple[str, ...]
    description: str
    binary: bool = False
    packed: bool = False

    def pieces(self, selection: Selection) -> Iterator[bytes]:
        """The file, piece by piece. Text is UTF-8; a lone surrogate, which UTF-8 cannot hold, becomes an escape."""
        write: Callable[[Selection], Iterator[str | bytes]] = importlib.import_module(self.module).write
        for piece in write(selection):
            yield piece.encode("utf-8", "backslashreplace") if isinstance(piece, str) else piece


@dataclass(frozen=True, slots=True)
class Family:
    """The translations of one work: documents of one series and edition, in the order of their languages."""

    documents: tuple[Document, ...]

    @property
    def name(self) -> str:
        """``digest-2017``."""
        return f"{self.documents[0].series}-{self.documents[0].edition}"

    @property
    def role(self) -> str:
        return self.documents[0].role


class Selection:
    """The documents to write, in the order of the library."""

    def __init__(
        self,
        documents: Sequence[Document],
        read: Callable[[str], ParsedDocument],
        words: Callable[[], Words] | None = None,
        known: Mapping[str, Document] | None = None,
    ) -> None:
        """``read`` gives the document with an id; ``words`` the vocabulary of the library, if there is one; ``known``
        all its documents, by id (else those to write).
        """
        self.documents = tuple(documents)
        self.known = known if known is not None else {document.id: document for document in documents}
        self._read = read
        self._words = words

    @classmethod
    def of(cls, library: Library, names: Sequence[str] = ()) -> Selection:
        """Documents of a library by their names (all, if none is named), each once."""
        chosen = dict.fromkeys(library.document(name).id for name in names) or library.documents
        return cls([library.documents[name] for name in chosen], library.export, library.words, library.documents)

    def parsed(self) -> Iterator[ParsedDocument]:
        """The documents with all that is in them, one at a time."""
        for document in self.documents:
            yield self._read(document.id)

    def read(self, document: Document) -> ParsedDocument:
        """One document with all that is in it."""
        return self._read(document.id)

    @property
    def words(self) -> Words:
        """The vocabulary: normal forms, terms, situations."""
        from lawsearch.library.words import Words

        return self._words() if self._words is not None else Words.none()

    def families(self) -> list[Family]:
        """The documents with their translations beside them: laws before commentary, else as in the library."""
        found: dict[tuple[str, str], list[Document]] = {}
        for document in self.documents:
            found.setdefault((document.series, document.edition), []).append(document)
        return sorted((Family(tuple(items)) for items in found.values()), key=lambda family: family.role != "laws")

    def rows(self, family: Family) -> list[Row]:
        """The clauses of a family in reading order, aligned by address; the unplaced fragments last."""
        from lawsearch.library.aligning import align

        return align([_whole(self._read(document.id)) for document in family.documents])[1:]


def _whole(parsed: ParsedDocument) -> Clause:
    """A document as one clause, so that its top level is aligned too."""
    return Clause(
        document=parsed.document.id, address=None, kind="document", children=(*parsed.clauses, *parsed.unplaced)
    )
