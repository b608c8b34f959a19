"""What is answered when something cannot be: the status of each error, and problem+json (RFC 9457)."""

from __future__ import annotations

from starlette.responses import JSONResponse, Response

from lawsearch.errors import LawsearchError, LibraryError, NotFoundError, UsageError
from lawsearch.locale import describe_error
from lawsearch.web.holding import OverloadedError, OvertimeError

__all__ = ["error_problem", "problem", "status_of"]

_STATUS: dict[type[LawsearchError], int] = {
    UsageError: 400,
    NotFoundError: 404,
    OverloadedError: 503,
    OvertimeError: 503,
    LibraryError: 503,
}
_OWN_STATUS = {"text-too-long": 413, "text-too-slow": 408}
_TITLES = {
    400: "Bad Request",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    408: "Request Timeout",
    413: "Content Too Large",
    414: "URI Too Long",
    415: "Unsupported Media Type",
    421: "Misdirected Request",
    500: "Internal Server Error",
    503: "Service Unavailable",
}
RETRY_AFTER = "5"  # seconds


def status_of(error: LawsearchError) -> int:
    """The HTTP status that goes with an error."""
    if error.code in _OWN_STATUS:
        return _OWN_STATUS[error.code]
    return next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 500)


def problem(status: int, code: str, detail: str, **more: object) -> Response:
    """A problem+json answer; ``code`` becomes its type."""
    record = {
        "type": f"urn:lawsearch:error:{code}",
        "title": _TITLES.get(status, "Error"),
        "status": status,
        "detail": detail,
        "code": code,
        **more,
    }
    headers = {"Cache-Control": "no-store"}
    if status == 503:
        headers["Retry-After"] = RETRY_AFTER
    return JSONResponse(record, status, headers, media_type="application/problem+json")


def error_problem(error: LawsearchError) -> Response:
    """An error as problem+json, its sentence in the language that is spoken."""
    more = {name: value for name in ("nearest", "missing") if isinstance(value := error.params.get(name), list)}
    return problem(status_of(error), error.code, describe_error(error), **more)
