"""One HTML file that works without any network: from a phone's storage, in any browser.

The texts stand in it as plain HTML, so that it can be read, searched by the browser and printed where scripts do not
run. With its script it searches while one types, with all forms of words, shows what a reference says beside it, and
keeps the trail of references that were followed. A strict content security policy forbids everything but that one
script and that one style, both named by their hashes.
"""

from lawsearch.export.offline.page import write

__all__ = ["write"]
