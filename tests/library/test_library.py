"""The library: built once, opened often; added texts are kept; faults are found, named and mended."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from lawsearch.errors import InputError, LibraryError, NotFoundError, UsageError
from lawsearch.library import Library
from lawsearch.search import Said
from lawsearch.search.sayings import write_sayings
from lawsearch.search.texts import TextReader
from tests.conftest import CASES, ROOT, edit_manifest, generation_of

Opener = Callable[..., Library]

FRAGMENT = (CASES / "parse" / "twin-000.txt", CASES / "parse" / "twin-003.txt")


@pytest.fixture
def opened(small_home_copy: Path, small_corpus: Path) -> Callable[..., Library]:
    """Open the library that a test may change."""

    def open_library(on_event: Callable[[str], None] = lambda _: None) -> Library:
        return Library.open(small_home_copy, corpus=small_corpus, on_event=on_event)

    return open_library


def _answer(library: Library) -> list[tuple[str, str]]:
    hits = [(hit.document, str(hit.address)) for hit in library.search("штрафная карта", limit=20).hits]
    assert len(hits) == 20
    return hits


def test_building_twice_gives_the_same_answers(home: Path, tmp_path: Path, library: Library) -> None:
    with Library.build(tmp_path / "again") as again:
        assert _answer(again) == _answer(library)
        for query in ("ход вне очереди", "revoke established", "may not", "судья обязан"):
            one, other = library.search(query, limit=50), again.search(query, limit=50)
            assert one == other
            assert one.hits


def test_opening_does_not_build_again(small_home_copy: Path, opened: Opener) -> None:
    before = sorted(path.name for path in (small_home_copy / "generations").iterdir())
    with opened(on_event=pytest.fail) as library:
        assert library.show("50").heading
    assert sorted(path.name for path in (small_home_copy / "generations").iterdir()) == before


def test_only_the_owner_can_read_a_generation(small_home_copy: Path, opened: Opener) -> None:
    folders = list((small_home_copy / "generations").iterdir())
    assert folders
    for folder in folders:
        assert folder.stat().st_mode & 0o077 == 0


def test_adding_fragments_of_one_document(small_home_copy: Path, opened: Opener) -> None:
    with opened() as library:
        first = library.add([FRAGMENT[0]], as_document="commentary-1987-ru")
        assert first.info.document.id == "commentary-1987-ru"
        assert first.info.document.layout == "commentary"
        clauses = first.info.clauses
        second = library.add([FRAGMENT[1]], as_document="commentary-1987-ru")
        assert second.info.document.sources == (FRAGMENT[0].name, FRAGMENT[1].name)
        assert second.info.clauses > clauses
        again = library.add([FRAGMENT[1]], as_document="commentary-1987-ru")
        assert again.replaced == (FRAGMENT[1].name,)
        assert again.info.clauses == second.info.clauses
        numbers = [clause.address.number for clause in library.toc("commentary-1987-ru") if clause.address]
        assert numbers == sorted(number for number in numbers if number is not None)
    with opened() as reopened:
        assert reopened.info("commentary-1987-ru").clauses == second.info.clauses


def test_references_go_to_the_own_edition_or_say_that_they_do_not(opened: Opener, tmp_path: Path) -> None:
    notes, laws = tmp_path / "notes.txt", tmp_path / "laws.txt"
    notes.write_text("Правило 60. ИГРА(DC4)\n60.1. О картах говорит Правило 50.(DC4)\n", encoding="utf-8")
    laws.write_text("Правило 50. Карта\n-----------------\nA.Первый раздел\nТекст раздела.\n", encoding="utf-8")

    def reference(library: Library) -> tuple[str, str, bool]:
        found = library.show("commentary-1987-ru:60.1").references[0]
        return found.status, found.targets[0].document, found.edition_differs

    with opened() as library:
        library.add([notes], as_document="commentary-1987-ru")
        assert reference(library) == ("resolved", "digest-2017-ru", True)
        library.add([laws], as_document="laws-1987-ru")
        assert reference(library) == ("resolved", "laws-1987-ru", False)


@pytest.fixture
def spoken_corpus(small_corpus: Path, tmp_path: Path) -> Path:
    """Laws 50 to 52 with what the tables of the corpus say of them."""
    folder = Path(shutil.copytree(small_corpus, tmp_path / "corpus"))
    own = re.compile(r"5[0-2]\b|5[0-2][A-F]")
    for name, column in (("situations.tsv", 2), ("terms.tsv", 3)):
        head, *rows = (ROOT / "corpus" / name).read_text(encoding="utf-8").splitlines()
        kept = [row for row in rows if all(own.match(address) for address in row.split("\t")[column].split(","))]
        assert kept
        (folder / name).write_text("\n".join((head, *kept, "")), encoding="utf-8")
    shutil.copy(ROOT / "corpus" / "kindred.tsv", folder)
    return folder


def _index_files(home: Path) -> dict[str, bytes]:
    files = {path.name: path.read_bytes() for path in (generation_of(home) / "search").iterdir()}
    assert {"sayings.bin", "said.txt", "postings.bin"} <= set(files)
    return files


def test_a_change_of_texts_takes_over_what_players_say(
    spoken_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written anew where the tables have changed, or the files are not as they were; all is as if built at once."""
    written: list[Path] = []

    def spy(folder: Path, situations: Sequence[Said], reader: TextReader) -> None:
        written.append(folder)
        write_sayings(folder, situations, reader)

    monkeypatch.setattr("lawsearch.search.index.write_sayings", spy)
    home = tmp_path / "home"
    with Library.build(home, corpus=spoken_corpus) as library:
        assert len(written) == 1
        library.add(FRAGMENT, as_document="commentary-1987-ru")
        assert len(written) == 1
        assert library.search("штрафная карта").hits
        taken = _index_files(home)
        path = generation_of(home) / "search" / "sayings.bin"
        path.write_bytes(path.read_bytes()[:-1] + b"?")
        library.remove("commentary-1987-ru")
        assert len(written) == 2
        library.add(FRAGMENT, as_document="commentary-1987-ru")
        assert len(written) == 2
    assert _index_files(home) == taken
    shutil.rmtree(home / "generations")
    (home / "CURRENT").unlink()
    with Library.build(home, corpus=spoken_corpus) as library:
        assert len(written) == 3
        assert "commentary-1987-ru" in library.documents
        assert _index_files(home) == taken
    with (spoken_corpus / "situations.tsv").open("a", encoding="utf-8") as file:
        file.write("en\ta quince lies beside dummy\t50A\n")
    with Library.open(home, corpus=spoken_corpus) as library:
        assert len(written) == 4
        assert str(library.search("quince").hits[0].address) == "50A"


def test_removing(small_home_copy: Path, opened: Opener) -> None:
    with opened() as library:
        library.add([FRAGMENT[0]], as_document="commentary-1987-ru")
        assert list((small_home_copy / "sources").iterdir())
        library.remove("commentary-1987-ru")
        assert "commentary-1987-ru" not in library.documents
        assert not list((small_home_copy / "sources").iterdir())
        with pytest.raises(NotFoundError):
            library.remove("commentary-1987-ru")
        with pytest.raises(UsageError):
            library.remove("digest-2017-ru")


def test_the_corpus_cannot_be_replaced(small_home_copy: Path, opened: Opener) -> None:
    with opened() as library, pytest.raises(UsageError) as caught:
        library.add([FRAGMENT[0]], as_document="digest-2017-ru")
    assert caught.value.code == "document-embedded"


def test_a_failed_add_changes_nothing(small_home_copy: Path, opened: Opener, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"")
    with opened() as library:
        documents = dict(library.documents)
        with pytest.raises(InputError):
            library.add([FRAGMENT[0], empty], as_document="commentary-1987-ru")
        assert library.documents == documents
        assert _answer(library)


def _damages(path: Path) -> list[bytes | None]:
    raw = path.read_bytes()
    middle = len(raw) // 2
    return [None, b"", raw[:middle], bytes(len(raw)), raw[:middle] + bytes([raw[middle] ^ 1]) + raw[middle + 1 :]]


@pytest.mark.parametrize("kind", range(5), ids=["deleted", "emptied", "cut", "zeroed", "one bit"])
@pytest.mark.parametrize("name", ["CURRENT", "manifest.json", "library.db", "forms.marisa", "search"])
def test_a_damaged_index_is_built_anew(small_home_copy: Path, opened: Opener, name: str, kind: int) -> None:
    with opened() as library:
        library.add([FRAGMENT[0]], as_document="commentary-1987-ru")
        expected = _answer(library)
    generation = small_home_copy / "generations" / (small_home_copy / "CURRENT").read_text().strip()
    path = small_home_copy / name if name == "CURRENT" else generation / name
    if path.is_dir():
        path = max(path.iterdir(), key=lambda item: item.stat().st_size)
    damage = _damages(path)[kind]
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(damage)
    with opened() as library:
        assert _answer(library) == expected
        assert library.show("50").heading
        assert "commentary-1987-ru" in library.documents


def test_a_newer_index_is_refused_and_an_older_one_rebuilt(small_home_copy: Path, opened: Opener) -> None:
    edit_manifest(small_home_copy, format=99)
    with pytest.raises(LibraryError) as caught:
        opened()
    assert caught.value.code == "index-newer"
    edit_manifest(small_home_copy, format=0)
    events: list[str] = []
    with opened(on_event=events.append) as library:
        assert library.show("50").heading
    assert events == ["upgrading"]


def test_a_changed_corpus_is_noticed(small_home_copy: Path, opened: Opener) -> None:
    edit_manifest(small_home_copy, quick="other")
    with opened(on_event=pytest.fail):
        pass  # touched, but with the same contents: nothing to do
    edit_manifest(small_home_copy, quick="other", content="other")
    events: list[str] = []
    opened(on_event=events.append).close()
    assert events == ["rebuilding"]


def test_foreign_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear …", encoding="utf-8")
    with pytest.raises(LibraryError) as caught:
        Library.open(tmp_path)
    assert caught.value.code == "not-a-library"
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]
    with pytest.raises(LibraryError) as caught:
        Library.open(tmp_path / "letters.txt")
    assert caught.value.code == "not-a-folder"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="file owners are a matter of POSIX")
def test_a_generation_that_others_can_change_is_not_opened(small_home_copy: Path, opened: Opener) -> None:
    folder = small_home_copy / "generations" / (small_home_copy / "CURRENT").read_text().strip()
    folder.chmod(0o777)
    with pytest.raises(LibraryError) as caught:
        opened()
    assert caught.value.code == "index-foreign"


def test_two_writers_do_not_meet(small_home_copy: Path, opened: Opener) -> None:
    from filelock import FileLock

    with opened() as library, FileLock(small_home_copy / "lock"), pytest.raises(LibraryError) as caught:
        library.add([FRAGMENT[0]], as_document="commentary-1987-ru", wait=0.1)
    assert caught.value.code == "library-locked"


def test_a_reader_keeps_its_generation(small_home_copy: Path, opened: Opener) -> None:
    with opened() as reader:
        expected = _answer(reader)
        with opened() as library:
            library.add([FRAGMENT[0]], as_document="commentary-1987-ru")
        assert "commentary-1987-ru" not in reader.documents
        assert _answer(reader) == expected


# looking up


def test_show_prefers_laws_in_force_in_the_language(library: Library) -> None:
    assert library.show("59", language="ru").document == "digest-2017-ru"
    assert library.show("59", language="en").document == "digest-2017-en"
    assert library.show("59.1", language="ru").document == "notes-2017-ru"
    assert library.show("59", within="commentary", language="en").document == "notes-2017-en"
    assert library.show("notes-2017-en:59").document == "notes-2017-en"
    assert [clause.document for clause in library.twins(library.show("50A", language="ru"))] == ["digest-2017-en"]


def test_a_missing_address_offers_near_ones(library: Library) -> None:
    with pytest.raises(NotFoundError) as caught:
        library.show("59.9")
    assert "59.5" in caught.value.params["nearest"]  # type: ignore[operator]
    with pytest.raises(UsageError):
        library.show("nonsense")


def test_references_agree_in_both_directions(library: Library) -> None:
    clause = library.show("50D2", language="en")
    going = [(part.address, reference) for part in clause.walk() for reference in part.references]
    assert going
    seen = 0
    for source, reference in going:
        for target in reference.targets:
            coming = library.citing(library.show(f"{target.document}:{target.address}"))
            inside = str(source).startswith(str(target.address))
            assert inside or (source, reference) in [(item.source.address, item.reference) for item in coming]
            seen += not inside
    assert seen
