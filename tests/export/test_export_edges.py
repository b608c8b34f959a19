"""Exports at their edges: text without an address, roles of targets, odd times, disks without hard links."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lawsearch.errors import UsageError
from lawsearch.export import Selection
from lawsearch.export.akn import write as write_akn
from lawsearch.export.dot_format import write_dot
from lawsearch.export.epub import _modified
from lawsearch.export.files import write_file
from lawsearch.model import Address, Characters, Clause, Document, ParsedDocument, Reference, Span, Target


def _document(series: str, role: str) -> Document:
    return Document(
        id=f"{series}-2017-en", title=series, series=series, role=role, edition="2017", language="en",
        layout="laws_en", encoding="utf-8",
    )  # fmt: skip


def _citing(address: str, document: str) -> Reference:
    return Reference(
        text="there", span=Span(0, 5), form="law", status="resolved", wanted=(),
        targets=(Target(document=document, address=Address((address,))),),
    )  # fmt: skip


def _parsed(document: Document, clause: Clause) -> ParsedDocument:
    nothing = Characters(clauses=0, unplaced=0, furniture=0)
    return ParsedDocument(
        document=document, clauses=(clause,), unplaced=(), furniture=(), problems=(), characters=nothing
    )


def test_what_a_note_in_closing_text_cites_is_an_edge() -> None:
    laws = _document("laws", "laws")
    note = Clause(document=laws.id, address=None, kind="footnote", text="there", references=(_citing("7", laws.id),))
    closing = Clause(
        document=laws.id, address=None, kind="closing", text="there", references=(_citing("8", laws.id),),
        children=(note,),
    )  # fmt: skip
    law = Clause(document=laws.id, address=Address(("1",)), kind="law", text="A law.", children=(closing,))
    written = "".join(write_dot([_parsed(laws, law)]))
    assert f'"{laws.id}:1" -> "{laws.id}:8"' in written
    assert f'"{laws.id}:1" -> "{laws.id}:7"' in written


@pytest.mark.parametrize(("role", "kind"), [("commentary", "doc"), ("laws", "act")])
def test_a_target_elsewhere_has_the_role_of_its_document(role: str, kind: str) -> None:
    laws, other = _document("laws", "laws"), _document("other", role)
    law = Clause(
        document=laws.id, address=Address(("1",)), kind="law", text="there", references=(_citing("16", other.id),)
    )
    selection = Selection(
        [laws], lambda _name: _parsed(laws, law), known={document.id: document for document in (laws, other)}
    )
    written = "".join(str(piece) for piece in write_akn(selection))
    assert f'href="/akn/xx/{kind}/2017/other/' in written


@pytest.mark.parametrize("epoch", ["\u00b2", "9" * 15, "9" * 400, "-1", "soon", ""])
def test_a_time_that_is_none_is_passed_over(monkeypatch: pytest.MonkeyPatch, epoch: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert _modified() > "2024"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert _modified() == "1970-01-01T00:00:00Z"


def test_without_hard_links_a_file_that_has_appeared_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out.txt"

    def refuse(_source: object, _target: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    write_file([b"new"], str(target), force=False)
    assert target.read_bytes() == b"new"

    def appear(_source: object, _target: object) -> None:
        (tmp_path / "late.txt").write_bytes(b"theirs")
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", appear)
    with pytest.raises(UsageError):
        write_file([b"new"], str(tmp_path / "late.txt"), force=False)
    assert (tmp_path / "late.txt").read_bytes() == b"theirs"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["late.txt", "out.txt"]
