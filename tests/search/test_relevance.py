"""Recall on questions that nobody tuned on, against the pinned floors; and the questions' own hygiene."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict

import pytest

from lawsearch.language import fold
from lawsearch.library import Library
from tests.benchmarks.relevance import BASELINE, ask, built, measure, settings
from tests.conftest import ROOT
from tests.search.questions import ASKED, read_questions

FLOORS: dict[str, list[float]] = json.loads(BASELINE.read_text(encoding="utf-8"))["relevance"]["floors"]


@pytest.mark.parametrize("name", FLOORS)
def test_recall_does_not_fall(library: Library, name: str) -> None:
    documents, questions = settings()[name]
    assert len(questions) >= 30
    if documents:
        with built(documents) as other:
            scores, _ = measure(ask(other), questions, warm=False)
    else:
        scores, _ = measure(ask(library), questions, warm=False)
    (score,) = scores.values()
    assert all(share >= floor for share, floor in zip(score.recall, FLOORS[name], strict=True)), score


def test_every_setting_has_its_floors() -> None:
    assert set(settings()) == set(FLOORS)


def test_the_questions_are_split_and_point_at_laws() -> None:
    questions = read_questions() + read_questions(ASKED)
    assert len({question.text for question in questions}) == len(questions) > 160
    test = [question for question in questions if question.is_test]
    assert len(test) > 0.25 * len(questions)
    assert len(questions) - len(test) > 200
    for question in questions:
        assert question.laws
        assert all(law <= 93 if isinstance(law, int) else law.startswith("def:") for law in question.laws)


def test_no_situation_is_nearly_a_question() -> None:
    """Situations say what directors know of the table; a question written into them would prove nothing."""
    rows = (ROOT / "corpus" / "situations.tsv").read_text(encoding="utf-8").splitlines()[1:]
    situations = [_words(row.split("\t")[1]) for row in rows]
    assert len(situations) > 1000
    holding = defaultdict(list)  # which situations a word is in
    for number, said in enumerate(situations):
        for word in said:
            holding[word].append(number)
    for question in read_questions() + read_questions(ASKED):
        words = _words(question.text)
        common = Counter(number for word in words for number in holding.get(word, ()))
        near = [
            situations[number]
            for number, count in common.items()
            if count / (len(situations[number]) + len(words) - count) >= 0.7  # shared of all words
        ]
        assert not near, question.text


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", fold(text)))
