"""A clause that is not there: every page that was asked for it leads to what is near."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.serving import asking

# what is asked, and the clauses that the page leads to
NEAR = [
    ("/2017/50Z", ["50E", "50D", "50"]),
    ("/2017/50H", ["50E", "50D", "50"]),
    ("/2017/51B9", ["51B2", "51B1", "51B"]),
    ("/2017/law 50Q2?lang=en", ["50E", "50D", "50"]),
    ("/notes-2017/50Z?lang=en", ["50.9", "50.8", "50"]),
    ("/duties?address=50Z", ["50E", "50D", "50"]),
    ("/2017/certainly-not", []),
]


@pytest.mark.parametrize(("path", "near"), NEAR)
def test_what_is_near_is_linked(small_home: Path, path: str, near: list[str]) -> None:
    with asking(small_home, **{"accept-language": "en"}) as client:
        answer = client.get(path)
        assert answer.status_code in (400, 404)
        main = re.search("<main.*?</main>", answer.text, re.DOTALL)
        assert main is not None
        links = re.findall(r'<a href="(/[^"]*/[^"]*)">(?:<b class="address">([^<]*)</b>)? ?([^<]*)</a>', main.group())
        assert [address for _, address, _ in links] == near
        assert all(words.strip() for _, _, words in links)
        assert all(client.get(link).status_code == 200 for link, _, _ in links)


def test_a_definition_is_named_by_its_words(home: Path) -> None:
    with asking(home, **{"accept-language": "en"}) as client:
        page = client.get("/2017/def:dumy").text
        assert '">Dummy</a>' in page
        assert ">def.<" not in page


@pytest.mark.parametrize("query", ["q=a+revoke&law=5-", "q=a+revoke&in=nowhere", "q=a+revoke&limit=0"])
def test_a_refused_question_stays_in_its_field(small_home: Path, query: str) -> None:
    with asking(small_home, **{"accept-language": "en"}) as client:
        answer = client.get(f"/search?{query}")
        assert answer.status_code in (400, 404)
        assert 'type="search" value="a revoke"' in answer.text


def test_situations_that_are_not_there_lead_to_the_search(small_home: Path) -> None:
    with asking(small_home, **{"accept-language": "en"}) as client:
        assert 'href="/search?q=qw%20zx"' in client.get("/situations?q=qw+zx").text
