"""The description of the API (OpenAPI 3.1), built on the published JSON Schema."""

from __future__ import annotations

import json
from typing import Any

from lawsearch import __version__
from lawsearch.export import schema_text
from lawsearch.library.searching import KINDS, SORTS
from lawsearch.web.api import MAX_DEPTH, MAX_OFFSET
from lawsearch.web.asking import MAX_WORD, MAX_WORDS
from lawsearch.web.finding import MOST
from lawsearch.web.guard import MAX_BODY

__all__ = ["describe_api"]

Record = dict[str, Any]


def describe_api() -> Record:
    """The OpenAPI document."""
    definitions = json.loads(schema_text())["$defs"]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "lawsearch",
            "version": __version__,
            "summary": "The Laws of Duplicate Bridge in Russian and English.",
            "description": (
                "Read only. Offsets count Unicode code points and are half-open. Sentences of errors are in the "
                "language of the Accept-Language header. Answers carry an ETag that changes with the library."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            "/api/search": {
                "get": _operation(
                    "search",
                    "Clauses that answer a query, the best first.",
                    "search",
                    [
                        _parameter("q", "Words, a “phrase”, or the number of a clause.", _text(MAX_WORDS, least=1), required=True),
                        _parameter("lang", "Only texts in this language.", {"enum": ["ru", "en"]}),
                        _parameter("in", "Only in this document, series or role (laws, commentary).", _text(80)),
                        _parameter("edition", "Only in this edition.", _text(MAX_WORD)),
                        _parameter("law", "Only in these laws, such as 64 or 50-52.", {"type": "string", "pattern": r"^\d{1,3}(-\d{1,3})?$"}),
                        _parameter("limit", "How many hits.", {"type": "integer", "minimum": 1, "maximum": MOST, "default": 10}),
                        _parameter("offset", "How many of the best to leave out.", {"type": "integer", "minimum": 0, "maximum": MAX_OFFSET, "default": 0}),
                        _parameter("kind", "Only clauses of this kind.", {"enum": list(KINDS)}),
                        _parameter("sort", "By rank, or in the order of the laws.", {"enum": list(SORTS)}),
                        _parameter("explain", "With 1, why each hit ranks where it does.", {"enum": ["0", "1"]}),
                    ],
                )
            },
            "/api/show": {
                "get": _operation(
                    "show",
                    "Clauses by their numbers, with all below them. What is not there is named under `missing`; 404 where nothing is.",
                    "show",
                    [
                        _addresses(),
                        _parameter("lang", "Language of the text.", {"enum": ["ru", "en", "both"]}),
                        _parameter("in", "Only in this document, series or role.", _text(80)),
                        _parameter("edition", "Only in this edition.", _text(MAX_WORD)),
                        _parameter("expand", "Open in place what the clauses refer to, so many levels deep.", {"type": "integer", "minimum": 0, "maximum": MAX_DEPTH, "default": 0}),
                    ],
                )
            },
            "/api/refs": {
                "get": _operation(
                    "refs",
                    "The references from a clause, and to it.",
                    "refs",
                    [
                        _parameter("address", "The number of a clause.", _text(120, least=1), required=True),
                        _parameter("lang", "Language of the text.", {"enum": ["ru", "en"]}),
                        _parameter("in", "Only in this document, series or role.", _text(80)),
                        _parameter("depth", "References of references, so many levels deep.", {"type": "integer", "minimum": 1, "maximum": MAX_DEPTH, "default": 1}),
                    ],
                )
            },
            "/api/check": {
                "post": {
                    **_operation("check", "The citations in a text, such as a ruling, and where they lead.", "check", []),
                    "requestBody": {
                        "required": True,
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "object",
                                    "required": ["text"],
                                    "properties": {
                                        "text": {"type": "string", "maxLength": MAX_BODY},
                                        "edition": {
                                            "description": "The edition that is cited (default: the one in force).",
                                            "type": "string",
                                            "pattern": "^[0-9]{4}$",
                                        },
                                        "lang": {
                                            "description": "Language of the texts to lead to (default: the text's own).",
                                            "enum": ["ru", "en"],
                                        },
                                    },
                                    "additionalProperties": False,
                                }
                            },
                            "text/plain": {"schema": {"type": "string", "maxLength": MAX_BODY}},
                        },
                    },
                }
            },
        },
        "components": {
            "schemas": {**_relocated(definitions), **_own_schemas()},
            "responses": {
                "problem": {
                    "description": "An error (RFC 9457); `code` names it for programs.",
                    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/problem_details"}}},
                }
            },
        },
    }  # fmt: skip


def _relocated(value: Any) -> Any:
    """The schema's definitions with their pointers turned to ``components``."""
    if isinstance(value, dict):
        return {
            name: inner.replace("#/$defs/", "#/components/schemas/")
            if name == "$ref" and isinstance(inner, str)
            else _relocated(inner)
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [_relocated(item) for item in value]
    return value


def _own_schemas() -> Record:
    return {
        "problem_details": {
            "type": "object",
            "required": ["type", "title", "status", "detail", "code"],
            "properties": {
                "type": {"type": "string", "format": "uri"},
                "title": {"type": "string"},
                "status": {"type": "integer", "minimum": 400, "maximum": 599},
                "detail": {"type": "string"},
                "code": {"type": "string"},
                "nearest": {"type": "array", "items": {"type": "string"}},
                "missing": {"type": "array", "items": {"$ref": "#/components/schemas/missing"}},
            },
        }
    }


def _operation(name: str, summary: str, answer: str, parameters: list[Record]) -> Record:
    return {
        "operationId": name,
        "summary": summary,
        "parameters": parameters,
        "responses": {
            "200": {
                "description": "Found.",
                "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{answer}"}}},
            },
            "default": {"$ref": "#/components/responses/problem"},
        },
    }


def _parameter(name: str, description: str, schema: Record, *, required: bool = False) -> Record:
    return {"name": name, "in": "query", "description": description, "required": required, "schema": schema}


def _addresses() -> Record:
    return {
        **_parameter(
            "address",
            "The number of a clause; may be given several times.",
            {"type": "array", "items": _text(120, least=1), "minItems": 1, "maxItems": 20},
            required=True,
        ),
        "style": "form",
        "explode": True,
    }


def _text(limit: int, *, least: int = 0) -> Record:
    return (
        {"type": "string", "minLength": least, "maxLength": limit} if least else {"type": "string", "maxLength": limit}
    )
