"""Electronic publications: the pages of the book in the order of its spine."""

from __future__ import annotations

import posixpath
from urllib.parse import unquote

from lawsearch.errors import InputError
from lawsearch.model import Problem
from lawsearch.source.archives import Archive
from lawsearch.source.content import Content, TextWriter
from lawsearch.source.html import write_page
from lawsearch.source.xml import decode_xml, feed_xml

CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"


class _Package:
    """Takes the events of the container's and the package's files."""

    def __init__(self) -> None:
        self.package = ""
        self.items: dict[str, tuple[str, str]] = {}  # id: path, properties
        self.spine: list[str] = []
        self.beside: list[str] = []  # pages that are read beside the others: notes, adverts
        self.locked: set[str] = set()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "rootfile" and not self.package:
            self.package = attributes.get("full-path", "")
        elif tag == "item":
            self.items[attributes.get("id", "")] = attributes.get("href", ""), attributes.get("properties", "")
        elif tag == "itemref":
            beside = attributes.get("linear") == "no"
            (self.beside if beside else self.spine).append(attributes.get("idref", ""))
        elif tag == "CipherReference":
            self.locked.add(unquote(attributes.get("URI", "")))

    def end(self, tag: str) -> None:
        """Nothing ends that matters."""

    def data(self, text: str) -> None:
        """There is no text."""


def read(raw: bytes, name: str, encoding: str | None) -> Content:
    """The text of a publication; its own table of contents is navigation."""
    archive = Archive(raw, name, "epub")
    package = _Package()
    _feed(archive, CONTAINER, package)
    _feed(archive, package.package, package)
    if _ENCRYPTION in archive:
        _feed(archive, _ENCRYPTION, package)
    folder = posixpath.dirname(package.package)
    writer = TextWriter(name)
    used = "utf-8"
    problems: list[Problem] = []
    if not package.spine:
        raise InputError("container-broken", file=name, kind="epub")
    for reference in dict.fromkeys((*package.spine, *package.beside)):  # each page once, as a book has it
        href, properties = package.items.get(reference, ("", ""))
        # a name to look up in the archive, never a path
        member = posixpath.normpath(posixpath.join(folder, unquote(href.partition("#")[0])))
        if member in package.locked:
            raise InputError("file-encrypted", file=name)
        decoded = decode_xml(archive.read(member), name, encoding)
        used = decoded.encoding
        problems += decoded.problems
        writer.end_paragraph()
        beside = reference not in package.spine
        write_page(decoded.text, writer, name, aside="nav" in properties.split(), beside=beside, page=member)
    return writer.finish(used, tuple(problems))


def _feed(archive: Archive, member: str, package: _Package) -> None:
    feed_xml(decode_xml(archive.read(member), archive.name).text, package, archive.name, "epub")
