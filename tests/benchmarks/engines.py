"""The ways to search that lawsearch is measured beside; each module is imported where it is used, for a fair cold start."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Row:
    """A clause."""

    language: str
    text: str


# The engines: each is built in a folder, and answers with the number of clauses it found.


class Engine:
    """One way to search; ``ask`` returns how many of the best ten came back, or None for a kind that it lacks."""

    def build(self, rows: Sequence[Row], folder: Path) -> float | None:
        """Index the rows; returns the seconds if not all of the call counts."""
        raise NotImplementedError

    def open(self, folder: Path) -> None:
        raise NotImplementedError

    def ask(self, kind: str, query: str) -> int | None:
        raise NotImplementedError


def stems() -> Callable[[str], list[str]]:
    """Words of a text as Snowball stems, each by the alphabet it is written in."""
    from Stemmer import Stemmer

    stemmers = {"ru": Stemmer("russian"), "en": Stemmer("english")}
    known: dict[str, str] = {}

    def cut(text: str) -> list[str]:
        found = []
        for word in _WORD.findall(text.lower()):
            if word not in known:
                known[word] = stemmers["ru" if word[0] > "z" else "en"].stemWord(word)
            found.append(known[word])
        return found

    return cut


class Lawsearch(Engine):
    """This program: the generated clauses are two added documents, one a language, beside the corpus."""

    def build(self, rows: Sequence[Row], folder: Path) -> float:
        from lawsearch.library import Library

        start = time.perf_counter()
        library = Library.build(folder / "library")
        for language in dict.fromkeys(row.language for row in rows):
            path = folder / f"made-{language}.txt"
            path.write_text(
                _document([row.text for row in rows if row.language == language], language), encoding="utf-8"
            )
            start = time.perf_counter()  # the last of them builds the whole
            library.add([path], as_document=f"made-2017-{language}", layout="commentary")
            path.unlink()
        library.close()
        return time.perf_counter() - start

    def open(self, folder: Path) -> None:
        from lawsearch.library import Library

        self.library = Library.open(folder / "library")

    def ask(self, kind: str, query: str) -> int | None:
        from lawsearch.errors import LawsearchError

        written = {
            "and": " ".join(f"+{word}" for word in query.split()),
            "phrase": f'"{query}"',
            "prefix": f"{query}*",
        }.get(kind, query)
        try:
            return len(self.library.search(written, limit=10).hits)
        except LawsearchError:
            return 0


def _document(texts: Sequence[str], language: str) -> str:
    """The texts as clauses of a commentary, fifty to a law: three digits are what a law's number may have."""
    lines = []
    for number, text in enumerate(texts):
        law, clause = divmod(number, 51)
        head = {"ru": "ПРАВИЛО {}. ЗАГОЛОВОК", "en": "LAW {}. HEADING"}[language]
        lines += ["", head.format(law + 1), ""] if clause == 0 else []
        lines += [f"{law + 1}.{clause + 1}. {text}", ""]
    return "\n".join(lines)


class Fts5(Engine):
    """SQLite FTS5 with BM25 over stems."""

    def build(self, rows: Sequence[Row], folder: Path) -> None:
        import sqlite3

        cut = stems()
        connection = sqlite3.connect(folder / "fts.db")
        connection.execute(
            "CREATE VIRTUAL TABLE clauses USING fts5(stems, text UNINDEXED, tokenize='unicode61', prefix='4 5')"
        )
        connection.executemany(
            "INSERT INTO clauses VALUES (?, ?)", ((" ".join(cut(row.text)), row.text) for row in rows)
        )
        connection.commit()
        connection.close()

    def open(self, folder: Path) -> None:
        import sqlite3

        self.connection = sqlite3.connect(folder / "fts.db")
        self.cut = stems()

    def ask(self, kind: str, query: str) -> int | None:
        words = self.cut(query)
        match kind:
            case "fuzzy":
                return None
            case "phrase":
                written = '"' + " ".join(words) + '"'
            case "prefix":
                written = f'"{query}"*'
            case "question":
                written = " OR ".join(f'"{word}"' for word in words)
            case _:
                written = " AND ".join(f'"{word}"' for word in words)
        found = self.connection.execute(
            "SELECT rowid, text FROM clauses WHERE clauses MATCH ? ORDER BY rank LIMIT 10", (written,)
        )
        return len(found.fetchall())


class Tantivy(Engine):
    """tantivy (Rust) over stems."""

    @staticmethod
    def _schema() -> Any:
        import tantivy

        builder = tantivy.SchemaBuilder()
        builder.add_text_field("stems", stored=False, tokenizer_name="default")
        builder.add_text_field("text", stored=True, tokenizer_name="raw", index_option="basic")
        return builder.build()

    def build(self, rows: Sequence[Row], folder: Path) -> None:
        import tantivy

        cut = stems()
        index = tantivy.Index(self._schema(), path=str(folder))
        writer = index.writer(heap_size=128_000_000, num_threads=1)
        for row in rows:
            writer.add_document(tantivy.Document(stems=" ".join(cut(row.text)), text=row.text[:2000]))
        writer.commit()
        writer.wait_merging_threads()

    def open(self, folder: Path) -> None:
        import tantivy

        self.index = tantivy.Index.open(str(folder))
        self.searcher = self.index.searcher()
        self.cut = stems()

    def ask(self, kind: str, query: str) -> int | None:
        import tantivy

        words = self.cut(query)
        schema = self.index.schema
        match kind:
            case "fuzzy":
                parsed = tantivy.Query.fuzzy_term_query(schema, "stems", words[0], distance=1)
            case "prefix":
                parsed = tantivy.Query.regex_query(schema, "stems", f"{query}.*")
            case "phrase" if len(words) > 1:
                parsed = tantivy.Query.phrase_query(schema, "stems", list(words))
            case _:
                occur = tantivy.Occur.Should if kind == "question" else tantivy.Occur.Must
                parsed = tantivy.Query.boolean_query(
                    [(occur, tantivy.Query.term_query(schema, "stems", word)) for word in words]
                )
        found = self.searcher.search(parsed, 10).hits
        return len([self.searcher.doc(address)["text"] for _, address in found])


class Whoosh(Engine):
    """Whoosh with its stock scoring, over stems."""

    def build(self, rows: Sequence[Row], folder: Path) -> None:
        from whoosh import fields, index
        from whoosh.analysis.tokenizers import SpaceSeparatedTokenizer

        cut = stems()
        schema = fields.Schema(stems=fields.TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=True), text=fields.STORED)
        created: Any = index.create_in(str(folder), schema)
        writer = created.writer(limitmb=256)
        for row in rows:
            writer.add_document(stems=" ".join(cut(row.text)), text=row.text)
        writer.commit(optimize=True)

    def open(self, folder: Path) -> None:
        from whoosh import index

        opened: Any = index.open_dir(str(folder))
        self.searcher = opened.searcher()
        self.cut = stems()

    def ask(self, kind: str, query: str) -> int | None:
        import whoosh.query

        queries: Any = whoosh.query
        words = self.cut(query)
        terms = [queries.Term("stems", word) for word in words]
        written: Any
        match kind:
            case "fuzzy":
                written = queries.FuzzyTerm("stems", words[0], maxdist=1, prefixlength=1)
            case "prefix":
                written = queries.Prefix("stems", query)
            case "phrase":
                written = queries.Phrase("stems", words)
            case "question":
                written = queries.Or(terms)
            case _:
                written = queries.And(terms)
        return len([hit["text"] for hit in self.searcher.search(written, limit=10)])


class Grep(Engine):
    """grep -i over a file with a clause a line: no forms of words, no ranking."""

    def build(self, rows: Sequence[Row], folder: Path) -> None:
        (folder / "clauses.txt").write_text("\n".join(row.text.replace("\n", " ") for row in rows), encoding="utf-8")

    def open(self, folder: Path) -> None:
        self.file = folder / "clauses.txt"

    def ask(self, kind: str, query: str) -> int | None:
        if kind in ("question", "fuzzy"):
            return None
        if kind == "and":
            one, other = map(re.escape, query.split())
            pattern = f"{one}.*{other}|{other}.*{one}"
        else:
            pattern = r"\b" + re.escape(query)
        done = subprocess.run(
            ["grep", "-i", "-E", "-m", "10", pattern, str(self.file)], capture_output=True, check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        return done.stdout.count(b"\n")


ENGINES: dict[str, type[Engine]] = {
    "lawsearch": Lawsearch,
    "FTS5": Fts5,
    "tantivy": Tantivy,
    "Whoosh": Whoosh,
    "grep": Grep,
}
