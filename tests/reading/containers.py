"""Containers built by hand around a text, for the tests: each function gives the bytes of a file."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def make_zip(members: dict[str, bytes | str]) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def rewrite_zip(raw: bytes, before: str, after: str) -> bytes:
    """The archive with a piece of text replaced in all its members."""
    with ZipFile(BytesIO(raw)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    return make_zip({name: content.replace(before.encode(), after.encode()) for name, content in members.items()})


def html_page(body: str, *, charset: str = "utf-8", declared: str | None = None, head: str = "") -> bytes:
    page = (
        f'<!DOCTYPE html>\n<html><head><meta charset="{declared or charset}"><title>Заглавие</title>{head}'
        f"<script>var далее = '<p>нет</p>';</script><style>p {{ color: red }}</style></head>\n<body>{body}</body></html>"
    )
    return page.encode(charset)


def html_paragraphs(paragraphs: Sequence[str], **options: str) -> bytes:
    parts = [
        f"<h2>{escape(text)}</h2>" if text.startswith("Правило") else f"<p>{_wrapped(escape(text))}</p>"
        for text in paragraphs
    ]
    return html_page("\n".join(parts), **options)


def _wrapped(text: str) -> str:
    """The text as an editor breaks its source lines."""
    words = text.split(" ")
    return "\n   ".join(" ".join(words[first : first + 6]) for first in range(0, len(words), 6))


def fb2(paragraphs: Sequence[str], *, encoding: str = "utf-8") -> bytes:
    parts: list[str] = []
    for text in paragraphs:
        if text.startswith("Правило"):
            parts.append(f"{'</section>' if parts else ''}<section><title>" + f"<p>{escape(text)}</p></title>")
        else:
            parts.append(f"<p>{escape(text)}</p>")
    book = (
        f'<?xml version="1.0" encoding="{encoding}"?>\n'
        '<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">'
        "<description><title-info><book-title>Не для текста</book-title></title-info></description>"
        f"<body>{''.join(parts)}</section></body><binary id='a.png' content-type='image/png'>AAAA</binary></FictionBook>"
    )
    return book.encode(encoding)


def epub(paragraphs: Sequence[str], *, extra: dict[str, bytes | str] | None = None) -> bytes:
    """Two pages whose names sort against the order of the spine, and the book's own contents."""
    half = next(index for index, text in enumerate(paragraphs) if index and text.startswith("Правило"))
    pages = {"b.xhtml": paragraphs[:half], "a.xhtml": paragraphs[half:]}
    members: dict[str, bytes | str] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf": '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf"><manifest>'
        '<item id="n" href="nav.xhtml" properties="nav"/><item id="one" href="b.xhtml"/><item id="two" href="a.xhtml"/>'
        '</manifest><spine><itemref idref="n"/><itemref idref="one"/><itemref idref="two"/></spine></package>',
        "OEBPS/nav.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol>'
        '<li><a href="b.xhtml">Начало книги</a></li></ol></nav></body></html>',
    }
    for name, texts in pages.items():
        body = "".join(f"<p>{escape(text)}</p>" for text in texts)
        members[f"OEBPS/{name}"] = (
            '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" '
            '"http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml">'
            f"<head><title>x</title></head><body>{body}</body></html>"
        )
    return make_zip({**members, **(extra or {})})


def docx(body: str, **members: str) -> bytes:
    parts: dict[str, bytes | str] = {
        "[Content_Types].xml": "<Types/>",
        "word/document.xml": f'<?xml version="1.0" encoding="UTF-8"?><w:document {W}><w:body>{body}</w:body></w:document>',
    }
    return make_zip({**parts, **{f"word/{name}.xml": content for name, content in members.items()}})


def docx_paragraph(text: str, properties: str = "") -> str:
    """A paragraph in two runs, as Word cuts them anywhere."""
    cut = len(text) // 2
    runs = "".join(
        f'<w:r><w:t xml:space="preserve">{escape(part)}</w:t></w:r>' for part in (text[:cut], text[cut:]) if part
    )
    return f"<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>"


def pdf(pages: Sequence[Sequence[str]], *, encrypted: bool = False) -> bytes:
    """A PDF with a font whose bytes are cp1251; a table in it says which letters these are."""
    cmap = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <FF> endcodespacerange\n"
    codes = [code for code in range(0x20, 0x100) if code != 0x98]
    for first in range(0, len(codes), 100):
        chunk = codes[first : first + 100]
        cmap += f"{len(chunk)} beginbfchar\n"
        cmap += "".join(f"<{code:02X}> <{ord(bytes([code]).decode('cp1251')):04X}>\n" for code in chunk)
        cmap += "endbfchar\n"
    cmap += "endcmap end end"
    widths = " ".join(["500"] * 224)
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 32 /LastChar 255 /Widths [{widths}] /ToUnicode 4 0 R >>".encode(),
        _stream(cmap.encode("ascii")),
    ]
    kids = []
    for lines in pages:
        content = b"BT /F1 10 Tf 14 TL 40 800 Td\n"
        content += b"".join(b"<" + line.encode("cp1251").hex().encode() + b"> Tj T*\n" for line in lines) + b"ET"
        objects.append(_stream(content))
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1200 842] /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>".encode()
    written = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(written))
        written += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    table = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    lock = b""
    if encrypted:  # no password fits these: none is needed to show that one is asked for
        lock = b" /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >> /ID [<00> <00>]" % (
            b"11" * 32,
            b"22" * 32,
        )
    return written + b"trailer\n<< /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        lock,
        table,
    )


def _stream(content: bytes) -> bytes:
    packed = zlib.compress(content)
    return b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(packed) + packed + b"\nendstream"
