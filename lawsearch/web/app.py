"""The ASGI application: addresses, and the way from a request to an answer.

A request's parameters are read here; the work, filling the template included, is a job of a thread that holds a
library (:mod:`lawsearch.web.holding`), in the language that the request asks for.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import jinja2
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from lawsearch import __version__
from lawsearch.errors import LawsearchError, NotFoundError, UsageError
from lawsearch.library import Library
from lawsearch.locale import N_, describe_error, gettext, ngettext, speaking
from lawsearch.web import about, api, checking, comparing, contents, finding, previewing, reading, terms, wording
from lawsearch.web.answers import Answers, Key
from lawsearch.web.asking import CHOICES, MAX_WORD, MAX_WORDS, Asked, bounded, read_asked
from lawsearch.web.faults import RETRY_AFTER, error_problem, status_of
from lawsearch.web.guard import MAX_BODY, Guard, Hosts
from lawsearch.web.holding import Holding
from lawsearch.web.openapi import describe_api
from lawsearch.web.page import Page, Redirect, View
from lawsearch.web.places import Places

__all__ = ["make_app"]

_FOLDER = Path(__file__).parent
_TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
BODY_SECONDS = 10.0  # for a body to arrive
_YEAR = 365 * 24 * 3600  # seconds
_VARY = "Accept-Language, Cookie"

Endpoint = Callable[[Request], Awaitable[Response]]

PAGES: dict[str, View] = {
    "/": finding.show_search,
    "/search": finding.show_search,
    "/preview": previewing.show_preview,
    "/contents": contents.go_to_contents,
    "/terms": terms.show_terms,
    "/terms/{term}": terms.show_term,
    "/situations": terms.show_situations,
    "/compare": comparing.show_compare,
    "/duties": comparing.show_duties,
    "/library": about.show_library,
    "/library/{document}": about.show_problems,
    "/help": about.show_help,
    "/{place}": contents.show_contents,
    "/{place}/{address}": reading.show_clause,
}


def make_app(hosts: Hosts, home: Path | str | None = None, *, holding: Holding | None = None) -> ASGIApp:
    """The application, for a library that is there. It answers under the names of ``hosts`` only."""
    site = Site(holding or Holding(home), local=hosts.is_local)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        site.holding.close()

    routes = [
        Route("/static/{name}", site.static),
        Route("/settings", site.settings),
        Route("/check", site.check_page, methods=["GET", "POST"]),
        Route("/api/check", site.check, methods=["POST"]),
        Route("/api/openapi.json", site.openapi),
        *(Route(f"/api/{name}", site.answer(work)) for name, work in api.ENDPOINTS.items()),
        Route("/api/{rest:path}", site.no_api),
        *(Route(path, site.page(view)) for path, view in PAGES.items()),
    ]
    app = Starlette(
        routes=routes, lifespan=lifespan, exception_handlers={HTTPException: site.refuse, Exception: site.fail}
    )
    app.router.redirect_slashes = False  # Starlette would write the host into the address
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=5)
    return Guard(app, hosts, posts=("/check", "/api/check"))


class Site:
    """What the endpoints share: the libraries, the templates, the files. ``local``: no other computer comes here."""

    def __init__(self, holding: Holding, *, local: bool) -> None:
        self.holding = holding
        self._answers = Answers()
        self._files = {
            path.name: (path.read_bytes(), _TYPES[path.suffix])
            for path in sorted((_FOLDER / "static").iterdir())
            if path.suffix in _TYPES
        }
        templates = {path.name: path.read_text(encoding="utf-8") for path in (_FOLDER / "templates").glob("*.jinja")}
        crc = 0
        for name in sorted(templates):
            crc = zlib.crc32(templates[name].encode(), crc)
        for content, _ in self._files.values():
            crc = zlib.crc32(content, crc)
        self._version = f"{__version__}-{crc:08x}{'' if local else '-network'}"
        self._templates = jinja2.Environment(
            loader=jinja2.DictLoader(templates),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._templates.globals.update(
            _=gettext, ngettext=ngettext, label=wording.label_of, version=f"{crc:08x}", choices=CHOICES, local=local
        )
        self._openapi = json.dumps(describe_api(), ensure_ascii=False)

    # answers

    def _known(self, request: Request, asked: tuple[str, ...], kind: str) -> Response | None:
        """The answer that was given a moment ago to the same question, if the library has not changed since."""
        key = Key(self._version, self.holding.generation, asked)
        if _matches(request, key.tag):
            return _not_modified(key.tag)
        body = self._answers.get(key)
        return Response(body, media_type=kind, headers=_fresh(key.tag)) if body is not None else None

    def _name(self, response: Response, asked: tuple[str, ...], generation: str) -> Response:
        """Keep a whole answer under the generation that it was made from, and give it that name."""
        if response.status_code != 200 or "cache-control" in response.headers:
            return response
        key = Key(self._version, generation, asked)
        response.headers.update(_fresh(key.tag))
        self._answers.keep(key, bytes(response.body))
        return response

    def _render(self, page: Page, asked: Asked) -> str:
        return self._templates.get_template(page.template).render(asked=asked, **page.records)

    def page(self, view: View) -> Endpoint:
        """The endpoint of a page."""

        async def endpoint(request: Request) -> Response:
            asked = read_asked(request)
            if (known := self._known(request, asked.key, "text/html")) is not None:
                return known
            params: Mapping[str, str] = dict(request.path_params)

            def work(library: Library) -> Response:
                with speaking(asked.ui):
                    try:
                        answer = view(library, asked, params)
                    except LawsearchError as error:
                        if isinstance(near := error.params.get("nearest"), list):
                            error.params["near"] = finding.near_links(library, Places(library.documents), near, asked)
                        raise
                    if isinstance(answer, Redirect):
                        return RedirectResponse(answer.to, 302, {"Cache-Control": "no-cache", "Vary": _VARY})
                    return HTMLResponse(self._render(answer, asked), answer.status)

            return await self._attempt(work, asked)

        return endpoint

    async def _attempt(self, work: Callable[[Library], Response], asked: Asked) -> Response:
        """The answer of a job, or the page of its error."""
        try:
            response, generation = await self.holding.run(lambda library: (work(library), library.generation))
        except LawsearchError as error:
            return self._error_page(error, asked)
        return self._name(response, asked.key, generation)

    def _error_page(self, error: LawsearchError, asked: Asked) -> Response:
        status = status_of(error)
        near = error.params.get("near")
        part = bool(asked.query.get("part"))
        with speaking(asked.ui):
            page = Page(
                template="error.jinja",
                records={
                    "sentence": describe_error(_for_people(error, listed=bool(near) and not part)),
                    "missing": status == 404,
                    "nearest": near if isinstance(near, list) else [],
                    "words": asked.query.get("q", "")[:MAX_WORDS],  # to be mended, not typed anew
                    "badge": None,
                },
            )
            if part:
                page = Page(template="fault.jinja", records=page.records)
            headers = {"Cache-Control": "no-store"}
            if status == 503:
                headers["Retry-After"] = RETRY_AFTER
            return HTMLResponse(self._render(page, asked), status, headers)

    async def refuse(self, request: Request, error: Exception) -> Response:
        """An address that no route knows, and other refusals of the framework."""
        asked = read_asked(request)
        fault = NotFoundError("no-such-page")
        if len(asked.path) > 1 and asked.path.endswith("/") and _is_own_path(asked.path):
            return RedirectResponse(asked.path.rstrip("/") or "/", 302)
        if asked.path.startswith("/api/"):
            return error_problem(fault)
        return self._error_page(fault, asked)

    async def fail(self, request: Request, error: Exception) -> Response:
        """A mistake of the program: a sentence for the reader; the guard writes the rest to the log."""
        fault = LawsearchError("server-failed")
        asked = read_asked(request)
        if asked.path.startswith("/api/"):
            with speaking(asked.ui):
                return error_problem(fault)
        return self._error_page(fault, asked)

    async def static(self, request: Request) -> Response:
        """A file that comes with the page; names are looked up among those read at the start."""
        found = self._files.get(request.path_params["name"])
        if found is None:
            return self._error_page(NotFoundError("no-such-page"), read_asked(request))
        content, kind = found
        return Response(content, media_type=kind, headers={"Cache-Control": f"public, max-age={_YEAR}, immutable"})

    async def settings(self, request: Request) -> Response:
        """``/settings?ui=ru&back=/2017/64A1``: keep a choice in a cookie, and go back."""
        back = request.query_params.get("back", "/")
        answer = RedirectResponse(back if _is_own_path(back) else "/", 303, {"Cache-Control": "no-store"})
        for name, known in CHOICES.items():
            value = request.query_params.get(name)
            if value in known and value:
                answer.set_cookie(name, value, max_age=_YEAR, path="/", httponly=True, samesite="lax")
        return answer

    # the check page

    async def check_page(self, request: Request) -> Response:
        """The form, and the answer to it."""
        asked = read_asked(request)
        text: str | None = None
        edition = ""
        try:
            if request.method == "POST":
                form = _form(await _body(request), request.headers.get("content-type", ""))
                # a browser ends lines with two characters, which nobody typed
                text = form.get("text", "").replace("\r\n", "\n")
                edition = bounded(form, "edition")
            else:
                edition = bounded(asked.query, "edition")
        except LawsearchError as error:
            return self._error_page(error, asked)

        def work(library: Library) -> Response:
            with speaking(asked.ui):
                page = checking.show_check(library, asked, text, edition)
                return HTMLResponse(self._render(page, asked), 200, {"Cache-Control": "no-store", "Vary": _VARY})

        return await self._attempt(work, asked)

    # the API

    def answer(self, work: api.Answer) -> Endpoint:
        """The endpoint of a question to the API."""

        async def endpoint(request: Request) -> Response:
            asked = read_asked(request)
            if (known := self._known(request, _api_key(asked), "application/json")) is not None:
                return known
            query: dict[str, list[str]] = {}
            for name, value in request.query_params.multi_items():
                query.setdefault(name, []).append(value)

            def job(library: Library) -> Response:
                with speaking(asked.ui):
                    return JSONResponse(work(library, query, asked.ui), 200)

            return await self._attempt_api(job, asked)

        return endpoint

    async def _attempt_api(self, job: Callable[[Library], Response], asked: Asked) -> Response:
        try:
            response, generation = await self.holding.run(lambda library: (job(library), library.generation))
        except LawsearchError as error:
            with speaking(asked.ui):
                return error_problem(error)
        return self._name(response, _api_key(asked), generation)

    async def check(self, request: Request) -> Response:
        """``POST /api/check`` with a JSON object or plain text."""
        asked = read_asked(request)
        try:
            text, edition, language = _ruling(await _body(request), request.headers.get("content-type", ""))
        except LawsearchError as error:
            with speaking(asked.ui):
                return error_problem(error)

        def job(library: Library) -> Response:
            with speaking(asked.ui):
                return JSONResponse(api.check(library, text, edition, language), 200, {"Cache-Control": "no-store"})

        return await self._attempt_api(job, asked)

    async def openapi(self, request: Request) -> Response:
        """The description of the API."""
        return Response(self._openapi, media_type="application/json", headers={"Cache-Control": "no-cache"})

    async def no_api(self, request: Request) -> Response:
        """Anything else under ``/api/``."""
        with speaking(read_asked(request).ui):
            return error_problem(NotFoundError("no-such-page"))


# What the parameters of the pages are called on them.
_FIELDS = {
    "q": N_("Search"),
    "in": N_("Document"),
    "text": N_("Language of the text"),
    "kind": N_("Kind"),
    "law": N_("Laws"),
    "edition": N_("Edition"),
    "limit": N_("Show more"),
    "address": N_("Number of the clause"),
    "left": N_("Document"),
    "right": N_("Document"),
}


def _for_people(error: LawsearchError, *, listed: bool) -> LawsearchError:
    """An error of a parameter with the name that the page gives it; what is near goes where it is ``listed`` as links."""
    params = dict(error.params)
    if (name := params.get("name")) in _FIELDS:
        params["name"] = gettext(_FIELDS[str(name)])
    if listed:
        params.pop("nearest", None)
    return LawsearchError(error.code, **params)


def _api_key(asked: Asked) -> tuple[str, ...]:
    return ("api", asked.ui, asked.here)


def _fresh(tag: str) -> dict[str, str]:
    return {"ETag": tag, "Cache-Control": "no-cache", "Vary": _VARY}


def _not_modified(tag: str) -> Response:
    return Response(status_code=304, headers=_fresh(tag))


def _matches(request: Request, tag: str) -> bool:
    given = request.headers.get("if-none-match", "")
    return tag in [one.strip() for one in given.split(",")]


def _is_own_path(path: str) -> bool:
    """True for a path on this server; two slashes, or a backslash, begin the name of another one to a browser."""
    return path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()


async def _body(request: Request) -> bytes:
    """The body of a request; ``UsageError`` if it is too long, whatever its header said, or takes too long to come."""
    pieces = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                pieces += piece
                if len(pieces) > MAX_BODY:
                    raise UsageError("text-too-long", limit=MAX_BODY // 1024)
    except TimeoutError:
        raise UsageError("text-too-slow") from None
    return bytes(pieces)


def _decoded(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError("body-unreadable", known="UTF-8") from None


def _form(body: bytes, kind: str) -> dict[str, str]:
    if kind.partition(";")[0].strip().lower() != "application/x-www-form-urlencoded":
        raise UsageError("body-unreadable", known="application/x-www-form-urlencoded")
    try:
        return dict(parse_qsl(_decoded(body), keep_blank_values=True, errors="strict", max_num_fields=8))
    except ValueError:
        raise UsageError("body-unreadable", known="application/x-www-form-urlencoded") from None


def _ruling(body: bytes, kind: str) -> tuple[str, str | None, str | None]:
    """The text to check, the edition and the language, from a JSON object or from plain text."""
    name = kind.partition(";")[0].strip().lower()
    if name == "text/plain":
        return _decoded(body), None, None
    if name != "application/json":
        raise UsageError("body-unreadable", known="application/json, text/plain")
    try:
        record: Any = json.loads(_decoded(body))
    except (ValueError, RecursionError):
        raise UsageError("body-unreadable", known="application/json") from None
    known = {"text": str, "edition": str, "lang": str}
    if (
        not isinstance(record, dict)
        or "text" not in record
        or any(name not in known or not isinstance(value, str) for name, value in record.items())
        or any(len(record.get(name, "")) > MAX_WORD for name in ("edition", "lang"))
    ):
        raise UsageError("body-unreadable", known='{"text": "…", "edition": "2017", "lang": "en"}')
    return record["text"], record.get("edition") or None, record.get("lang") or None
