"""Texts that a user adds beside the laws: what they cite, how their paragraphs are named, what they are taken for."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from lawsearch.cli.addresses import read_addresses
from lawsearch.errors import CorpusError, InputError, LibraryError, NotFoundError, UsageError
from lawsearch.export.problem_report import report_record
from lawsearch.library import Library, parse_files
from lawsearch.library.completing import complete_address, complete_document
from lawsearch.library.corpus import MANIFEST, read_corpus
from lawsearch.library.store import Lease
from lawsearch.library.tables import TERMS, read_terms
from tests.conftest import generation_of

CLUB = """Regulations of a club, by the Laws of 2017

Late pairs are told so by the Director (Law 50).
See (ii) above, and Law 51.

1. Play begins at seven.
2. This Law is read aloud.
"""
OLD_LAWS = "LAW 91 - BOXES\nA. Beginning\nA player opens his box (Law 50).\nB. End\nHe shuts it.\n"
OURS = "LAW 91 - BOXES\nA. Beginning\nA player opens his box (Law 91B, Law 50).\nB. End\nHe shuts it.\n"


@pytest.fixture(scope="module")
def club_home(small_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small library to which old laws of one law were added, then two texts of a club."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "old.txt").write_text(OLD_LAWS, encoding="utf-8")
    (folder / "club.txt").write_text(CLUB, encoding="utf-8")
    with Library.open(folder / "home", corpus=small_corpus) as library:
        library.add([folder / "old.txt"], as_document="laws-1987-en")
        library.add([folder / "club.txt"], as_document="club-undated-en")
        library.add([folder / "club.txt"], as_document="club-2017-en")
        (folder / "ours.txt").write_text(OURS, encoding="utf-8")
        library.add([folder / "ours.txt"], as_document="ours-undated-en")
    return folder / "home"


@pytest.fixture
def own(club_home: Path, small_corpus: Path) -> Library:
    return Library.open(club_home, corpus=small_corpus)


def test_an_undated_text_cites_the_edition_in_force(own: Library) -> None:
    with own:
        references = [item for root in own.toc("club-undated-en") for part in root.walk() for item in part.references]
        found = {item.text: (item.status, *(target.document for target in item.targets)) for item in references}
        assert found["Law 50"] == ("resolved", "digest-2017-en")
        assert found["Law 51"] == ("resolved", "digest-2017-en")
        assert not any(item.edition_differs for item in references)
        assert "club-undated-en" in {item.source.document for item in own.citing(own.show("digest-2017-en:50"))}
        # as check reads the same text
        checked = own.check(CLUB)
        assert [(item.reference.text, item.reference.status) for item in checked] == [
            (item.text, item.status) for item in references
        ]


def test_undated_laws_cite_themselves_first(own: Library) -> None:
    with own:
        (inner, outer) = own.show("ours-undated-en:91A").references
        assert [target.document for target in inner.targets] == ["ours-undated-en"]
        assert not inner.edition_differs
        assert outer.status == "missing"  # of its own laws
        assert not own.show("laws-1987-en:91A").references[0].targets


def test_relative_citations_of_a_plain_text_are_told(own: Library) -> None:
    with own:
        references = [item for root in own.toc("club-2017-en") for part in root.walk() for item in part.references]
        assert {item.text for item in references if item.status == "external"} == {"(ii)", "This Law"}


def test_every_address_can_be_typed(own: Library) -> None:
    with own:
        for document in own.documents:
            addresses = [part.address for root in own.toc(document) for part in root.walk() if part.address]
            assert len(addresses) >= 3
            for address in addresses:
                name = f"{document}:{address}"
                assert own.show(name).address == address
                assert read_addresses([name]) == [name]
                assert read_addresses([str(address)]) == [str(address)]
        assert own.show("p2", within="club-undated-en").text.startswith("Late pairs")


def test_regulations_are_no_edition_in_force(own: Library) -> None:
    with own:
        assert own.info("digest-2017-en").in_force
        assert not own.info("club-2017-en").in_force


def test_a_library_that_was_closed_opens_again(own: Library) -> None:
    with own:
        assert own.show("50").heading
        before = _lease(own)
        own.close()
        assert not before.is_held  # a writer may remove it
        assert own.show("50").heading
        assert own.document("club-undated-en").edition == "undated"
        assert _lease(own).is_held


def _lease(library: Library) -> Lease:
    """What a writer asks for before it removes a generation."""
    lease = library.files.generation.lease
    assert lease is not None
    return lease


def test_our_own_json_says_itself_what_it_is(own: Library, small_corpus: Path, tmp_path: Path) -> None:
    from lawsearch.export import EXPORT_FORMATS, Selection

    with own:
        pieces = EXPORT_FORMATS["json"].pieces(Selection.of(own, ["laws-1987-en"]))
        (tmp_path / "mine.json").write_bytes(b"".join(pieces))
    with Library.open(tmp_path / "home", corpus=small_corpus) as library:
        assert library.add([tmp_path / "mine.json"]).known_by == "record"


def test_two_files_of_one_name_are_refused_wherever_they_are_read(tmp_path: Path) -> None:
    files = [tmp_path / name / "x.txt" for name in ("one", "two")]
    for number, path in enumerate(files):
        path.parent.mkdir()
        path.write_text(f"{number + 1}. A paragraph of its own.\n", encoding="utf-8")
    for read in (parse_files, report_record):
        with pytest.raises(UsageError) as caught:
            read(files)
        assert caught.value.params == {"name": "x.txt"}


def test_a_report_keeps_the_names_of_paragraphs(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text(CLUB, encoding="utf-8")
    structure = report_record([tmp_path / "club.txt"])["documents"][0]["structure"]
    assert [item["address"] for item in structure if item["depth"] == 0] == ["p1", "p2", "1", "2"]


@pytest.mark.parametrize("language", [None, "en"])
def test_what_is_asked_for_is_what_there_is(own: Library, language: str | None) -> None:
    with own:
        assert own.best_document("laws", None, language).edition == "2017"
        assert own.best_document("laws", "1987", language).id == "laws-1987-en"
        with pytest.raises(NotFoundError) as caught:
            own.best_document("club", "1987", language)
        assert caught.value.params["known"] == "2017, undated"
        for limit, offset in ((-1, 0), (10, -3)):
            with pytest.raises(UsageError):
                own.search("club", limit=limit, offset=offset)


def test_completion_is_silent_whatever_is_damaged(club_home: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(club_home, home)
    path = generation_of(home) / "library.db"
    whole = path.read_bytes()
    assert complete_address(str(home), "50", "en")
    assert complete_document(str(home))
    silent = 0
    for page in range(0, len(whole), 4096):
        path.write_bytes(whole[:page] + b"\xa5" * 4096 + whole[page + 4096 :])
        found = complete_address(str(home), "50", "en")
        silent += not found
        assert all(isinstance(name, str) for name, _ in found)
        complete_document(str(home))
    assert silent


def test_a_folder_that_cannot_be_read_is_no_damaged_index(club_home: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(club_home, home)
    home.chmod(0)
    try:
        if os.access(home, os.R_OK):
            pytest.skip("this user may read everything")
        with pytest.raises(LibraryError) as caught:
            Library.in_service(home)
        assert caught.value.code == "folder-unreadable"
    finally:
        home.chmod(0o700)


FAULTS = [
    ('in-force = "2017"\ndocument = 3\n', "document"),
    ('in-force = "2017"\ndocument = [3]\n', "document"),
    ("", "document"),
]


@pytest.mark.parametrize(("manifest", "key"), FAULTS)
def test_a_fault_in_the_manifest_is_named(tmp_path: Path, manifest: str, key: str) -> None:
    (tmp_path / MANIFEST).write_text(manifest, encoding="utf-8")
    with pytest.raises(CorpusError) as caught:
        read_corpus(str(tmp_path))
    assert caught.value.params["key"] == key
    assert MANIFEST in str(caught.value.params["file"])


@pytest.mark.parametrize(
    ("key", "value"), [("sources", "/etc/*.txt"), ("sources", "**x"), ("id", "Small 2017"), ("edition", "someday")]
)
def test_a_fault_in_a_document_is_named(small_corpus: Path, tmp_path: Path, key: str, value: str) -> None:
    lines = (small_corpus / MANIFEST).read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith(f"{key} ="))
    lines[place] = f"{key} = {json.dumps(value)}"
    (tmp_path / MANIFEST).write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(CorpusError):
        read_corpus(str(tmp_path))


def test_a_table_in_another_encoding_is_named(tmp_path: Path) -> None:
    (tmp_path / TERMS).write_text("concept\tru\ten\tdefinition\tnote\n", encoding="utf-16")
    with pytest.raises(CorpusError) as caught:
        read_terms(str(tmp_path), ())
    assert str(caught.value.params["file"]).endswith(TERMS)


def test_an_unreadable_file_says_why() -> None:
    from lawsearch.locale import describe_error

    assert "too long" in describe_error(InputError("file-not-readable", file="x", reason="File name too long"))
    assert "Standard input" in describe_error(InputError("file-empty", file="-"))
