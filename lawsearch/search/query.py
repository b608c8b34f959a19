"""Read a query: words, ``"phrases"``, ``-excluded`` and ``+required`` words, alternatives, fields; nothing is refused.

In: what a person typed, in Russian or English. Out: a :class:`Query`. Promises: no query raises; a query is bounded
(``MAX_CHARACTERS``, ``MAX_TERMS``), whatever its length; what makes no sense is read as plain words, and
``fault`` says so.

    штрафная карта      words, ranked together            "penalty card"     a phrase, whole, in any form
    +болван -ренонс     must be there, must not           пас OR контра      either (also или, |)
    шкал*  хезетация~   begins so, is spelled about so    закон:64 law:50-52 в:notes in:laws heading:dummy kind:note
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lawsearch.language import LANGUAGES, Language, fold, get_language
from lawsearch.language.text import tokenize
from lawsearch.model.clauses import Record

MAX_CHARACTERS = 2_000
MAX_TERMS = 64
MAX_PHRASE = 32
_MAX_ASKED = 120  # characters of a question for the meaning of a term

# How a word of a query stands for others: all its forms, what begins with it, what is spelled about so.
WORD, PREFIX, FUZZY = "word", "prefix", "fuzzy"

_OPENING = '"«“„'
_CLOSING = '"»”“'
_PART = re.compile(
    r"(?P<sign>(?<!\S)[+-](?=[^\s+-]))?(?:(?P<field>[^\W\d_]+):(?=\S))?"
    rf"(?:[{_OPENING}](?P<phrase>[^{_OPENING}{_CLOSING}]*)[{_CLOSING}]|(?P<word>[^\s{_OPENING}{_CLOSING}]+))"
    rf"|(?P<stray>[{_OPENING}{_CLOSING}])"
)
_LAWS = re.compile(r"\d{1,3}(?:[-–—]\d{1,3})?")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Word(Record):
    """One word as a folded form, and how it is looked for."""

    form: str
    kind: str = WORD


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Term(Record):
    """A part of the query: ``options`` are alternatives, each the words of a phrase or a single word.

    ``literal``: it stood in quotes, so that its spelling is never mended. ``heading``: in headings alone.
    """

    options: tuple[tuple[Word, ...], ...]
    required: bool = False
    excluded: bool = False
    heading: bool = False
    literal: bool = False

    @property
    def is_phrase(self) -> bool:
        return any(len(option) > 1 for option in self.options)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Fields(Record):
    """What the fields of a query ask for, as typed; None where there is none."""

    laws: str | None = None
    within: str | None = None
    kind: str | None = None
    language: str | None = None
    edition: str | None = None

    def __bool__(self) -> bool:
        return any((self.laws, self.within, self.kind, self.language, self.edition))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Query(Record):
    """What is looked for. ``text`` is as typed.

    ``fault`` is the part that made no sense, where there was one; ``shortened``: some of it was left out; ``meaning``:
    it asks what terms mean. ``asked``: what it asks the meaning of if these are terms; :meth:`as_meaning` says they are.
    """

    text: str
    terms: tuple[Term, ...]
    fields: Fields = Fields()
    fault: str = ""
    shortened: bool = False
    meaning: bool = False
    asked: str = ""

    def as_meaning(self) -> Query:
        """The question for the meaning of what it asks, which are terms."""
        return replace(self, terms=_plain(self.asked)[:MAX_TERMS], meaning=True)

    @property
    def looked_for(self) -> tuple[Term, ...]:
        """The terms that a hit may hold."""
        return tuple(term for term in self.terms if not term.excluded)

    @property
    def words(self) -> tuple[Word, ...]:
        """The words that a hit may hold, each once, in order."""
        return tuple(dict.fromkeys(word for term in self.looked_for for option in term.options for word in option))

    @property
    def as_words(self) -> str:
        """The query as the plain words that it was read as."""
        return " ".join(word.form for word in self.words)

    @property
    def forms(self) -> tuple[str, ...]:
        """All words of the query as typed, repeated ones too."""
        return tuple(token.form for token in tokenize(self.text[:MAX_CHARACTERS]))

    @property
    def is_only_exclusions(self) -> bool:
        return bool(self.terms) and all(term.excluded for term in self.terms)


def read_query(text: str) -> Query:
    """The query that a person typed."""
    shortened = len(text) > MAX_CHARACTERS
    kept = text[:MAX_CHARACTERS].rsplit(None, 1)[0] if shortened else text
    reading = _Reading(kept)
    try:
        reading.read()
    except _SenselessError as error:
        terms = _plain(kept)
        return _limited(Query(text=text, terms=terms, fault=str(error), shortened=shortened))
    query = Query(text=text, terms=tuple(reading.terms), fields=reading.fields, shortened=shortened)
    folded = fold(kept)
    if not reading.signs and (term := _asked(folded)):
        return _limited(replace(query, asked=term).as_meaning())
    if not query.fields and not any((term.required and not term.literal) or term.excluded for term in query.terms):
        query = replace(query, asked=_may_ask(folded))
    return _limited(query)


def _limited(query: Query) -> Query:
    if len(query.terms) <= MAX_TERMS:
        return query
    return replace(query, terms=query.terms[:MAX_TERMS], shortened=True)


def _plain(text: str) -> tuple[Term, ...]:
    """All words of a text, and nothing but words."""
    return tuple(dict.fromkeys(Term(((Word(token.form),),)) for token in tokenize(text)))


def _asked(folded: str) -> str:
    """The term that a question certainly asks the meaning of; nothing if it asks for something else."""
    question = folded.strip(" ?!.")
    for language in map(get_language, LANGUAGES) if len(question) <= _MAX_ASKED else ():
        match = re.fullmatch(language.ASKS_MEANING, question)
        if match:
            return _unfilled(match["term"], language) or match["term"]
    return ""


def _may_ask(folded: str) -> str:
    """What else a question names that bears a sign of asking for a meaning: if these are terms, it asks for theirs."""
    for language in map(get_language, LANGUAGES) if len(folded) <= _MAX_ASKED else ():
        left = re.sub(rf"\b(?:{language.MEANING_SIGN})\b", " ", folded)
        if left != folded:
            return _unfilled(left, language)
    return ""


def _unfilled(text: str, language: Language) -> str:
    """The words of a question but for those that only fill it."""
    return " ".join(token.form for token in tokenize(text) if token.form not in language.MEANING_FILLERS)


class _SenselessError(Exception):
    """A sign or field of the query makes no sense; its text is the argument."""


class _Reading:
    """One pass over a query."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._tokens = list(tokenize(text))  # of the whole text: a letter is a card by what stands beside it
        self.terms: list[Term] = []
        self.fields = Fields()
        self.signs = False  # something but words was found
        # words in capitals are signs (OR, AND, NOT) unless everything is in capitals
        self._capitals = text == text.upper()

    def read(self) -> None:
        joining = ""  # a sign that waits for the next term
        parts = list(_PART.finditer(self.text))
        either = self._is_chain([part["word"] or "" for part in parts])
        for part in parts:
            if part["stray"]:
                raise _SenselessError(part["stray"])
            operator = self._operator(part, either)
            if operator:
                joining = operator
                self.signs = True
                continue
            for term in self._terms(part):
                self._add(term, joining)
                joining = ""

    def _is_chain(self, words: list[str]) -> bool:
        """``a или b или c``: nothing but words with a lower-case "or" between them."""
        return (
            len(words) >= 3
            and len(words) % 2 == 1
            and all((fold(word) in _EITHER) == bool(place % 2) for place, word in enumerate(words))
        )

    def _operator(self, part: re.Match[str], either: bool) -> str:
        word = part["word"]
        if not word or part["sign"] or part["field"]:
            return ""
        if word in ("|", "||") or (either and fold(word) in _EITHER):
            return "or"
        if self._capitals:
            return ""
        return _OPERATORS.get(word, "")

    def _add(self, term: Term, joining: str) -> None:
        if joining == "or" and self.terms and not self.terms[-1].excluded and not term.excluded:
            before = self.terms.pop()
            options = tuple(dict.fromkeys((*before.options, *term.options)))
            term = replace(before, options=options, required=before.required or term.required)
            term = replace(term, literal=before.literal or term.literal)
        elif joining == "not":
            term = replace(term, excluded=True)
        elif joining == "and":
            if self.terms and not self.terms[-1].excluded:
                self.terms[-1] = replace(self.terms[-1], required=True)
            term = replace(term, required=True)
        if term not in self.terms:
            self.terms.append(term)

    def _terms(self, part: re.Match[str]) -> Iterator[Term]:
        """The terms of one part: a phrase is one, a word with a hyphen several."""
        sign, name, phrase, word = part["sign"], part["field"], part["phrase"], part["word"]
        self.signs = self.signs or bool(sign) or phrase is not None
        heading = False
        if name is not None:
            known = _FIELDS.get(fold(name))
            if known == "heading":
                heading = self.signs = True
            elif known is not None:
                self.signs = True
                self._set(known, (phrase if phrase is not None else word or "").strip(",;."), part.group())
                return
            else:  # a word that ends in a colon
                yield from (Term(((single,),)) for single in self._words(part, "field"))
        base = Term((), required=sign == "+" or heading, excluded=sign == "-", heading=heading)
        if phrase is not None:
            words = self._words(part, "phrase")[:MAX_PHRASE]
            if words:
                yield replace(base, options=(words,), required=not base.excluded, literal=True)
            return
        text = word or ""
        kind = _kind(text)
        words = self._words(part, "word")
        if kind != WORD and words:
            self.signs = True
            words = (*words[:-1], Word(words[-1].form, kind))
        if base.excluded and words:
            yield replace(base, options=(words,))
        else:
            yield from (replace(base, options=((single,),)) for single in words)

    def _words(self, part: re.Match[str], group: str) -> tuple[Word, ...]:
        """The words that stand in a part of the query."""
        start, stop = part.span(group)
        return tuple(Word(token.form) for token in self._tokens if start <= token.start < stop)

    def _set(self, name: str, value: str, part: str) -> None:
        """A field that says what the hits must be."""
        if name == "laws" and not _LAWS.fullmatch(value):
            raise _SenselessError(part)
        if name in _VALUES:
            known = _VALUES[name].get(fold(value))
            if known is None:
                raise _SenselessError(part)
            value = known
        if name == "within":
            value = _TEXTS.get(fold(value), value)
        if not value:
            raise _SenselessError(part)
        self.fields = replace(self.fields, **{name: value})


def _kind(text: str) -> str:
    if re.search(r"\w{2}\*+[.,;:!?]*$", text):
        return PREFIX
    if re.search(r"\w{3}~\d?[.,;:!?]*$", text):
        return FUZZY
    return WORD


def _merged(name: str) -> dict[str, str]:
    return {word: value for code in LANGUAGES for word, value in getattr(get_language(code), name).items()}


_FIELDS = _merged("QUERY_FIELDS")
_OPERATORS = _merged("QUERY_OPERATORS")
_EITHER = frozenset(fold(word) for word, value in _OPERATORS.items() if value == "or")
_VALUES = {"kind": _merged("QUERY_KINDS"), "language": _merged("QUERY_LANGUAGES")}
_TEXTS = _merged("QUERY_TEXTS")
