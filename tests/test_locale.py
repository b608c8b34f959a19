"""Messages: every error and problem has its sentence, and every sentence its Russian; the catalogue is compiled."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from lawsearch import locale
from tests.conftest import ROOT

FOLDER = ROOT / "lawsearch" / "locale" / "ru" / "LC_MESSAGES"


@pytest.fixture(scope="module")
def catalogue() -> Catalog:
    with (FOLDER / "lawsearch.po").open("rb") as file:
        return read_po(file)


def _messages_in_code() -> set[str]:
    """The message ids of the code, plural forms by their singular."""
    found = set()
    for path in (ROOT / "lawsearch").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("_", "N_", "ngettext", "gettext")
            ):
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found


def test_every_message_is_translated(catalogue: Catalog) -> None:
    known = {
        (message.id if isinstance(message.id, str) else message.id[0]): message for message in catalogue if message.id
    }
    messages = _messages_in_code()
    assert len(messages) > 130
    assert messages <= set(known), messages - set(known)
    for message in known.values():
        translations = [message.string] if isinstance(message.string, str) else message.string
        assert translations, message.id
        assert all(translations), message.id
        assert not message.fuzzy


def test_placeholders_agree(catalogue: Catalog) -> None:
    """A translation has the fields of its message; of the forms of a plural, the first may do without the number."""
    checked = 0
    for message in catalogue:
        if not message.id:
            continue
        ids, forms = ([one] if isinstance(one, str) else list(one or ()) for one in (message.id, message.string))
        fields = _fields(ids[-1])
        assert _fields(forms[0]) in (_fields(ids[0]), fields), message.id
        assert all(_fields(form) == fields for form in forms[1:]), message.id
        checked += bool(fields)
    assert checked > 100


def _fields(text: str) -> set[str]:
    if "%(" in text:
        return set(re.findall(r"%\(\w+\)s", text))
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_the_compiled_catalogue_is_up_to_date(catalogue: Catalog) -> None:
    with (FOLDER / "lawsearch.mo").open("rb") as file:
        compiled = read_mo(file)
    for message in catalogue:
        if message.id:
            assert tuple(compiled[message.id].string or "") == tuple(message.string or ""), (
                "run: python -m tests.upkeep.catalogue"
            )


def test_every_sentence_has_a_place_that_raises_or_reports_it() -> None:
    places = [path for path in (ROOT / "lawsearch").rglob("*.py") if path.parent.name != "locale"]
    code = "".join(path.read_text(encoding="utf-8") for path in places)
    never = {name for name in (*locale.ERRORS, *locale.PROBLEMS) if f'"{name}"' not in code}
    assert never == {"input-empty"}  # what locale itself says for an empty file that is standard input


@pytest.mark.parametrize("path", sorted((ROOT / "lawsearch").rglob("*.py")), ids=lambda path: path.name)
def test_every_code_that_is_raised_or_reported_has_a_sentence(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        first = node.args[0] if node.args else None
        literal = first.value if isinstance(first, ast.Constant) else None
        if name in ("UsageError", "NotFoundError", "InputError", "CorpusError", "LibraryError") and literal is not None:
            assert isinstance(node.func, ast.Attribute) or literal in locale.ERRORS
        if name in ("report", "_report") and literal is not None:
            assert literal in locale.PROBLEMS
        if name == "Problem":
            code = next(keyword.value for keyword in node.keywords if keyword.arg == "code")
            if isinstance(code, ast.Constant):
                assert code.value in locale.PROBLEMS


@pytest.mark.parametrize(
    ("environment", "asked", "language"),
    [
        ({"LANG": "ru_RU.UTF-8"}, None, "ru"), ({"LANG": "C"}, None, "en"), ({"LANG": "de_DE.UTF-8"}, None, "en"),
        ({"LANG": "C", "LC_ALL": "ru_RU.UTF-8"}, None, "ru"), ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, None, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "en", "en"), ({}, "ru", "ru"), ({}, None, "en"), ({"LANG": "ru"}, None, "ru"),
        ({"LANG": "rup_MK.UTF-8"}, None, "en"), ({"LANG": "run_BI"}, None, "en"), ({"LANG": "ru-RU@x"}, None, "ru"),
    ],
)  # fmt: skip
def test_the_language_of_the_interface(environment: dict[str, str], asked: str | None, language: str) -> None:
    assert locale.choose_language(asked, environment) == language
