"""What is said to a person, in Russian and English.

The English sentences are the message ids; the Russian ones are in ``ru/LC_MESSAGES/lawsearch.po`` (compiled to
``.mo`` by Babel, see ``tests/test_locale.py``). The same catalogue holds click's own words. Errors and problems
carry codes and data; the tables below give each its sentence.
"""

from __future__ import annotations

import gettext as _gettext
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING

from lawsearch.errors import LawsearchError

if TYPE_CHECKING:
    from lawsearch.model import Problem

__all__ = [
    "UI_LANGUAGES",
    "activate",
    "active_language",
    "catalogue_of",
    "choose_language",
    "describe_error",
    "describe_layout",
    "describe_problem",
    "gettext",
    "ngettext",
    "speaking",
]

UI_LANGUAGES = ("ru", "en")
_DOMAIN = "lawsearch"
_FOLDER = os.path.dirname(__file__)


def N_(message: str) -> str:  # noqa: N802 - the name that extractors know
    """Mark a message for the catalogue; it is translated where it is used."""
    return message


def choose_language(asked: str | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """The language of the interface: what was asked for, else the locale's if it is Russian, else English."""
    if asked in UI_LANGUAGES:
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name)
        if value:
            return "ru" if _is_russian(value) else "en"
    if os.name == "nt":
        import locale

        return "ru" if _is_russian(locale.getlocale()[0] or "") else "en"
    return "en"


def _is_russian(name: str) -> bool:
    """``ru``, ``ru_RU.UTF-8``, ``Russian_Russia.1251``, and no Aromanian (``rup``) nor Kirundi (``run``)."""
    language = name.lower().replace("-", "_").partition(".")[0].partition("@")[0].partition("_")[0]
    return language in ("ru", "rus", "russian")


_catalogue = _gettext.NullTranslations()
_active = "en"
# A server answers in several languages at the same time: what a request asked for goes before the process's own.
_asked: ContextVar[_gettext.NullTranslations | None] = ContextVar("lawsearch_catalogue", default=None)


@lru_cache(maxsize=len(UI_LANGUAGES))
def catalogue_of(language: str) -> _gettext.NullTranslations:
    """The catalogue of a language, whichever the interface speaks."""
    if language == "en":
        return _gettext.NullTranslations()  # the language of the message ids: to look for a file takes a millisecond
    return _gettext.translation(_DOMAIN, _FOLDER, [language], fallback=True)


def activate(language: str) -> None:
    """Speak ``language`` from now on, click's own words included (they go through the global gettext)."""
    global _catalogue, _active  # noqa: PLW0603 - one interface, one language
    _active = language
    os.environ["LANGUAGE"] = language
    _gettext.bindtextdomain(_DOMAIN, _FOLDER)
    _gettext.textdomain(_DOMAIN)
    # our own words are looked up here: the global function searches the disk for a catalogue at each call
    _catalogue = catalogue_of(language)


def active_language() -> str:
    """The language that the interface speaks now."""
    return _active


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak ``language`` inside the ``with``, in this thread or task alone."""
    token = _asked.set(catalogue_of(language))
    try:
        yield
    finally:
        _asked.reset(token)


def gettext(message: str) -> str:
    """The message in the language of the interface."""
    return (_asked.get() or _catalogue).gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The message in the plural form that goes with ``count``."""
    return (_asked.get() or _catalogue).ngettext(singular, plural, count)


ERRORS = {
    # usage
    "address-unreadable": N_("“{text}” is not the address of a clause. Write it like 64A1, 59.3(a) or def:dummy."),
    "query-empty": N_("There is nothing to search for: the query is empty."),
    "laws-unreadable": N_("“{text}” is not a law or a range of laws. Write it like 64 or 50-52."),
    "option-value": N_("“{value}” is not a value of {option}. Known ones: {known}."),
    "encoding-unknown": N_("Unknown encoding. Known ones: {known}."),
    "language-unknown": N_("“{language}” is not a language that lawsearch reads. Known ones: {known}."),
    "edition-unreadable": N_("“{edition}” is not an edition. Write it like 2017, or undated."),
    "edition-year": N_("“{edition}” is not an edition. Write the year, like 2017."),
    "option-needs": N_("{option} needs {other}."),
    "options-exclusive": N_("{one} and {other} do not go together. Choose one of them."),
    "document-id": N_("“{document}” is not a name for a document. Write it like commentary-1987-ru."),
    "document-embedded": N_(
        "{document} comes with lawsearch and can be neither replaced nor removed. Choose another name with --as."
    ),
    "document-not-removable": N_("{document} comes with lawsearch and cannot be removed."),
    "same-name": N_("Two of the files have the same name, {name}. Rename one of them."),
    "no-files": N_("No file was named."),
    "no-terminal": N_(
        "browse needs a terminal to draw on. Elsewhere use: lawsearch show ADDRESS, lawsearch search WORDS"
    ),
    "one-edition": N_(
        "The library holds one edition of the Laws only ({edition}). Add your copy of another one with lawsearch add, "
        "or name two documents with --documents."
    ),
    "two-needed": N_("Name two, with a comma between them: {option} ONE,OTHER."),
    "output-exists": N_("{file} exists already. Choose another name, or add --force to overwrite it."),
    "format-unknown": N_("No format goes by the ending {suffix}. Name one with --format: {known}."),
    "output-is-folder": N_("{file} is a folder. Name a file in it."),
    "output-nameless": N_("The name of the file to write is empty."),
    "output-binary": N_(
        "A {suffix} file holds bytes that a terminal cannot show. Name a file with --output, or send it to a program."
    ),
    "nothing-asked": N_("“{name}” is missing: say what is asked for."),
    "too-long": N_("“{name}” is too long: at most {limit} characters."),
    "text-too-long": N_("The text is too long: at most {limit} KB."),
    "text-too-slow": N_("The text did not arrive in time. Send it again."),
    "too-many": N_("“{name}” is given too often: at most {limit} times."),
    "given-twice": N_("“{name}” is given twice."),
    "no-such-choice": N_("“{value}” is not a value for “{name}”. Known ones: {known}."),
    "no-such-number": N_("“{value}” is not a value for “{name}”: it takes a whole number from {least} to {most}."),
    "body-unreadable": N_("What was sent cannot be read. Known: {known}."),
    "cannot-listen": N_("The page cannot be opened at {host}, port {port}: {reason}."),
    "busy": N_("Too many requests at once. Try again in a moment."),
    "server-failed": N_("The program has failed at this. Its log tells why; the rest of it works on."),
    "overtime": N_(
        "This question took longer than {seconds} s and was cut off. Ask for less: whole words, fewer of them."
    ),
    # not found
    # not found
    "no-such-page": N_("There is no such page here."),
    "no-such-clause": N_("There is no clause {address}."),
    "no-such-term": N_("There is no term {term}."),
    "no-such-document": N_("There is no document {document}. Known ones: {known}."),
    "no-such-edition": N_("There is no document of the edition {edition}. Known ones: {known}."),
    # input
    "no-such-file": N_("There is no file {file}. Check the name and the folder."),
    "is-folder": N_("{file} is a folder. Name the files in it."),
    "file-empty": N_("{file} is empty: there is nothing to read."),
    "file-nameless": N_("The name of a file is empty. Name the file."),
    "pipe-silent": N_("{file} is a pipe that nobody writes into. Start the program that fills it, or name a file."),
    "file-unread": N_(
        "{file} took more than {seconds} seconds or too much memory, so it was not read. Save it as plain text first."
    ),
    "input-empty": N_("Standard input is empty: there is nothing to read."),
    "file-binary": N_("{file} holds binary data, not a text. Save it as plain text first."),
    "file-nul": N_(
        "{file}, line {line}: a NUL character stands there, which no text holds. Delete it, or save the file as plain text."
    ),
    "file-too-large": N_("{file} is larger than {limit} MB: that is not a law text. Split it first."),
    "file-not-readable": N_("{file} cannot be read ({reason}). Check its name and its permissions."),
    "too-many-lines": N_("{file} has more than {limit} lines: that is not a law text. Split it first."),
    "container-unknown": N_("{file} is a document or archive that lawsearch cannot open. Save it as plain text first."),
    "kind-office": N_(
        "{file} is a file of the kind {kind}. Open it in Word or LibreOffice and save it as DOCX or plain text."
    ),
    "kind-pictures": N_("{file} is a picture ({kind}), not a text. Run a text recognition program over it first."),
    "kind-archive": N_("{file} is an archive of the kind {kind}. Unpack it first and name the file in it."),
    "kind-book": N_("{file} is a book of the kind {kind}. Convert it to EPUB or plain text first."),
    "kind-page": N_("{file} is a web archive ({kind}). Open it in a browser and save the page as HTML."),
    "page-frames": N_("{file} only shows other pages in its frames. Save the page with the text and name it: {pages}."),
    "container-broken": N_("{file} is damaged or cut short: it cannot be read as {kind}. Get a whole copy of it."),
    "file-encrypted": N_("{file} is locked by a password or by copy protection. Save an unlocked copy of it first."),
    "pdf-no-text": N_("{file} holds pictures of pages and no text. Run a text recognition program over it first."),
    "pdf-too-long": N_("{file} has more than {limit} pages: that is not a law text. Split it first."),
    "archive-too-large": N_(
        "{file} would unpack to far more than {limit} MB or looks like a zip bomb, so it is not opened."
    ),
    "archive-nested": N_("{file} is an archive in an archive. Unpack it first."),
    "archive-many": N_("{file} holds {count} texts. Unpack it and name its folder."),
    "archive-doubled": N_("{file} holds two different files named {member}. Pack it anew with one of them."),
    "archive-unsafe": N_("{file} holds names that lead out of the archive, so it is not opened."),
    "xml-unsafe": N_("{file} defines entities of its own, as files made to do harm do, so it is not read."),
    "folder-empty": N_("There is no file in {file} that lawsearch can read."),
    "folder-too-large": N_("{file} holds more than {limit} MB or {count} files. Name the files instead."),
    "no-clause": N_(
        "{file} holds no clause, only {found}. Nothing was added. Check that the file holds the text itself; lawsearch parse shows how it is read."
    ),
    "encoding-unclear": N_(
        "The encoding of {file} cannot be determined ({best} or {runner_up}?). Name it with --encoding."
    ),
    "encoding-wrong": N_(
        "{file} is not in {encoding}: line {line} cannot be decoded. Name another encoding with --encoding."
    ),
    "problems-found": N_("Problems were found ({count}), and --strict allows none."),
    "problems-found-add": N_("Problems were found ({count}), and --strict allows none. Nothing was added."),
    # corpus
    "corpus-missing": N_("The corpus is missing: there is no {file}. Install lawsearch again."),
    "corpus-unreadable": N_("The corpus manifest {file} cannot be read: {reason}"),
    "corpus-key": N_("{file}: unknown key “{key}”. Known ones: {known}."),
    "corpus-value": N_("{file}: “{value}” is not a value for “{key}”."),
    "corpus-problem": N_("The corpus is faulty: {file}, line {line}: {problem}"),
    "table-columns": N_("{file}, line {line}: the columns must be: {known}."),
    "table-value": N_("{file}, line {line}: “{value}” is faulty or stands here a second time."),
    "term-twice": N_("{file}, line {line}: the term “{term}” is in two sets, {first} and {second}."),
    "points-nowhere": N_("{file}, line {line}: there is no clause {address} in the laws in force."),
    # library
    "index-missing": N_("There is no index in {folder} yet. Run: lawsearch build"),
    "index-broken": N_("The index in {folder} is damaged ({file}). Run: lawsearch build"),
    "index-foreign": N_(
        "{folder} belongs to another user or can be changed by others, so it is not opened. Choose your own folder with --library or LAWSEARCH_HOME."
    ),
    "index-newer": N_(
        "The index in {folder} was made by a newer lawsearch (format {found}, this one knows {known}). Update lawsearch, or choose another folder with --library."
    ),
    "index-older": N_("The index in {folder} has the old format {found}. Run: lawsearch build"),
    "no-such-library": N_("There is no folder {folder}. Check its name. To make a library there: {command}"),
    "no-such-library-near": N_("There is no folder {folder}. Did you mean {near}? To make a library there: {command}"),
    "not-a-library": N_("{folder} holds other files and is not a library. Choose an empty folder with --library."),
    "not-a-folder": N_("{folder} is not a folder. Choose another place with --library or LAWSEARCH_HOME."),
    "folder-unreadable": N_("{folder} cannot be read. Choose another folder with --library or LAWSEARCH_HOME."),
    "folder-not-writable": N_(
        "{folder} cannot be written to ({reason}). Choose another folder with --library or LAWSEARCH_HOME."
    ),
    "write-failed": N_("Writing into {folder} failed: {reason}. The library is as it was before."),
    "library-locked": N_("Another lawsearch is writing into {folder}. Try again when it has finished."),
    "output-failed": N_("{file} cannot be written: {reason}. Nothing was left behind."),
    "source-lost": N_(
        "The kept copy of {document} is lost or damaged ({folder}). Run: lawsearch remove {document} – and add the text again."
    ),
    # the machine and the program
    "system-refuses": N_("The operating system refused: {reason}."),
    "system-refuses-file": N_("The operating system refused {file}: {reason}."),
    "memory-short": N_("There is not enough memory for this."),
    "program-failed": N_(
        "lawsearch has failed ({kind} in {place}). This is a mistake in the program: please report it, with the command you gave. LAWSEARCH_DEBUG=1 shows more."
    ),
}

PROBLEMS = {
    "unplaced-text": N_("text whose clause is not known, kept as fragment {number}"),
    "text-unread": N_("text that no rule recognized: {text}"),
    "label-gap": N_("the labels jump: {expected} expected, {found} found"),
    "letters-damaged": N_("the letters look as if a program had read them in a wrong encoding: --repair mends them"),
    "label-misread": N_("the label {printed} is read as {address}: letters stand there for figures"),
    "duplicate-label": N_("a second clause {address}; its text is kept without a place"),
    "page-missing": N_("the page is missing"),
    "page-doubled": N_("the page stands here a second time; this copy is kept without a place"),
    "footer-stray": N_("the page number {number} does not fit its neighbors and was not followed"),
    "layout-plain": N_("no known layout of laws: read as numbered paragraphs"),
    "file-skipped": N_("left out: no kind of file that is read from a folder"),
    "encoding-declared": N_("read as {encoding}, though the file says {declared} of itself (--encoding decides)"),
    "ligature-mended": N_("letters lost by a PDF were put back: “{before}” → “{after}” (places: {count})"),
    "hyphen-lost": N_("the halves of a word were joined: “{before}” → “{after}” (places: {count})"),
    "index-missing": N_("the index of the text names {address}, which was not read: “{text}”"),
    "note-missing": N_("the mark of a footnote, {number}, has no note"),
    "repaired": N_("repaired: “{before}” → “{after}”"),
    "sign-unknown": N_("a sign of the font {font} that is not known, shown as �: code {code}"),
    "encoding-broken": N_("not in {encoding}, shown as �: bytes {bytes} (count: {count})"),
    "encoding-cut": N_("the file ends within a character: its last byte, {bytes}, was left out"),
    "encoding-mixed": N_("lines {first} to {last} of the file are in another encoding and were read as {encoding}"),
    "encoding-doubtful": N_("read as {encoding}, though {runner_up} is nearly as likely (--encoding decides)"),
}


# Why a fragment has no place.
UNPLACED = {
    "beginning": N_("it stands before the first label of its file"),
    "page-lost": N_("the page before it is missing"),
    "page-unknown": N_("the number of its page is not known"),
    "page-doubled": N_("another page has the same number"),
    "note": N_("its mark was not found on the page"),
    "duplicate-label": N_("its label stands elsewhere already"),
}


# What of a file is set aside, by the kinds of the schema; the rest of a file without clauses are signs.
FURNITURE = {
    "footer": N_("page footers"),
    "navigation": N_("site navigation"),
    "contents": N_("a table of contents"),
    "index": N_("an index"),
    "underline": N_("underlines"),
    "layout": N_("layout commands"),
    "mark": N_("marks"),
    "note-mark": N_("marks of footnotes"),
    "frame": N_("frames"),
}
_SIGNS = N_("signs without words")

# What a text was read as, by the layouts.
LAYOUTS = {
    "commentary": N_("a commentary with numbers"),
    "laws_ru": N_("laws in Russian"),
    "laws_en": N_("laws in English"),
    "prose": N_("a commentary in prose"),
    "plain": N_("numbered paragraphs"),
}

# What the operating system says of a failed file operation, in its English words.
REASONS = (
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Is a directory"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("No space left on device"),
    N_("Address already in use"),
    N_("Cannot assign requested address"),
    N_("Name or service not known"),
    N_("File name too long"),
    N_("File exists"),
    N_("Input/output error"),
    N_("Operation not permitted"),
    N_("Invalid argument"),
    # a disk that is short, a network that is gone, a sync client that holds a file
    N_("Disk quota exceeded"),
    N_("File too large"),
    N_("Too many open files"),
    N_("Too many levels of symbolic links"),
    N_("Cannot allocate memory"),
    N_("Device or resource busy"),
    N_("Text file busy"),
    N_("Resource temporarily unavailable"),
    N_("No such device or address"),
    N_("No such device"),
    N_("Stale file handle"),
    N_("Connection timed out"),
    N_("Host is down"),
    N_("No locks available"),
    N_("Operation not supported"),
    N_("Directory not empty"),
)


def describe_error(error: LawsearchError) -> str:
    """The sentence for an error, in the language of the interface."""
    from lawsearch.model import Problem

    params = dict(error.params)
    code = error.code
    if params.get("file") == "-":
        params["file"] = gettext("standard input")
        code = {"file-empty": "input-empty"}.get(code, code)
    if isinstance(params.get("reason"), str):
        params["reason"] = gettext(params["reason"]) if params["reason"] in REASONS else params["reason"]
    if isinstance(kinds := params.get("kinds"), list):
        names = [gettext(FURNITURE[kind]) for kind in kinds if kind in FURNITURE]
        params["found"] = ", ".join(names or [gettext(_SIGNS)])
    if isinstance(problem := params.get("problem"), Problem):
        params["problem"] = describe_problem(problem)
    sentence = gettext(ERRORS[code]).format(**params)
    near = error.params.get("nearest")
    if isinstance(near, list) and near:
        said = ngettext("The nearest is: {addresses}.", "The nearest are: {addresses}.", len(near))
        sentence += " " + said.format(addresses=", ".join(near))
    return sentence


def describe_layout(name: str) -> str:
    """What a text in this layout was read as."""
    return gettext(LAYOUTS[name]) if name in LAYOUTS else name


def describe_problem(problem: Problem) -> str:
    """The sentence for a problem record, without its place."""
    try:
        sentence = gettext(PROBLEMS[problem.code]).format(**problem.params)
    except KeyError:  # from a file that another version wrote
        return problem.code
    reason = UNPLACED.get(str(problem.params.get("reason")))
    return f"{sentence}: {gettext(reason)}" if reason else sentence
