"""What else one could search the same texts with: grep, SQLite's FTS5, Whoosh and tantivy with what they bring.

Each peer is made from the clauses (language, law, text) and gives laws for a question, the best clause first. All look
for any of the question's words, for with all of them a long question finds nothing.
"""

from __future__ import annotations

import importlib
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

DEPTH = 40

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Text:
    """One clause: its language, its law (None under no law), heading and text."""

    language: str
    law: int | str | None
    text: str


Peer = Callable[[str], list[int | str | None]]


def grep(texts: Sequence[Text]) -> Peer:
    """``grep -i`` of each word: the clauses that hold most of them, as they are written."""
    folded = [text.text.lower() for text in texts]

    def search(question: str) -> list[int | str | None]:
        words = _WORD.findall(question.lower())
        counts = Counter({row: sum(word in text for word in words) for row, text in enumerate(folded)})
        return [texts[row].law for row, count in counts.most_common(DEPTH) if count]

    return search


def _fts5(texts: Sequence[Text], cut: Callable[[str], Iterable[str]]) -> Peer:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE clauses USING fts5(text, tokenize = 'unicode61')")
    connection.executemany(
        "INSERT INTO clauses(rowid, text) VALUES (?, ?)",
        [(row, " ".join(cut(text.text))) for row, text in enumerate(texts, 1)],
    )

    def search(question: str) -> list[int | str | None]:
        wanted = " OR ".join(f'"{word}"' for word in cut(question))
        query = f"SELECT rowid FROM clauses WHERE clauses MATCH ? ORDER BY bm25(clauses) LIMIT {DEPTH}"
        return [texts[row - 1].law for (row,) in connection.execute(query, (wanted,))] if wanted else []

    return search


def fts5(texts: Sequence[Text]) -> Peer:
    """SQLite FTS5 with its own tokenizer."""
    return _fts5(texts, lambda text: _WORD.findall(text.lower()))


def fts5_snowball(texts: Sequence[Text]) -> Peer:
    """SQLite FTS5 over Snowball stems."""
    from Stemmer import Stemmer

    russian, english = Stemmer("russian"), Stemmer("english")

    def cut(text: str) -> list[str]:
        return [(english if word.isascii() else russian).stemWord(word) for word in _WORD.findall(text.lower())]

    return _fts5(texts, cut)


def whoosh_stock(texts: Sequence[Text]) -> Peer:
    """Whoosh with its analyzers for Russian and English, its parser and its BM25F."""
    from whoosh import fields
    from whoosh.analysis.analyzers import LanguageAnalyzer
    from whoosh.filedb import filestore

    qparser: Any = importlib.import_module("whoosh.qparser")
    storage: Any = filestore

    names = {"ru": "ru", "en": "en"}
    schema = fields.Schema(
        law=fields.STORED, **{name: fields.TEXT(analyzer=LanguageAnalyzer(code)) for name, code in names.items()}
    )
    index = storage.RamStorage().create_index(schema)
    writer = index.writer()
    for text in texts:
        writer.add_document(law=text.law, **{text.language: text.text})
    writer.commit()
    searcher = index.searcher()
    parser = qparser.MultifieldParser(list(names), schema, group=qparser.OrGroup)

    def search(question: str) -> list[int | str | None]:
        words = " ".join(_WORD.findall(question.lower()))
        return [hit.get("law") for hit in searcher.search(parser.parse(words), limit=DEPTH)]

    return search


def tantivy_stock(texts: Sequence[Text]) -> Peer:
    """Tantivy with its stemmers for Russian and English."""
    import tantivy

    builder = tantivy.SchemaBuilder()
    languages = {"ru": "russian", "en": "english"}
    for name, language in languages.items():
        builder.add_text_field(name, stored=False, tokenizer_name=language)
    builder.add_integer_field("row", stored=True)
    index = tantivy.Index(builder.build())
    for language in languages.values():
        analyzer = (
            tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
            .filter(tantivy.Filter.lowercase())
            .filter(tantivy.Filter.stemmer(language))
            .build()
        )
        index.register_tokenizer(language, analyzer)
    writer = index.writer()
    for row, text in enumerate(texts):
        writer.add_document(tantivy.Document(row=row, **{text.language: text.text}))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def search(question: str) -> list[int | str | None]:
        query = index.parse_query(" ".join(_WORD.findall(question.lower())), list(languages))
        hits = searcher.search(query, DEPTH).hits
        return [texts[searcher.doc(address)["row"][0]].law for _, address in hits]

    return search


PEERS: dict[str, Callable[[Sequence[Text]], Peer]] = {
    "grep -i": grep,
    "FTS5 unicode61": fts5,
    "FTS5 Snowball": fts5_snowball,
    "Whoosh stock": whoosh_stock,
    "tantivy stemmers": tantivy_stock,
}
