"""How a text ends: what is said of a clause whose text is missing, and what is none at all."""

from __future__ import annotations

import pytest

from lawsearch.locale import speaking
from lawsearch.locale.heading import said_cut
from tests.reading import flatten, parse_text

_LAWS = "LAW 91 - PENALIZE OR SUSPEND\nThe Director may penalize.\n\nLAW 92 - THE RIGHT TO AN APPEAL\nA. Who\nA contestant may ask.\n\n"
_RULES = "Правило 91. Наказания\nСудья вправе наказать.\n\nПравило 92. Право на апелляцию\nA.Кто\nУчастник вправе просить.\n\n"
ENDS = [
    # text, the last clause, is it cut, what is said
    (_LAWS + "LAW 93 - PROCEDURES OF APPEAL\n", "93", True, "[only the heading is here]"),
    (_RULES + "Правило 93. Порядок апелляции\n", "93", True, "[only the heading is here]"),
    (_LAWS + "LAW 93 - PROCEDURES OF APPEAL\nThe Director hears appeals.\n", "93", False, ""),
    (_LAWS + "LAW 93 - PROCEDURES OF APPEAL\nThe Director hears\n", "93", True, "[the text breaks off here]"),
    (
        _LAWS + "LAW 93 - PROCEDURES OF APPEAL\nA. No committee\nHe decides.\nB.\n",
        "93B",
        True,
        "[only the number is here]",
    ),
    # headings alone are the habit of the text
    ("LAW 91 - PENALIZE\nLAW 92 - THE RIGHT TO AN APPEAL\nLAW 93 - PROCEDURES OF APPEAL\n", "93", False, ""),
    (_LAWS.replace("The Director may penalize.\n", "") + "LAW 93 - PROCEDURES OF APPEAL\n", "93", False, ""),
    ("Правило 91. Наказания\nПравило 92. Право на апелляцию\nПравило 93. Порядок апелляции\n", "93", False, ""),
    ("LAW 93 - PROCEDURES OF APPEAL\n", "93", False, ""),
]


@pytest.mark.parametrize(("text", "name", "cut", "said"), ENDS)
def test_the_last_clause(text: str, name: str, cut: bool, said: str) -> None:
    parsed, _ = parse_text(text)
    clauses = flatten(parsed.clauses)
    assert name in clauses
    assert clauses[name].cut == cut
    assert [other for other, clause in clauses.items() if clause.cut] == [name] * cut
    with speaking("en"):
        assert said_cut(clauses[name]) == said


def test_what_is_said_of_a_loss_is_said_in_russian() -> None:
    parsed, _ = parse_text(ENDS[1][0])
    with speaking("ru"):
        assert said_cut(flatten(parsed.clauses)["93"]) == "[здесь только заголовок]"
