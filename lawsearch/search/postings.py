"""Postings kept by Whoosh: the one module that touches it.

In: for each document of the index the words of a field with their weights (and places). Out: for each word its
documents. Whoosh keeps the terms, the segment and its files; how the postings of a word lie there is ours, by a codec
of Whoosh's own kind: rows of plain numbers, so that a word is read without a step per document, and its places not
before somebody asks for them. Whoosh's table of contents is a pickle: an index is opened only after the library has
checked whose it is.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sized
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeVar

from whoosh import fields, formats
from whoosh import index as whoosh_index
from whoosh.codec.whoosh3 import W3Codec, W3FieldWriter, W3TermInfo
from whoosh.reading import TermNotFound

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


class _Pool:
    """Gathers the postings of a segment in memory, in place of Whoosh's pool of tuples that must be sorted.

    Most words stand in one document: until a second comes, the posting is kept as it is.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._lists: dict[str, dict[str, _List | tuple[int, float, bytes]]] = {name: {} for name in names}

    def add(self, name: str, document: int, entries: Iterable[Entry]) -> None:
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

    def iter_postings(self) -> Iterator[tuple[str, str, _List]]:
        """Field, word and postings, in order; what was given is forgotten."""
        for name in sorted(self._lists):
            lists = self._lists.pop(name)
            for word in sorted(lists):  # in the order of their bytes too: that is what UTF-8 is for
                found = lists.pop(word)
                if isinstance(found, tuple):
                    first, found = found, _List()
                    found.add(*first)
                yield name, word, found

    def cleanup(self) -> None:
        self._lists.clear()


class _FieldWriter(W3FieldWriter):
    """Writes what a :class:`_Pool` gathered, a word at a time."""

    def add_postings(self, schema: Any, lengths: Any, items: Iterable[tuple[str, str, _List]]) -> None:
        whoosh: Any = self
        field = None
        for name, word, postings in items:
            if name != field:
                whoosh.start_field(name, schema[name])
                field = name
            whoosh.start_term(word.encode())
            whoosh._postwriter.whole = postings
            whoosh.finish_term()
        if field is not None:
            whoosh.finish_field()


class _PostingsWriter:
    """Writes the postings of one word after the other."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self.whole = _List()

    def start_postings(self, format_: object, terminfo: object) -> None:
        self.whole = _List()

    def finish_postings(self) -> Any:
        documents, weights = self.whole.documents, self.whole.weights
        make_info: Any = W3TermInfo
        info = make_info(
            weight=sum(weights), df=len(documents), maxweight=max(weights), minid=documents[0], maxid=documents[-1]
        )
        packed = self.whole.to_bytes()
        info.set_extent(self._file.tell(), len(packed))
        self._file.write(packed)
        return info


class RowsCodec(W3Codec):
    """Whoosh's codec, but for how the postings of a word lie in the file. Named in the index: it must be found there."""

    def field_writer(self, storage: Any, segment: Any) -> Any:
        make_writer: Any = _FieldWriter
        return make_writer(self, storage, segment)

    def postings_writer(self, dbfile: Any, byteids: bool = False) -> _PostingsWriter:
        return _PostingsWriter(dbfile)

    def postings_reader(
        self, dbfile: Any, terminfo: Any, format_: object, term: object = None, scorer: object = None
    ) -> Posting:
        return Posting.read(dbfile, terminfo.extent()[0])


class PostingsWriter:
    """Writes a new index into an empty folder, as one segment; documents are numbered in order from 0."""

    def __init__(self, folder: Path, names: Iterable[str]) -> None:
        names = list(names)
        no_analyzer: Any = None  # the words come ready
        members = {name: fields.FieldType(formats.Existence(), no_analyzer) for name in names}
        self._index: Any = whoosh_index.create_in(str(folder), fields.Schema(**members))
        codec: Any = RowsCodec
        writer: Any = self._index.writer(codec=codec())
        self._writer = writer
        self._pool = _Pool(names)
        self._writer.pool = self._pool
        self._count = 0

    def add(self, words: Mapping[str, Iterable[Entry]]) -> None:
        """One document: the words of each field."""
        self._writer.add_document()
        for name, entries in words.items():
            self._pool.add(name, self._count, entries)
        self._count += 1

    def close(self) -> None:
        self._writer.commit(optimize=True)
        self._index.close()


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


_Key = TypeVar("_Key")
_Kept = TypeVar("_Kept", bound=Sized)


class LastUsed(OrderedDict[_Key, _Kept]):
    """What was read for one query and is kept for the next, ``most`` items in all.

    What was used longest ago goes first: who takes a value says so by :meth:`move_to_end`, for a word is asked for
    hundreds of times, and a method of our own would cost more than the look-up.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._size = 0  # each value counts one besides its items

    def keep(self, key: _Key, value: _Kept) -> None:
        """Keep a value that is not kept yet."""
        self[key] = value
        self._size += len(value) + 1
        while self._size > self._most and len(self) > 1:
            _, dropped = self.popitem(last=False)
            self._size -= len(dropped) + 1

    def clear(self) -> None:
        super().clear()
        self._size = 0


_NOWHERE: array[int] = array(_WIDE)
_NOTHING = Posting(array(_NARROW), array(_WEIGHT), None)


class Postings:
    """An opened index. Not shared between threads: each opens its own."""

    def __init__(self, folder: str) -> None:
        index: Any = whoosh_index.open_dir(folder)
        self._index = index
        self._reader: Any = index.reader()
        self._known: LastUsed[tuple[str, str], Posting] = LastUsed(_KEPT)

    def close(self) -> None:
        self._known.clear()
        self._reader.close()
        self._index.close()

    def count(self, name: str, word: str) -> int:
        """How many documents hold a word in a field."""
        found = self._known.get((name, word))
        return len(found) if found is not None else int(self._reader.doc_frequency(name, word))

    def get(self, name: str, word: str) -> Posting:
        """The documents that hold a word in a field."""
        key = (name, word)
        found = self._known.get(key)
        if found is not None:
            self._known.move_to_end(key)
            return found
        try:
            found = self._reader.postings(name, word)
        except TermNotFound:
            found = _NOTHING
        self._known.keep(key, found)
        return found
