"""XML, read as a stream of events: no tree, no entities of its own, nothing fetched.

A document type may be named (epub pages do), but an entity declared in it is refused: that is how a few lines are
made to grow to gigabytes, and how files are read that are nobody's business.
"""

from __future__ import annotations

import re
from typing import Protocol
from xml.etree.ElementTree import ParseError

from lawsearch.errors import InputError
from lawsearch.source.encodings import Decoded, decode_declared

_DECLARATION = re.compile(rb"^[\x00\xef\xbb\xbf\xff\xfe]*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)")
_CHUNK = 1 << 16


class Target(Protocol):
    """What takes the events. ``tag`` is without its namespace."""

    def start(self, tag: str, attributes: dict[str, str]) -> None: ...
    def end(self, tag: str) -> None: ...
    def data(self, text: str) -> None: ...


class _Stripped:
    """Passes events on with the namespaces of tags and attributes cut off."""

    def __init__(self, target: Target) -> None:
        self._target = target

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._target.start(_local(tag), {_local(name): value for name, value in attributes.items()})

    def end(self, tag: str) -> None:
        self._target.end(_local(tag))

    def data(self, text: str) -> None:
        self._target.data(text)

    def close(self) -> None:
        """The stream is over."""


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def decode_xml(raw: bytes, name: str, encoding: str | None = None) -> Decoded:
    """The text of an XML file, by its declaration where that is true."""
    match = _DECLARATION.match(raw[:400])
    return decode_declared(raw, name, match[1].decode("ascii") if match else "utf-8", encoding)


def feed_xml(text: str, target: Target, name: str, kind: str) -> None:
    """Send the events of an XML text to ``target``; ``InputError`` if it is unsafe or no XML."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    parser = DefusedXMLParser(target=_Stripped(target), forbid_dtd=False, forbid_entities=True, forbid_external=True)
    try:
        for start in range(0, len(text), _CHUNK):
            parser.feed(text[start : start + _CHUNK])
        parser.close()
    except DefusedXmlException:
        raise InputError("xml-unsafe", file=name) from None
    except (ParseError, ValueError) as error:
        raise InputError("container-broken", file=name, kind=kind) from error
