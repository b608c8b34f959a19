"""Postings kept by Whoosh: the one module that touches it.

In: for each document of the index the words of a field with their weights (and places). Out: for each word its
documents. We reckon weights and places ourselves; Whoosh sorts, packs and finds them. The files hold pickles: they
are opened only after the library has checked whose they are.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from whoosh import fields, formats
from whoosh import index as whoosh_index

if TYPE_CHECKING:
    from pathlib import Path

# A word of a field, its weight there, and the places where it stands (packed by ``pack_places``).
Entry = tuple[str, float, bytes]

# Postings in one block: most words have one.
_BLOCK = 512
# So many decoded postings are kept; what was used longest ago goes first.
_KEPT = 400_000


class _Payload(formats.Existence):
    """Payloads of any length."""

    posting_size = -1


class PostingsField(fields.FieldType):
    """A field whose words come with their weights and places."""

    def __init__(self) -> None:
        no_analyzer: Any = None  # the words come ready
        super().__init__(_Payload(), no_analyzer)

    def index(self, value: Iterable[Entry], **kwargs: Any) -> Iterator[tuple[bytes, int, float, bytes]]:  # type: ignore[override]
        """What Whoosh asks for: the word, its count (not used), its weight, its payload."""
        for word, weight, places in value:
            yield word.encode(), 1, weight, places


def pack_places(places: Iterable[int]) -> bytes:
    """Places as bytes; never empty, for Whoosh leaves out an empty payload."""
    return b"." + array("I", places).tobytes()


def unpack_places(packed: bytes) -> array[int]:
    """The places that :func:`pack_places` packed."""
    places = array("I")
    places.frombytes(packed[1:])
    return places


class PostingsWriter:
    """Writes a new index into an empty folder, as one segment; documents are numbered in order from 0."""

    def __init__(self, folder: Path, names: Iterable[str]) -> None:
        from whoosh.codec.whoosh3 import W3Codec

        members = {name: PostingsField() for name in names}
        self._index: Any = whoosh_index.create_in(str(folder), fields.Schema(beside=fields.STORED, **members))
        codec: Any = W3Codec
        self._writer = self._index.writer(limitmb=64, codec=codec(blocklimit=_BLOCK))

    def add(self, words: Mapping[str, Iterable[Entry]], said: tuple[str, str] | None = None) -> None:
        """One document: the words of each field; ``said`` is kept beside it."""
        self._writer.add_document(beside=said, **words)

    def close(self) -> None:
        self._writer.commit(optimize=True)
        self._index.close()


class Posting:
    """The documents of a word: their weights; and, where the word has places, those, packed."""

    __slots__ = ("places", "weights")

    def __init__(self, weights: dict[int, float], places: dict[int, bytes]) -> None:
        self.weights = weights
        self.places = places


def _read_singly(matcher: Any, places: bool) -> Posting:
    weights: dict[int, float] = {}
    packed: dict[int, bytes] = {}
    while matcher.is_active():
        document = matcher.id()
        weights[document] = matcher.weight()
        if places:
            packed[document] = matcher.value()
        matcher.next()
    return Posting(weights, packed)


_NOTHING = Posting({}, {})
# What the matcher of the pinned Whoosh has; another one is read posting by posting.
_BLOCKWISE = ("_data", "_next_block", "_read_data", "_read_values", "_read_weights")


class Postings:
    """An opened index. Not shared between threads: each opens its own."""

    def __init__(self, folder: str) -> None:
        index: Any = whoosh_index.open_dir(folder)
        self._index = index
        self._reader: Any = index.reader()
        self._known: OrderedDict[tuple[str, str], Posting] = OrderedDict()
        self._size = 0

    def close(self) -> None:
        self._reader.close()
        self._index.close()

    def count(self, name: str, word: str) -> int:
        """How many documents hold a word in a field."""
        return int(self._reader.doc_frequency(name, word)) if (name, word) in self._reader else 0

    def get(self, name: str, word: str, *, places: bool = False) -> Posting:
        """The documents that hold a word in a field. ``places``: the word has places."""
        key = (name, word)
        found = self._known.get(key)
        if found is not None:
            self._known.move_to_end(key)
            return found
        found = self._read(name, word, places) if key in self._reader else _NOTHING
        self._known[key] = found
        self._size += len(found.weights) + 1
        while self._size > _KEPT and len(self._known) > 1:
            _, dropped = self._known.popitem(last=False)
            self._size -= len(dropped.weights) + 1
        return found

    def _read(self, name: str, word: str, places: bool) -> Posting:
        matcher: Any = self._reader.postings(name, word)
        if not all(hasattr(matcher, part) for part in _BLOCKWISE):
            return _read_singly(matcher, places)
        # whole blocks at once: a twentieth of the calls
        weights: dict[int, float] = {}
        packed: dict[int, bytes] = {}
        while matcher.is_active():
            if matcher._data is None:
                matcher._read_data()
            matcher._read_weights()
            ids = list(accumulate(matcher._data[0]))
            weights.update(zip(ids, matcher._weights, strict=True))
            if places:
                matcher._read_values()
                packed.update(zip(ids, matcher._values, strict=True))
            matcher._next_block()
        return Posting(weights, packed)

    def said(self, document: int) -> tuple[str, str]:
        """What was kept beside a document."""
        language, text = self._reader.stored_fields(document)["beside"]
        return language, text
