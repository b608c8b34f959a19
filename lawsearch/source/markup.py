"""The tree of a page's markup, in time that grows with the page and not with its square.

The readers below are made for pages that mean well. A page of a thousand tags without an end makes html.parser look a
thousand times to the end of the page; one of a million, for days. Elements that are never closed lie in one another, and
Beautiful Soup climbs out of all of them at each piece of text; at each end tag it goes through all line breaks so far.
All three are kept from it here, and nothing of the text is lost.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

from lawsearch.errors import InputError

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

# What opens, and what must come behind it: a tag, a comment, a section of characters, a condition of Word's.
_PAIRS = (
    (re.compile(r"<(?=[A-Za-z/!?])"), re.compile(r">")),
    (re.compile(r"<(?=!--)"), re.compile(r"--!?\s*>")),
    (re.compile(r"<(?=!\[(?:temp|cdata|ignore|include|rcdata))", re.IGNORECASE), re.compile(r"\]\s*\]\s*>")),
    (re.compile(r"<(?=!\[)"), re.compile(r"\]\s*>")),
)


def write_out_unclosed(text: str) -> str:
    """The page with each ``<`` that nothing closes written as ``&lt;``: it opens nothing, and is shown."""
    for opens, closes in _PAIRS:
        last = 0
        for found in closes.finditer(text):
            last = found.start()
        if opens.search(text, last):
            text = text[:last] + opens.sub("&lt;", text[last:])
    return text


class _Counted(list[str]):
    """The names of the elements that no end tag is to close any more, counted: each end tag of a page is looked up here.

    A list has one entry for each ``<br>`` of the page, all of which stay.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counts: Counter[str] = Counter()

    def __contains__(self, name: object) -> bool:
        return self._counts[str(name)] > 0

    def append(self, name: str) -> None:
        self._counts[name] += 1

    def remove(self, name: str) -> None:
        self._counts[name] -= 1


def read_tree(text: str, name: str) -> BeautifulSoup:
    """The tree of a page; ``name`` is the file's. ``InputError("container-broken")`` for what is no markup."""
    from bs4 import BeautifulSoup, Tag
    from bs4.builder._htmlparser import BeautifulSoupHTMLParser, HTMLParserTreeBuilder
    from bs4.exceptions import ParserRejectedMarkup

    class Parser(BeautifulSoupHTMLParser):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.already_closed_empty_element = _Counted()

    class Builder(HTMLParserTreeBuilder):
        def feed(self, markup: Any, *_: Any) -> None:
            parser = Parser(self.soup, *self.parser_args[0], **self.parser_args[1])
            parser.feed(markup)
            parser.close()

    class Tree(BeautifulSoup):
        def _linkage_fixer(self, el: Tag) -> None:
            """What the original does, but for its climb to the next sibling of an open element: there is none yet."""
            child = el.contents[-1]
            if len(el.contents) == 1 and el.parent is not None:
                el.next_element = child
                before = child.previous_element
                if before is not None and before is not el:
                    before.next_element = None
                child.previous_element = el
                child.previous_sibling = None
            child.next_sibling = None
            if not (isinstance(child, Tag) and child.contents):
                child.next_element = None

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its advice is for programmers
            return Tree(write_out_unclosed(text), builder=Builder())
    except (ParserRejectedMarkup, AssertionError, ValueError) as error:
        raise InputError("container-broken", file=name, kind="html") from error
