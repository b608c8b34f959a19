"""Two documents clause by clause: what is the same, what was changed, what moved, what has no counterpart.

In: a clause tree of each side (or None), and the whole right document. Out: :class:`Comparison` records in the order of
the left side, what only the right side has after its predecessor. Promises: every clause with text of either tree
stands in exactly one record, and so does one that has a heading only, unless both sides have it alike above clauses of
their own; pairs of clauses of the same name are kept unless another clause is much nearer by its
words; the pieces of a record give both texts back in full. A clause without an address (closing text, a footnote) goes
by the clause it stands in, its kind, and its place among those.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import log, sqrt

from lawsearch.language.text import tokenize
from lawsearch.library.aligning import align, named_children
from lawsearch.model import Clause, Span

# A pair whose numbers differ counts as the same clause from this likeness of words on (cosine, 0 to 1) …
MOVED = 0.55
# … and takes the place of a pair with the same number only if that one is much less alike.
BETTER = 0.3

Lemmas = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of words: in both texts, or in one only. ``left`` and ``right`` are its spans there."""

    left: Span
    right: Span
    same: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """``kind``: same, changed, moved (another number; ``pieces`` tell whether the text changed too), left, right.

    For two languages ``kind`` is paired: their words cannot be compared, and there are no pieces. ``left_name`` and
    ``right_name`` are the addresses, or such as ``70.2#closing`` for a clause that has none; "" where there is none.
    """

    kind: str
    left: Clause | None
    right: Clause | None
    left_name: str = ""
    right_name: str = ""
    likeness: float = 0.0
    pieces: tuple[Piece, ...] = ()


class Likeness:
    """How alike two texts are: the cosine of their lemmas, rare ones weighing more (BM-like idf over all texts)."""

    def __init__(self, texts: Iterable[str], lemmas: Lemmas) -> None:
        self._lemmas = lemmas
        counts: Counter[str] = Counter()
        total = 0
        for text in texts:
            total += 1
            counts.update(self._bag(text).keys())
        self._idf = {lemma: log(1 + total / count) for lemma, count in counts.items()}
        self._rare = log(1 + total)

    def _bag(self, text: str) -> Counter[str]:
        return Counter(lemma for token in tokenize(text) for lemma in self._lemmas(token.form)[:1])

    def vector(self, text: str) -> dict[str, float]:
        """The weights of a text's lemmas, of length 1."""
        weights = {lemma: count * self._idf.get(lemma, self._rare) for lemma, count in self._bag(text).items()}
        length = sqrt(sum(weight * weight for weight in weights.values()))
        return {lemma: weight / length for lemma, weight in weights.items()} if length else {}


def _cosine(one: dict[str, float], other: dict[str, float]) -> float:
    if len(other) < len(one):
        one, other = other, one
    return sum(weight * other.get(lemma, 0.0) for lemma, weight in one.items())


@dataclass(frozen=True, slots=True)
class _Named:
    """A clause with text or a heading, and the name it goes by in its document."""

    name: str
    clause: Clause

    @property
    def bare_heading(self) -> str:
        """The words of the heading of a clause that has nothing else; "" for one with text."""
        return "" if self.clause.text else " ".join(token.form for token in tokenize(self.clause.heading or ""))


def compare(left: Clause | None, right: Clause | None, document: Iterable[Clause], lemmas: Lemmas) -> list[Comparison]:
    """The clauses of two trees in one language, matched; ``document`` are the trees of the whole right document.

    A clause of the left tree may meet one elsewhere in that document if it has no counterpart in the right tree.
    """
    lefts, rights = _with_words(left), _with_words(right)
    inside = {item.name for item in rights}
    elsewhere = [item for root in document for item in _with_words(root) if item.name not in inside]
    measure = Likeness((item.clause.text for item in (*lefts, *rights, *elsewhere)), lemmas)
    vectors = {id(item): measure.vector(item.clause.text) for item in (*lefts, *rights, *elsewhere)}

    def alike(one: _Named, other: _Named) -> float:
        if one.bare_heading or other.bare_heading:
            return float(one.bare_heading == other.bare_heading)
        return _cosine(vectors[id(one)], vectors[id(other)])

    pairs = _pair(lefts, rights, elsewhere, alike)
    followers = _followers(rights, pairs)
    compared = [_only_right(item) for item in followers[None]]
    for item in lefts:
        other = pairs.get(id(item))
        if other is None:
            compared.append(Comparison(kind="left", left=item.clause, right=None, left_name=item.name))
        else:
            if not _is_known_holder(item, other):
                compared.append(_compared(item, other, alike(item, other)))
            compared += [_only_right(following) for following in followers.get(id(other), ())]
    return compared


def _is_known_holder(one: _Named, other: _Named) -> bool:
    """True for a heading that both sides have alike, above clauses that are compared themselves."""
    if one.name != other.name or not one.bare_heading or one.bare_heading != other.bare_heading:
        return False
    return bool(one.clause.children or other.clause.children)


def _followers(rights: Sequence[_Named], pairs: dict[int, _Named]) -> dict[int | None, list[_Named]]:
    """What only the right side has, by the (identity of the) paired clause that it follows; None: the beginning."""
    taken = {id(other) for other in pairs.values()}
    found: dict[int | None, list[_Named]] = {None: []}
    before: int | None = None
    for item in rights:
        if id(item) in taken:
            before = id(item)
        else:
            found.setdefault(before, []).append(item)
    return found


def _only_right(item: _Named) -> Comparison:
    return Comparison(kind="right", left=None, right=item.clause, right_name=item.name)


def pair_by_address(left: Clause | None, right: Clause | None) -> list[Comparison]:
    """The clauses of two trees in different languages: matched by their numbers alone."""
    kinds = {(True, True): "paired", (True, False): "left", (False, True): "right"}
    return [
        Comparison(
            kind=kinds[one is not None, other is not None],
            left=one,
            right=other,
            left_name=row.name if one is not None else "",
            right_name=row.name if other is not None else "",
        )
        for row in align([left, right])
        for one, other in (row.cells,)
        if _is_told(one, other)
    ]


def _is_told(one: Clause | None, other: Clause | None) -> bool:
    """True unless a row only parts others: a clause without text, whose heading both sides have above other clauses."""
    there = [clause for clause in (one, other) if clause is not None]
    if any(clause.text for clause in there):
        return True
    headed = any(clause.heading for clause in there)
    return headed and (len(there) < 2 or not any(clause.children for clause in there))


def _with_words(tree: Clause | None) -> list[_Named]:
    """The clauses of a tree that have text or a heading, in reading order."""
    found: list[_Named] = []

    def walk(clause: Clause, name: str) -> None:
        if (clause.text or clause.heading) and clause.kind != "unplaced":
            found.append(_Named(name, clause))
        for inner, child in named_children(clause, name):
            walk(child, inner)

    if tree is not None:
        walk(tree, str(tree.address or ""))
    return found


def _pair(
    lefts: Sequence[_Named], rights: Sequence[_Named], elsewhere: Sequence[_Named],
    alike: Callable[[_Named, _Named], float],
) -> dict[int, _Named]:  # fmt: skip
    """Each left clause (by identity) with its counterpart: the surest pairs first, each clause in one pair at most."""
    candidates: list[tuple[float, int, int, _Named, _Named]] = []
    for i, one in enumerate(lefts):
        for j, other in enumerate((*rights, *elsewhere)):
            likeness = alike(one, other)
            if one.name == other.name:
                candidates.append((likeness + BETTER, -i, -j, one, other))
            elif likeness >= MOVED and (j < len(rights) or not one.bare_heading):
                # a bare heading such as “General” says nothing of clauses far away
                candidates.append((likeness, -i, -j, one, other))
    candidates.sort(key=lambda item: item[:3], reverse=True)
    pairs: dict[int, _Named] = {}
    taken: set[int] = set()
    for _, _, _, one, other in candidates:
        if id(one) not in pairs and id(other) not in taken:
            pairs[id(one)] = other
            taken.add(id(other))
    return pairs


def _compared(one: _Named, other: _Named, likeness: float) -> Comparison:
    pieces = tuple(compare_words(one.clause.text, other.clause.text))
    same = all(piece.same for piece in pieces)
    return Comparison(
        kind="moved" if one.name != other.name else "same" if same else "changed",
        left=one.clause,
        right=other.clause,
        left_name=one.name,
        right_name=other.name,
        likeness=round(likeness, 3),
        pieces=pieces,
    )


# A word, a mark of punctuation, or white space: the grain in which differences are shown.
_GRAIN = re.compile(r"\w+(?:[-'\u2019]\w+)*|[^\w\s]|\s+")


def compare_words(left: str, right: str) -> list[Piece]:
    """The pieces of two texts in order. Joined, the spans of each side give its whole text."""
    ones, others = _grains(left), _grains(right)
    matcher = SequenceMatcher(None, [left[a:b] for a, b in ones], [right[a:b] for a, b in others], autojunk=False)
    pieces = [
        Piece(left=_cover(ones, i1, i2, len(left)), right=_cover(others, j1, j2, len(right)), same=operation == "equal")
        for operation, i1, i2, j1, j2 in matcher.get_opcodes()
    ]
    return _without_islands(left, pieces)


def _without_islands(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with a space or a comma between two changes made part of one change: words read better whole."""
    joined: list[Piece] = []
    for number, piece in enumerate(pieces):
        between = 0 < number < len(pieces) - 1
        island = piece.same and between and not any(char.isalnum() for char in text[piece.left.start : piece.left.stop])
        if joined and not joined[-1].same and (island or not piece.same):
            before = joined.pop()
            joined.append(
                Piece(
                    left=Span(before.left.start, piece.left.stop),
                    right=Span(before.right.start, piece.right.stop),
                    same=False,
                )
            )
        else:
            joined.append(piece)
    return joined


def _grains(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _GRAIN.finditer(text)]


def _cover(grains: Sequence[tuple[int, int]], first: int, stop: int, end: int) -> Span:
    start = grains[first][0] if first < len(grains) else end
    return Span(start, grains[stop - 1][1] if stop > first else start)
