"""What is fuzzed: one function a target, from any bytes to the promises that must hold for them.

A target raises if a promise is broken; errors that lawsearch raises on purpose are no finding. The same targets are
run by atheris for as long as one likes (``python -m tests.fuzz``) and by hypothesis for a moment (``test_fuzz.py``).
"""

from __future__ import annotations

import asyncio
import functools
import json
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lawsearch.errors import LawsearchError
from lawsearch.library import Library
from tests.conftest import CASES, cut_corpus

FOUND = CASES / "fuzz"  # inputs that once broke a promise: <target>/<name>


def decode(raw: bytes) -> None:
    """A plain text: decoded reversibly, or it is said which characters were not; or refused by name."""
    from lawsearch.source import split_lines
    from lawsearch.source.encodings import ENCODINGS
    from lawsearch.source.encodings import decode as decode_bytes

    if not raw:
        return
    forced = [None, *ENCODINGS][raw[0] % (len(ENCODINGS) + 1)]
    body = raw[1:]
    try:
        decoded = decode_bytes(body, "fuzz.txt", forced)
    except LawsearchError:
        return
    if not decoded.problems:
        again = decoded.text.encode(decoded.encoding)
        assert body.endswith(again), "not reversible"
        assert len(body) - len(again) <= 3, "more than a byte order mark is lost"
    assert "".join(decoded.text[line.start : line.stop] for line in split_lines(decoded.text)).replace(
        "\r", ""
    ).replace("\n", "") == "".join(line.text for line in split_lines(decoded.text)).replace("\r", "").replace("\n", "")


def containers(raw: bytes) -> None:
    """A file of any kind: read whole, or refused by name."""
    from lawsearch.source import readable_suffixes, source_from_bytes

    if not raw:
        return
    suffixes = readable_suffixes()
    try:
        source = source_from_bytes(raw[1:], "fuzz" + suffixes[raw[0] % len(suffixes)], repair=bool(raw[0] & 0x80))
    except LawsearchError:
        return
    for span in source.navigation:
        assert 0 <= span.start < span.stop <= len(source.text)


def parse(raw: bytes) -> None:
    """A text in any layout: every promise of a reading, its references, and its JSON."""
    from lawsearch.export import document_record
    from lawsearch.library.describing import Asked, describe
    from lawsearch.references import resolve_document
    from lawsearch.source import source_from_bytes
    from lawsearch.structure import LAYOUTS, parse_document
    from tests.reading.parsing import check_promises

    if not raw:
        return
    layout = [None, *LAYOUTS][raw[0] % (len(LAYOUTS) + 1)]
    try:
        source = source_from_bytes(raw[1:], "fuzz.txt")
    except LawsearchError:
        return
    parsed = parse_document([source], describe([source], Asked(layout=layout))[0].document, layout=layout)
    resolved = resolve_document(parsed)
    check_promises(resolved, source.text)
    json.dumps(document_record(resolved))


def citations(raw: bytes) -> None:
    """Citations in any text: their spans hold what they say, none overlaps another."""
    from lawsearch.address import try_address
    from lawsearch.references import find_citations

    if not raw:
        return
    text = raw[1:].decode("utf-8", "surrogateescape")
    standing = try_address(["50", "59.3(a)", "27B1(a)(ii)", "def:dummy"][raw[0] % 4]) if raw[0] & 4 else None
    found = find_citations(
        text,
        standing,
        role="commentary" if raw[0] & 8 else "laws",
        russian_order=bool(raw[0] & 16),
        known=frozenset(address for name in ("43.2", "50", "50A1") if (address := try_address(name))),
    )
    position = 0
    for citation in found:
        assert text[citation.span.start : citation.span.stop] == citation.text
        assert citation.span.start >= position, "citations overlap"
        position = citation.span.stop
        assert len(citation.wanted) <= 100
        for wanted in (*citation.wanted, *citation.alternatives):
            assert str(wanted.address)


def addresses(raw: bytes) -> None:
    """Any words as an address: none, or one that reads back and stands in order."""
    from lawsearch.address import canonical, nearest, order_key, range_members, slugify, try_address

    text = raw.decode("utf-8", "surrogateescape")
    written = [part for part in text.split("\x00") if part]
    read = [address for part in written if (address := try_address(part)) is not None]
    for address in read:
        assert try_address(str(address)) == address, f"{address!s} does not read back"
        assert str(canonical(str(address))) == str(address)
    for one in read:
        for other in read:
            assert len(range_members(one, other)) <= 100
    sorted(read, key=order_key)
    if read:
        assert len(nearest(read[0], read)) <= 3
    for part in written:
        assert all(char.isascii() and (char.isalnum() or char == "-") for char in slugify(part))


@functools.cache
def _library() -> Library:
    """A small library, for the whole run."""
    corpus, home = Path(tempfile.mkdtemp(prefix="fuzz-corpus-")), Path(tempfile.mkdtemp(prefix="fuzz-library-"))
    cut_corpus(corpus)
    return Library.build(home, corpus=corpus)


def queries(raw: bytes) -> None:
    """Any words as a question: an answer whose spans hold, or a refusal by name."""
    from lawsearch.export import results_record

    library = _library()
    text = raw.decode("utf-8", "surrogateescape")
    query, _, laws = text.partition("\x00")
    try:
        results = library.search(query, limit=5, laws=laws or None)
    except LawsearchError:
        return
    assert results.total >= 0
    for hit in results.hits:
        assert hit.snippet == hit.text[hit.snippet_span.start : hit.snippet_span.stop]
        assert all(0 <= span.start < span.stop <= len(hit.text) for span in hit.highlights)
        assert all(0 <= span.start < span.stop <= len(hit.title) for span in hit.title_highlights)
    json.dumps(results_record(results))
    for ask in (library.terms, library.show):
        try:
            ask(query)
        except LawsearchError:
            continue


# What a mutation of an address of the page stands behind.
_PATHS = (
    "/api/search",
    "/api/show",
    "/api/refs",
    "/search",
    "/preview",
    "/",
    "/laws/",
    "/terms/",
    "/library/",
    "/check",
)


@functools.cache
def _site() -> tuple[Any, asyncio.AbstractEventLoop]:
    """The page and the API over the small library, and the loop they run in.

    It runs in a thread of its own: where a browser is open, the main thread has a running loop already.
    """
    from lawsearch.web.app import make_app
    from lawsearch.web.guard import Hosts

    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return make_app(Hosts.for_server("127.0.0.1", 80), _library().paths.home), loop


def web(raw: bytes) -> None:
    """Any path and parameters: an answer, never a failure of the server; what was asked is never markup."""
    if not raw:
        return
    path = _PATHS[raw[0] % len(_PATHS)]
    rest, _, query = raw[1:].partition(b"\x00")
    if not path.startswith("/api"):
        path += rest.decode("utf-8", "replace")
    started: list[int] = []
    kinds: list[bytes] = []
    body = bytearray()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            started.append(message["status"])
            kinds.extend(value for name, value in message["headers"] if name.lower() == b"content-type")
        else:
            body.extend(message.get("body", b""))

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": query or rest, "root_path": "", "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1), "server": ("localhost", 80), "state": {},
    }  # fmt: skip
    site, loop = _site()
    for _ in range(2):  # on a busy machine an answer is cut off (503): what is asked again is at hand
        started.clear()
        asyncio.run_coroutine_threadsafe(site(scope, receive, send), loop).result()
        if started != [503]:
            break
    assert started, "no answer"
    assert started[0] < 500, f"status {started[0]}"
    assert b"<fuzz" not in body or not any(kind.startswith(b"text/html") for kind in kinds)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "decode": decode,
    "containers": containers,
    "parse": parse,
    "citations": citations,
    "addresses": addresses,
    "queries": queries,
    "web": web,
}

# What a mutation may insert: the shapes that the texts and their readers know.
WORDS = (
    "Правило 50. ", "LAW 7 - ", "Правило 1.", "Глава VI. ", "(DC4)", "¶", "\x14", "..page3", "- 42 -", "- 43\n", "A.", "B. ", "1.", "(A).", "(a) ", "(i) ", "(ii)", "50.1. ",
    "74.2,3. ", "см. п.11.5", "пп. 11.5, 12", "п.", "Laws 45-47", "Law 92B and B2 above", "выше", "ниже", "Правила 50 и 51", "(см. правило 64А1)", "раздел 16 данного Комментария",
    "12C1(e)", "27B1(a)(ii)", "59.3.a", "def:dummy", "chapter:6", "Law ", "п. ", "(*) ", "ОГЛАВЛЕНИЕ", " . . . . 7", "......5", "| ", " | ", "--------", "????????", "разре-\n", "\r\n", "\n\n",
    "«", "»", '"', "-", "+", "штрафной", "картой", "penalty card", "revoke", "the", "не", "♠", "50-52", "ё", "\u0301", "\u202e", "\x1b[31m", "\x00", "\ufeff",
    "<html>", "<p>", "</p>", "<table>", "<td>", "<ul><li>", "<nav>", "<!--", "<![CDATA[", "&#x202e;", "&amp;", "<FictionBook>", "<section>", "<title>", "PK\x03\x04", "%PDF-1.4",
    "<fuzz>", "q=", "&", "address=", "%3Cfuzz%3E", "edition=2017", "lang=ru", "in=laws", "limit=", "offset=", "targets=", "digest-2017-ru:50",
    '{"schema":"urn:lawsearch:schema:', "charset=cp1251", "encoding='koi8-r'",
)  # fmt: skip
