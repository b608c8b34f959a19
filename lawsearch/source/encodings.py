"""Telling the encodings of Russian texts apart, and decoding them strictly.

The evidence, in this order: a byte order mark; the high bytes of UTF-16; valid UTF-8; then how Russian the text
looks under each of the one-byte encodings (letters, pairs of letters, and capitals where a word begins), with
chardet's opinion beside ours. A file that fits nothing raises; a near tie is reported with the runner-up.
Pairs tell 40 characters apart where single letters do not: the three encodings permute the letters, and what is
frequent in one is often frequent in another, but no permutation makes pairs that Russian has.
"""

from __future__ import annotations

import codecs
import math
import re
from dataclasses import dataclass, replace

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
# Pairs of letters in Russian prose, by how often they stand there: the logarithm of a pair's share (of the mean
# share, so that a text without pairs is weighed alike), and the pairs.
_PAIRS = {
    pair: weight
    for weight, pairs in (
        (
            1.0,
            (
                "ав аз ал ан ар ат ая ва ве ви во го гр да де ед ен ер ес ет за ил ит ка ко ла ле ли ло ль на не ни "
                "но об ов ог од ой ок ол ом он ор ос от по пр ра ре ро рт ру сл ст та те то ть че"
            ),
        ),
        (
            -0.1,
            (
                "ад ае ак ам ап ас ач аю бо бы вз вл вы ди дн до дь ев ег ее ез ей ел ем же зы зя иг ие из ий им ин "
                "ис ия ки ку лу ля ма ме мо нн нт ну ны ое ож оз оп оч па пе ри ры сд се си ск см со сп су ся тв ти "
                "тк тн тр тс ту ты уд ую хо ча чи чт ше ши ще щи ыв ыг ый эт ют ющ яв ят"
            ),
        ),
        (
            -1.1,
            (
                "аж ай аф ах ац бе бк бр бу бя вк вн вр вс ву вш га гд гл дв дл др ду ды еб еж ек еч еш ещ жд жи жн "
                "зв зн зо зу иб ив ид ии ик ир их ич иш йт ке кл кр кт лв лж лю ми му нс ня ои ош пи пп рв рг рн ря "
                "са св сн ср сс сч сы сь уг уе уж ук ул уп ур ус ут уч уш фа фн ца ци чн ша шт ща ые ыл ым ыт ых ыш "
                "ьк ьн ьт ьш ья юг яд яе яз ял яс"
            ),
        ),
    )
    for pair in pairs.split()
}
_RARE_PAIR = -3.9
_BOX = frozenset("─│┌┐└┘├┤┬┴┼═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬▀▄█▌▐░▒▓")
_PUNCTUATION = frozenset("«»—–“”„‘’…№§©°•·\xa0")
_SAMPLE = 1 << 16

# Bytes that no text has: control codes but for tab, line ends, form feed, DC4 (a paragraph mark), ESC, end of file.
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0e-\x13\x15-\x19\x1c-\x1f\x7f]")

# How much likelier (as a natural logarithm) the best must be than the runner-up before that one goes unnamed, and
# a mean score for a letter below which nothing fits.
_NEAR_TIE = 8.0
_HOPELESS = -5.2


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
        if encoding == "utf-16":  # without a mark, as its high bytes say, else as most programs write it
            encoding = marked if marked in ("utf-16-le", "utf-16-be") else _wide_encoding(raw) or "utf-16-le"
        return Decoded(_decode_strictly(body, ENCODINGS[encoding], name), encoding)
    if wide := marked or _wide_encoding(raw):
        text = _decode_strictly(raw[len(bom) :], wide, name)
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


def decode_declared(raw: bytes, name: str, declared: str | None, encoding: str | None = None) -> Decoded:
    """Decode a page or book that says of itself what it is in; ``encoding`` (canonical) overrides it.

    Servers and programs recode files and leave the declaration as it was: where the letters clearly say otherwise
    they are believed, and the problem is reported.
    """
    known = normalize_encoding(declared) if declared else None
    if encoding is not None or known is None:
        return decode(raw, name, encoding)
    try:
        found = decode(raw, name)
    except InputError as error:
        text = _try(raw, ENCODINGS[known]) if error.code == "encoding-unclear" else None
        if text is None:
            raise
        return Decoded(text, known)
    if found.encoding == known or raw.isascii() or found.encoding.startswith("utf-16"):
        return replace(found, problems=())  # what was doubtful is now declared
    text = _try(raw, ENCODINGS[known])
    if text is not None and (found.problems or text == found.text):
        return Decoded(text, known)
    problem = Problem(code="encoding-declared", file=name, params={"declared": known, "encoding": found.encoding})
    return Decoded(found.text, found.encoding, (*found.problems, problem))


def _decode_strictly(raw: bytes, encoding: str, name: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError("encoding-wrong", file=name, encoding=encoding, line=line) from None


def _wide_encoding(raw: bytes) -> str | None:
    """UTF-16 without a mark: every other byte is one of very few high bytes (0, 4; 0x20 for dashes and quotes).

    A file of one-byte letters never looks so: its spaces stand at odd and even places alike, and 0 and 4 are no
    letters. A file cut within a character is known all the same, and refused by the strict decoding.
    """
    sample = raw[:4096]
    for encoding, offset in (("utf-16-le", 1), ("utf-16-be", 0)):
        high = sample[offset::2]
        letters = sum(byte in (0, 4) for byte in high)
        dashes = high.count(0x20) + high.count(0x21)
        if len(high) >= 2 and letters > 0.75 * len(high) and letters + dashes > 0.95 * len(high):
            return encoding
    return None


def _decode_one_byte(raw: bytes, name: str) -> Decoded:
    # The lines with letters beyond ASCII decide; a book's first 64 KiB of them are plenty.
    sample = b"\n".join(line for line in raw[: 8 * _SAMPLE].splitlines() if not line.isascii())[:_SAMPLE]
    scores = sorted(((*russian_score(sample, code), code) for code in _RUSSIAN), reverse=True)
    (best, count, encoding), (second, _, runner_up) = scores[0], scores[1]
    if best < _HOPELESS * count or not count:
        if count * 10 < len(sample) and (text := _try(raw, "cp1252")) is not None:
            # English with a few dashes, quotes and accents of Windows
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


def russian_score(sample: bytes, encoding: str) -> tuple[float, int]:
    """How likely a text is as Russian under an encoding: the sum of logarithms, and over how many characters.

    About -3 a letter for Russian prose; capitals inside a word, rare pairs and foreign signs cost dear.
    """
    text = sample.decode(encoding, errors="replace")
    total = 0.0
    count = 0
    before = before_folded = " "
    for char in text:
        lower = char.lower()
        folded = "е" if lower == "ё" else lower
        if char >= "\x80":
            count += 1
            if lower in _FREQUENCY:
                total += math.log(_FREQUENCY[lower] / 1000)
                if before.isalpha():
                    total += _PAIRS.get(before_folded + folded, _RARE_PAIR)
                    if before.isascii():
                        total -= 4.0  # no word is half Latin
                    if char != lower and before.islower():
                        total -= 6.0
            elif char in _BOX or char in _PUNCTUATION:
                total -= 4.5 if not before.isalpha() or char in _PUNCTUATION else 7.5
            else:
                total -= 9.0
        before, before_folded = char, folded
    return total, count
