"""What a progress bar is told of a build."""

from __future__ import annotations

from pathlib import Path

from lawsearch.library import Library


def test_a_bar_never_goes_back(small_corpus: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    Library.build(tmp_path / "library", corpus=small_corpus, progress=lambda *state: told.append(state)).close()
    shares = [done / total for done, total in told]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] == 1
    assert len(set(shares)) > 10
