"""``_bulk`` lines for OpenSearch or Elasticsearch, and the mapping of their index.

Two lines a clause: the action and the record. The words of heading and text travel as normal forms too, computed here,
the alternatives of one word joined by ``|``: the mapping's analyzer puts them at one position, so that phrases work.
A query is normalised by the same rule (``library.words().normal_forms``); who sends plain words searches ``text.ru``
and ``text.en``, which the server's own analyzers read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from lawsearch.export.formats import Selection
from lawsearch.export.walking import Placed, walk
from lawsearch.language.text import tokenize
from lawsearch.locale.display import safe_json
from lawsearch.model import Document

INDEX = "lawsearch"

_KEYWORD = {"type": "keyword"}
_WORDS = {
    "type": "text",
    "fields": {"ru": {"type": "text", "analyzer": "russian"}, "en": {"type": "text", "analyzer": "english"}},
}
_LEMMAS = {"type": "text", "analyzer": "lemmas"}
MAPPING: dict[str, Any] = {
    "settings": {
        "analysis": {
            "analyzer": {"lemmas": {"type": "custom", "tokenizer": "whitespace", "filter": ["alternatives"]}},
            "filter": {
                "alternatives": {"type": "pattern_capture", "preserve_original": False, "patterns": ["([^|]+)"]}
            },
        }
    },
    "mappings": {
        "dynamic": "strict",
        "properties": {
            **dict.fromkeys(
                ("document", "series", "edition", "language", "role", "address", "kind", "parent"), _KEYWORD
            ),
            "number": {"type": "integer"},
            "law": {"type": "integer"},
            "label": {"type": "keyword", "index": False, "doc_values": False},
            "heading": _WORDS,
            "text": _WORDS,
            "context": _WORDS,
            "heading_lemmas": _LEMMAS,
            "text_lemmas": _LEMMAS,
            "context_lemmas": _LEMMAS,
            "refers_to": _KEYWORD,
            "references": {
                "type": "object",
                "properties": {
                    "text": {"type": "keyword", "index": False, "doc_values": False},
                    "start": {"type": "integer"},
                    "stop": {"type": "integer"},
                    "status": _KEYWORD,
                    "targets": _KEYWORD,
                },
            },
        },
    },
}


def mapping_text() -> str:
    """The body that creates the index."""
    return json.dumps(MAPPING, indent=1) + "\n"


def write(selection: Selection) -> Iterator[str]:
    """The lines, two for each clause."""
    normal_forms = selection.words.normal_forms
    known: dict[str, str] = {}

    def lemmas(text: str) -> str:
        forms = [token.form for token in tokenize(text)]
        for form in forms:
            if form not in known:
                known[form] = "|".join(normal_forms(form))
        return " ".join([known[form] for form in forms])

    for parsed in selection.parsed():
        for number, placed in enumerate(walk(parsed), 1):
            action = {"index": {"_index": INDEX, "_id": f"{parsed.document.id}:{placed.name}"}}
            record = _record(placed, parsed.document, number, lemmas)
            yield safe_json(f"{json.dumps(action, ensure_ascii=False)}\n{json.dumps(record, ensure_ascii=False)}\n")


def _record(placed: Placed, document: Document, number: int, lemmas: Callable[[str], str]) -> dict[str, Any]:
    clause = placed.clause
    context = " ".join(above.heading for above in placed.above if above.heading)
    parent = placed.above[-1].address if placed.above else None
    return {
        "document": document.id,
        **{name: getattr(document, name) for name in ("series", "edition", "language", "role")},
        "number": number,
        "law": placed.law,
        "address": str(clause.address) if clause.address else None,
        "parent": str(parent) if parent else None,
        "kind": clause.kind,
        "label": clause.label,
        "heading": clause.heading,
        "text": clause.text,
        "context": context,
        "heading_lemmas": lemmas(clause.heading or ""),
        "text_lemmas": lemmas(clause.text),
        "context_lemmas": lemmas(context),
        "refers_to": list(
            dict.fromkeys(f"{item.document}:{item.address}" for ref in clause.references for item in ref.targets)
        ),
        "references": [
            {
                "text": reference.text,
                "start": reference.span.start,
                "stop": reference.span.stop,
                "status": reference.status,
                "targets": [f"{item.document}:{item.address}" for item in reference.targets],
            }
            for reference in clause.references
        ],
    }
