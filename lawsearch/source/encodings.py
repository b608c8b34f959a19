"""Telling the encodings of Russian texts apart, and decoding them strictly.

The evidence, in this order: a byte order mark; zero bytes of UTF-16; valid UTF-8; then how Russian the text
looks under each of the one-byte encodings (letter frequencies, and capitals where a word begins), with
chardet's opinion beside ours. A file that fits nothing raises; a near tie is reported with the runner-up.
"""

from __future__ import annotations

import codecs
import math
import re
from dataclasses import dataclass

from lawsearch.errors import InputError
from lawsearch.model import Problem

# Canonical name -> codec. The DOS letters are reported as cp866 (detectors may say cp1125).
ENCODINGS = {
    "utf-8": "utf-8",
    "utf-16": "utf-16",
    "utf-16-le": "utf-16-le",
    "utf-16-be": "utf-16-be",
    "cp1251": "cp1251",
    "cp866": "cp866",
    "koi8-r": "koi8-r",
    "cp1252": "cp1252",
}
_ALIASES = {
    "utf8": "utf-8",
    "utf-8-sig": "utf-8",
    "utf16": "utf-16",
    "windows-1251": "cp1251",
    "win-1251": "cp1251",
    "1251": "cp1251",
    "dos": "cp866",
    "866": "cp866",
    "ibm866": "cp866",
    "cp1125": "cp866",
    "koi8": "koi8-r",
    "koi8r": "koi8-r",
    "windows-1252": "cp1252",
    "latin-1": "cp1252",
    "iso-8859-1": "cp1252",
}
_RUSSIAN = ("cp1251", "cp866", "koi8-r")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Letters per thousand in Russian prose.
_FREQUENCY = dict(
    zip(
        "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
        (
            110,
            85,
            80,
            74,
            67,
            63,
            55,
            47,
            45,
            44,
            35,
            32,
            30,
            28,
            26,
            20,
            19,
            17,
            17,
            16,
            16,
            14,
            12,
            10,
            9,
            7,
            6,
            5,
            4,
            3,
            3,
            1,
            1,
        ),
        strict=True,
    )
)
_BOX = frozenset("─│┌┐└┘├┤┬┴┼═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬▀▄█▌▐░▒▓")
_PUNCTUATION = frozenset("«»—–“”„‘’…№§©°•·\xa0")
_SAMPLE = 1 << 16

# Bytes that no text has: control codes but for tab, line ends, form feed, DC4 (a paragraph mark), ESC, end of file.
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0e-\x13\x15-\x19\x1c-\x1f\x7f]")

# A difference of scores below which the runner-up is named, and a score below which nothing fits.
_NEAR_TIE = 0.5
_HOPELESS = -6.2


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded text: ``text.encode(encoding)`` gives the bytes back, but for a byte order mark."""

    text: str
    encoding: str
    problems: tuple[Problem, ...] = ()


def normalize_encoding(name: str) -> str | None:
    """The canonical name of an encoding that a user may type in many ways, or None if it isn't known."""
    name = name.strip().lower().replace("_", "-")
    name = _ALIASES.get(name, name)
    return name if name in ENCODINGS else None


def decode(raw: bytes, name: str, encoding: str | None = None) -> Decoded:
    """Decode a file's bytes; ``name`` is for messages, ``encoding`` (canonical) forces one."""
    bom, marked = next(((bom, code) for bom, code in _BOMS if raw.startswith(bom)), (b"", None))
    if encoding is not None:
        body = raw[len(bom) :] if marked and encoding.startswith(marked[:6]) else raw
        codec = marked if encoding == "utf-16" and marked else ENCODINGS[encoding]
        return Decoded(_decode_strictly(body, codec, name), codec if encoding == "utf-16" else encoding)
    if marked:
        return Decoded(_decode_strictly(raw[len(bom) :], marked, name), marked)
    if b"\x00" in raw[:4096] and (wide := _wide_encoding(raw)):
        text = _decode_strictly(raw, wide, name)
        if "\x00" in text:
            raise InputError("file-binary", file=name)
        return Decoded(text, wide)
    controls = len(_CONTROL.findall(raw[:_SAMPLE]))
    if b"\x00" in raw or controls * 50 > min(len(raw), _SAMPLE):
        raise InputError("file-binary", file=name)
    try:
        return Decoded(raw.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _decode_one_byte(raw, name)


def _decode_strictly(raw: bytes, encoding: str, name: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError("encoding-wrong", file=name, encoding=encoding, line=line) from None


def _wide_encoding(raw: bytes) -> str | None:
    """UTF-16 without a mark: nearly every other byte is one of very few high bytes (0 or 4)."""
    sample = raw[:4096]
    for encoding, offset in (("utf-16-le", 1), ("utf-16-be", 0)):
        high = sample[offset::2]
        if len(raw) % 2 == 0 and high and sum(byte in (0, 4, 0x20) for byte in high) > 0.95 * len(high):
            return encoding
    return None


def _decode_one_byte(raw: bytes, name: str) -> Decoded:
    # The lines with letters beyond ASCII decide; a book's first 64 KiB of them are plenty.
    sample = b"\n".join(line for line in raw[: 8 * _SAMPLE].splitlines() if not line.isascii())[:_SAMPLE]
    scores = sorted(((russian_score(sample, code), code) for code in _RUSSIAN), reverse=True)
    (best, encoding), (second, runner_up) = scores[0], scores[1]
    high = sum(byte >= 0x80 for byte in sample)
    if best < _HOPELESS:
        if high * 20 < len(sample) and (text := _try(raw, "cp1252")) is not None:
            # English with a few dashes and quotes of Windows
            return Decoded(text, "cp1252")
        raise InputError("encoding-unclear", file=name, best=encoding, runner_up=runner_up)
    problems: tuple[Problem, ...] = ()
    if best - second < _NEAR_TIE:
        opinion = _second_opinion(sample)
        if opinion in (encoding, runner_up) and opinion != encoding:
            encoding, runner_up = runner_up, encoding
        elif opinion is None:
            raise InputError("encoding-unclear", file=name, best=encoding, runner_up=runner_up)
        problems = (
            Problem(code="encoding-doubtful", file=name, params={"encoding": encoding, "runner_up": runner_up}),
        )
    return Decoded(_decode_strictly(raw, ENCODINGS[encoding], name), encoding, problems)


def _try(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None


def _second_opinion(sample: bytes) -> str | None:
    import chardet

    return normalize_encoding(str(chardet.detect(sample).get("encoding") or ""))


def russian_score(sample: bytes, encoding: str) -> float:
    """How Russian a text looks under an encoding: the mean log frequency of its characters beyond ASCII.

    About -2.9 for Russian prose; capitals inside a word, rare letters and foreign signs cost dear.
    """
    text = sample.decode(encoding, errors="replace")
    total = 0.0
    count = 0
    before = " "
    for char in text:
        if char >= "\x80":
            count += 1
            lower = char.lower()
            if lower in _FREQUENCY:
                total += math.log(_FREQUENCY[lower] / 1000)
                if char != lower and before.isalpha() and before.islower():
                    total -= 6.0
            elif char in _BOX or char in _PUNCTUATION:
                total -= 4.5
            else:
                total -= 9.0
        before = char
    return total / count if count else -20.0
