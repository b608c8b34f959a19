"""Postings: for each word of a field the documents that hold it, in a table of Whoosh's, one file.

In: for each document of the index the words of a field with their weights (and places). Out: for each word its
documents. The table on disk is Whoosh's (a constant database, its hash kept in the file); what lies there for a word is
ours: rows of plain numbers, so that a word is read without a step per document, and its places not before somebody asks
for them. Nothing is pickled, so that opening an index runs nothing.
"""

from __future__ import annotations

import mmap
from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping
from struct import Struct
from typing import TYPE_CHECKING, Any

from whoosh.filedb.filetables import HashReader, HashWriter
from whoosh.filedb.structfile import BufferFile, StructFile

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TypeAlias

    Weighed: TypeAlias = "Mapping[int, float] | Column"

# A word of a field, its weight there, and the places where it stands (packed by ``pack_places``).
Entry = tuple[str, float, bytes]

# The postings of a word in the file: how many documents, how many places, and the types of the two rows of numbers
# that need not be wide; then documents, weights, and where there are places: where those of each document end, places.
_HEAD = Struct("=II2s")
_NARROW, _WIDE, _WEIGHT = "H", "I", "f"
_NARROWEST = 1 << 16
_PLACE_SIZE = array(_WIDE).itemsize

# So many decoded postings are kept; what was used longest ago goes first.
_KEPT = 400_000
# A word of more documents is looked up by halving: it is asked for a bounded number of them.
_HALVED = 6_000
# To look one document up costs as much as to run through so many.
_LOOK_UP = 12


def pack_places(places: Iterable[int]) -> bytes:
    """Places as bytes."""
    return array(_WIDE, places).tobytes()


class _List:
    """The postings of a word as they gather."""

    __slots__ = ("documents", "ends", "places", "weights")

    def __init__(self) -> None:
        self.documents = array(_WIDE)
        self.weights: array[float] = array(_WEIGHT)
        self.ends = array(_WIDE)
        self.places = bytearray()

    def add(self, document: int, weight: float, places: bytes) -> None:
        self.documents.append(document)
        self.weights.append(weight)
        if places:
            self._end(len(self.documents) - 1)  # those before that had no places
            self.places += places
            self.ends.append(len(self.places) // _PLACE_SIZE)

    def _end(self, count: int) -> None:
        """Let the places of the first ``count`` documents end where those of the last that has some do."""
        missing = count - len(self.ends)
        if missing:
            self.ends.extend([self.ends[-1] if self.ends else 0] * missing)

    def to_bytes(self) -> bytes:
        count = 0
        if self.ends:
            self._end(len(self.documents))
            count = self.ends[-1]
        documents, ends = _narrowed(self.documents), _narrowed(self.ends)
        head = _HEAD.pack(len(documents), count, (documents.typecode + ends.typecode).encode())
        return b"".join((head, documents.tobytes(), self.weights.tobytes(), ends.tobytes(), self.places))


def _narrowed(numbers: array[int]) -> array[int]:
    """Rising numbers in half the bytes if they fit."""
    return array(_NARROW, numbers) if not numbers or numbers[-1] < _NARROWEST else numbers


class _Table(HashWriter):
    """A table without the notes that Whoosh would pickle behind it."""

    def _write_extras(self) -> None:
        pass


class _OpenedTable(HashReader):
    """Such a table, opened."""

    def _read_extras(self) -> None:
        pass


# Of the hashes that the table knows the only one in C.
_CRC32 = 1


def _key(name: str, word: str) -> bytes:
    return f"{name} {word}".encode()


class PostingsWriter:
    """Writes postings into a new file. A document is whatever the field numbers, in rising order.

    They gather in memory. Most words stand in one document: until a second comes, the posting is kept as it is.
    """

    def __init__(self, path: Path, names: Iterable[str]) -> None:
        self._path = path
        self._lists: dict[str, dict[str, _List | tuple[int, float, bytes]]] = {name: {} for name in names}

    def add(self, name: str, document: int, entries: Iterable[Entry]) -> None:
        """The words of a document in a field."""
        lists = self._lists[name]
        for word, weight, places in entries:
            found = lists.get(word)
            if found is None:
                lists[word] = (document, weight, places)
                continue
            if isinstance(found, tuple):
                first, found = found, _List()
                found.add(*first)
                lists[word] = found
            if places or found.ends:
                found.add(document, weight, places)
            else:
                found.documents.append(document)
                found.weights.append(weight)

    def close(self) -> None:
        """Write the file; what has gathered is forgotten on the way."""
        with self._path.open("wb") as file:
            make_table: Any = _Table
            table = make_table(StructFile(file), hashtype=_CRC32)
            for name in sorted(self._lists):
                lists = self._lists.pop(name)
                for word in sorted(lists):
                    found = lists.pop(word)
                    if isinstance(found, tuple):
                        first, found = found, _List()
                        found.add(*first)
                    table.add(_key(name, word), found.to_bytes())
            table.close()


class Column:
    """What a common word weighs in each document, looked up by halving."""

    __slots__ = ("_documents", "_weights")

    def __init__(self, documents: array[int], weights: array[float]) -> None:
        self._documents = documents
        self._weights = weights

    def __len__(self) -> int:
        return len(self._documents)

    def __iter__(self) -> Iterator[int]:
        return iter(self._documents)

    def __contains__(self, document: int) -> bool:
        place = bisect_left(self._documents, document)
        return place < len(self._documents) and self._documents[place] == document

    def get(self, document: int, default: float = 0.0) -> float:
        place = bisect_left(self._documents, document)
        if place < len(self._documents) and self._documents[place] == document:
            return self._weights[place]
        return default

    def items(self) -> Iterator[tuple[int, float]]:
        return zip(self._documents, self._weights, strict=True)

    def among(self, documents: Collection[int]) -> dict[int, float]:
        """The weights in those of the documents that hold the word."""
        own, weights, count = self._documents, self._weights, len(self._documents)
        return {
            one: weights[place] for one in documents if (place := bisect_left(own, one)) < count and own[place] == one
        }


def weights_among(weighed: Weighed, documents: Collection[int]) -> Mapping[int, float]:
    """The weights in those of the documents that hold a word."""
    if isinstance(weighed, Column):
        return weighed.among(documents)
    if len(weighed) < len(documents):
        return {one: weight for one, weight in weighed.items() if one in documents}
    return {one: weighed[one] for one in documents if one in weighed}


class Posting:
    """The documents of a word in order, its weight in each, and its places there, which are read when asked for."""

    __slots__ = ("_ends", "_places", "_unread", "_weighed", "documents", "weights_of")

    def __init__(self, documents: array[int], weights: array[float], unread: tuple[Any, int, int, str] | None) -> None:
        self.documents = documents
        self.weights_of = weights
        self._unread = unread  # file, where the row of ends begins, how many places, type of the row of ends
        self._weighed: Weighed | None = None
        self._ends: array[int] = array(_WIDE)
        self._places: array[int] = array(_WIDE)

    @classmethod
    def read(cls, file: Any, start: int) -> Posting:
        count, places, types = _HEAD.unpack(file.get(start, _HEAD.size))
        documents: array[int] = array(chr(types[0]))
        weights: array[float] = array(_WEIGHT)
        middle = documents.itemsize * count
        stop = middle + weights.itemsize * count
        rows = memoryview(file.get(start + _HEAD.size, stop))
        documents.frombytes(rows[:middle])
        weights.frombytes(rows[middle:])
        unread = (file, start + _HEAD.size + stop, places, chr(types[1])) if places else None
        return cls(documents, weights, unread)

    @staticmethod
    def count_at(file: Any, start: int) -> int:
        """How many documents the postings that begin there hold."""
        return int(_HEAD.unpack(file.get(start, _HEAD.size))[0])

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def weights(self) -> Weighed:
        """The weights by document."""
        if self._weighed is None:
            if len(self.documents) > _HALVED:
                self._weighed = Column(self.documents, self.weights_of)
            else:
                self._weighed = dict(zip(self.documents, self.weights_of, strict=True))
        return self._weighed

    def among(self, documents: set[int]) -> set[int]:
        """Those of the documents that hold the word."""
        if len(documents) * _LOOK_UP > len(self.documents):
            return documents.intersection(self.documents)
        own, count = self.documents, len(self.documents)
        return {one for one in documents if (place := bisect_left(own, one)) < count and own[place] == one}

    def places(self, document: int) -> array[int]:
        """Where the word stands in a document, in order; empty where it stands nowhere."""
        if self._unread is not None:
            self._read_places(*self._unread)
        place = bisect_left(self.documents, document)
        if place >= len(self._ends) or self.documents[place] != document:
            return _NOWHERE
        return self._places[self._ends[place - 1] if place else 0 : self._ends[place]]

    def _read_places(self, file: Any, start: int, count: int, ends_type: str) -> None:
        ends: array[int] = array(ends_type)
        size = ends.itemsize * len(self.documents)
        rows = memoryview(file.get(start, size + _PLACE_SIZE * count))
        ends.frombytes(rows[:size])
        self._places.frombytes(rows[size:])
        self._ends = ends
        self._unread = None


_NOWHERE: array[int] = array(_WIDE)
_NOTHING = Posting(array(_NARROW), array(_WEIGHT), None)


class Postings:
    """Opened postings. Not shared between threads: each opens its own."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._file = BufferFile(memoryview(self._map))
        open_table: Any = _OpenedTable
        self._table = open_table(self._file, len(self._map))
        self._known: OrderedDict[tuple[str, str], Posting] = OrderedDict()
        self._size = 0

    def close(self) -> None:
        self._known.clear()
        self._file.close()
        self._map.close()

    def count(self, name: str, word: str) -> int:
        """How many documents hold a word in a field."""
        found = self._known.get((name, word))
        if found is not None:
            return len(found)
        place = self._find(name, word)
        return Posting.count_at(self._file, place) if place is not None else 0

    def get(self, name: str, word: str) -> Posting:
        """The documents that hold a word in a field."""
        key = (name, word)
        found = self._known.get(key)
        if found is not None:
            self._known.move_to_end(key)
            return found
        place = self._find(name, word)
        found = Posting.read(self._file, place) if place is not None else _NOTHING
        self._known[key] = found
        self._size += len(found) + 1
        while self._size > _KEPT and len(self._known) > 1:
            _, dropped = self._known.popitem(last=False)
            self._size -= len(dropped) + 1
        return found

    def _find(self, name: str, word: str) -> int | None:
        """Where the postings of a word begin in the file."""
        for place, _ in self._table.ranges_for_key(_key(name, word)):
            return int(place)
        return None
