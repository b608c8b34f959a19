"""The web page: the same library in a browser, and as an API.

In: HTTP requests on a loopback address. Out: pages that work without JavaScript, JSON in the shapes of the published
schema. Promises: read only; everything of a text is escaped; no path of a request reaches the file system; a request
that takes too long is cut off with a message while others are served; no error shows a traceback.

:func:`make_app` makes the ASGI application, :func:`serve` runs it.
"""

from __future__ import annotations

from lawsearch.web.app import make_app
from lawsearch.web.guard import is_loopback
from lawsearch.web.serving import serve

__all__ = ["is_loopback", "make_app", "serve"]
