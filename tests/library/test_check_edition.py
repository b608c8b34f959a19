"""A ruling that names an edition which the library lacks, beside a fragment of another old one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lawsearch.library import Library

FRAGMENT = "LAW 7 - CARDS\nA. Boards\nThe board stays where it is.\n\nLAW 8 - ROUNDS\nA. Change\nPlayers move on.\n"
CHECKED = [
    # written, status, edition it was looked for in, what is near
    ("Law 51 of the 1997 Code", "missing", "1987", ["8", "7"]),
    ("Law 7A of the 1997 Code", "resolved", "1987", []),
    ("Law 7D of the 1997 Code", "missing", "1987", ["7A", "7"]),
    ("Law 51", "resolved", "2017", []),
    ("Law 7A", "missing", "2017", ["50", "51", "52"]),
]


@pytest.fixture(scope="module")
def library_with_a_fragment(small_home: Path, small_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("fragment")
    home = Path(shutil.copytree(small_home, folder / "library"))
    (folder / "laws.txt").write_text(FRAGMENT, encoding="utf-8")
    library = Library.open(home, corpus=small_corpus)
    library.add([folder / "laws.txt"], as_document="laws-1987-en")
    return library


@pytest.mark.parametrize(("text", "status", "edition", "near"), CHECKED)
def test_a_citation_is_looked_for_where_it_was_resolved(
    library_with_a_fragment: Library, text: str, status: str, edition: str, near: list[str]
) -> None:
    (found,) = library_with_a_fragment.check(text)
    assert (found.reference.status, found.edition) == (status, edition)
    assert [str(target.address) for target in found.nearest] == near
