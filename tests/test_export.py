"""JSON: every shape is valid by the published schema, several documents stream, nothing is left out."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from lawsearch.export import EXPORT_FORMATS, document_record, results_record, schema_text
from lawsearch.language import count_characters
from lawsearch.library import Library
from tests.reading import parse
from tests.test_parse_cases import TEXTS

SCHEMA: dict[str, Any] = json.loads(schema_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def _validate(record: Any, shape: str) -> None:
    jsonschema.Draft202012Validator({"$ref": f"#/$defs/{shape}", "$defs": SCHEMA["$defs"]}).validate(record)
    VALIDATOR.validate(record)


def test_the_schema_is_one_of_2020_12() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert not VALIDATOR.is_valid({"schema": SCHEMA["$id"], "document": {}})


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_parsed_texts_are_valid(path: Any) -> None:
    _validate(json.loads(json.dumps(document_record(parse(path)))), "document")


def test_the_whole_library_is_valid(library: Library) -> None:
    pieces = EXPORT_FORMATS["json"](library.export(name) for name in library.documents)
    record = json.loads("".join(pieces))
    _validate(record, "documents")
    assert [item["document"]["id"] for item in record["documents"]] == list(library.documents)
    for item in record["documents"]:
        own = sum(_characters(clause) for clause in item["clauses"])
        assert own == item["characters"]["clauses"]


def _characters(clause: dict[str, Any]) -> int:
    own = count_characters((clause["label"] or "") + (clause["heading"] or "") + clause["text"])
    return own + sum(_characters(child) for child in clause["children"])


def test_one_document_is_one_object(library: Library) -> None:
    record = json.loads("".join(EXPORT_FORMATS["json"]([library.export("digest-2017-en")])))
    _validate(record, "document")
    assert record["document"]["title"]
    empty = json.loads("".join(EXPORT_FORMATS["json"]([])))
    assert empty["documents"] == []


@pytest.mark.parametrize("query", ["штрафной картой", "27B1", "zzzz", "revoke -dummy"])
def test_results_are_valid(library: Library, query: str) -> None:
    _validate(results_record(library.search(query), reasons=True), "search")


def test_offsets_survive_json(library: Library) -> None:
    record = json.loads(json.dumps(results_record(library.search("штрафной картой"))))
    for hit in record["hits"]:
        start, stop = hit["snippet_span"]
        assert hit["text"][start:stop] == hit["snippet"]
