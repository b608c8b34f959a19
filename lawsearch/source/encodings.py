"""Telling the encodings of Russian texts apart, and decoding them; what is not in them is told byte by byte.

The evidence, in this order: a byte order mark; the high bytes of UTF-16; valid UTF-8; then how Russian the text
looks under each of the one-byte encodings (letters, pairs of letters, and capitals where a word begins), with
chardet's opinion beside ours. A file that fits nothing raises; a near tie is reported with the runner-up.
A file whose valid lines speak for UTF-8 is UTF-8: lines that are plainly in another encoding are read in that one, and
a byte that fits nothing (half a letter where a file was cut) becomes U+FFFD; both are reported with their lines.
Pairs tell 40 characters apart where single letters do not: the three encodings permute the letters, and what is
frequent in one is often frequent in another, but no permutation makes pairs that Russian has.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from lawsearch.errors import InputError
from lawsearch.model import Problem
from lawsearch.source.lines import LINE_ENDS

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
    "mac-cyrillic": "mac_cyrillic",
    "iso-8859-5": "iso8859_5",
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
    "mac": "mac-cyrillic",
    "maccyrillic": "mac-cyrillic",
    "x-mac-cyrillic": "mac-cyrillic",
    "10007": "mac-cyrillic",
    "iso8859-5": "iso-8859-5",
    "iso-ir-144": "iso-8859-5",
}
# Each with what speaks against it from the start: the small letters of the old Mac are those of cp1251 and its
# capitals those of cp866, so that it must be plainly better than both; half of the letters of the Unix standard are those of cp866.
_RUSSIAN = {"cp1251": 0.0, "cp866": 0.0, "koi8-r": 0.0, "mac-cyrillic": 12.0, "iso-8859-5": 12.0}
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
_SHORT = 200  # bytes: of so few a single control code is no small share

# Bytes that no text has: control codes but for tab, line ends, form feed, DC4 (a paragraph mark), ESC, end of file.
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0e-\x13\x15-\x19\x1c-\x1f\x7f]")

# How much likelier (as a natural logarithm) the best must be than the runner-up before that one goes unnamed, and
# a mean score for a letter below which nothing fits.
_NEAR_TIE = 8.0
_HOPELESS = -5.2


# A text is still in an encoding that a user names if no more than one byte in so many is not.
_MOST_BROKEN = 10
_BOTH_ENDS = 6  # bytes of two letters that a cut has halved, however short the text is
_LEAST_FOREIGN = 4
_LOST = "\ufffd"
_SHOWN_BYTES = 32
_ESCAPED = re.compile("[\udc80-\udcff]+")
_SURROGATES = re.compile("[\ud800-\udfff]+")
# Words of Cyrillic letters in UTF-8: no text in another encoding has such pairs of bytes in a row.
_UTF8_WORDS = re.compile(rb"(?:[\xd0\xd1][\x80-\xbf]){5,}+(?:[\x00-\x7f]*+(?:[\xd0\xd1][\x80-\xbf])++)*+")
_TWO_HIGH = re.compile(rb"[\x80-\xff](?=[\x80-\xff])")
_LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded text: ``text.encode(encoding)`` gives the bytes back, but for a byte order mark and what the problems name."""

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
        return _decode_mostly(body, encoding, name)
    if wide := (marked if marked != "utf-8" else None) or _wide_encoding(raw):
        decoded = _decode_mostly(raw[len(bom) :], wide, name)
        if (place := decoded.text.find("\x00")) >= 0:
            raise InputError("file-nul", file=name, line=1 + _count_line_ends(decoded.text, 0, place))
        return decoded
    controls = len(_CONTROL.findall(raw[:_SAMPLE]))
    size = min(len(raw), _SAMPLE)
    if b"\x00" in raw and controls * 50 <= max(size, _SHORT):
        # a text but for that: who is told the line can mend it
        raise InputError("file-nul", file=name, line=1 + len(_LINE_END.findall(raw, 0, raw.find(b"\x00"))))
    if b"\x00" in raw or controls * 50 > size:
        raise InputError("file-binary", file=name)
    try:
        return Decoded(raw[len(bom) :].decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _decode_lines(raw[len(bom) :], name) if bom else _decode_other(raw, name)


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
    sure = tuple(problem for problem in found.problems if problem.code != "encoding-doubtful")
    if found.encoding == known or raw.isascii() or found.encoding.startswith("utf-16"):
        return replace(found, problems=sure)  # what was doubtful is now declared
    text = _try(raw, ENCODINGS[known])
    if text is not None and (len(sure) < len(found.problems) or text == found.text):
        return Decoded(text, known)
    problem = Problem(code="encoding-declared", file=name, params={"declared": known, "encoding": found.encoding})
    return Decoded(found.text, found.encoding, (*found.problems, problem))


def _decode_mostly(raw: bytes, encoding: str, name: str) -> Decoded:
    """The text of bytes that are in an encoding but for a few; ``InputError`` if they are not."""
    decoded = _decode_with_gaps(raw, encoding, name)
    broken = decoded.text.count(_LOST) if decoded.problems else 0
    letters = sum(char >= "\x80" for char in decoded.text) - broken
    if broken > max(len(decoded.text) // _MOST_BROKEN, min(letters, _BOTH_ENDS)):
        raise InputError("encoding-wrong", file=name, encoding=encoding, line=decoded.problems[0].line)
    return decoded


def _decode_with_gaps(raw: bytes, encoding: str, name: str, line: int = 1) -> Decoded:
    """The text, U+FFFD for each byte (of UTF-16 each pair) that has no letter, and a problem for each line of these.

    ``line`` is the number of the first line.
    """
    codec, how, broken, odd = ENCODINGS[encoding], "surrogateescape", _ESCAPED, b""
    if encoding.startswith("utf-16"):
        how, broken = "surrogatepass", _SURROGATES
        raw, odd = raw[: len(raw) // 2 * 2], raw[len(raw) // 2 * 2 :]
    text = raw.decode(codec, how)
    lost: dict[int, bytes] = {}
    start = 0
    for match in broken.finditer(text):
        line += _count_line_ends(text, start, match.start())
        start = match.start()
        lost[line] = lost.get(line, b"") + match.group().encode(codec, how)
    problems = [_broken(name, encoding, *place) for place in lost.items()]
    if odd:  # half of a pair is no character
        line += _count_line_ends(text, start, len(text))
        problems.append(Problem(code="encoding-cut", file=name, line=line, params={"bytes": odd.hex().upper()}))
    text = broken.sub(lambda match: _LOST * len(match.group()), text) if lost else text
    return Decoded(text, encoding, tuple(problems))


def _count_line_ends(text: str, start: int, stop: int) -> int:
    pairs = text.count("\r\n", start, stop)
    return sum(text.count(end, start, stop) for end in LINE_ENDS) - pairs


def _broken(name: str, encoding: str, line: int, lost: bytes) -> Problem:
    shown = lost[:_SHOWN_BYTES].hex(" ").upper() + (" …" if len(lost) > _SHOWN_BYTES else "")
    return Problem(
        code="encoding-broken",
        file=name,
        line=line,
        params={"encoding": encoding, "bytes": shown, "count": len(lost)},
    )


def _wide_encoding(raw: bytes) -> str | None:
    """UTF-16 without a mark: every other byte is one of very few high bytes (0, 4; 0x20 for dashes and quotes).

    A file of one-byte letters never looks so: its spaces stand at odd and even places alike, and 0 and 4 are no
    letters. A file cut within a character is known all the same.
    """
    sample = raw[:4096]
    for encoding, offset in (("utf-16-le", 1), ("utf-16-be", 0)):
        high = sample[offset::2]
        letters = sum(byte in (0, 4) for byte in high)
        dashes = high.count(0x20) + high.count(0x21)
        if len(high) >= 2 and letters > 0.75 * len(high) and letters + dashes > 0.95 * len(high):
            return encoding
    return None


def _decode_other(raw: bytes, name: str) -> Decoded:
    """Decode what is not UTF-8 throughout: UTF-8 in the main, or one of the one-byte encodings."""
    valid, broken = _lines_by_validity(raw)
    sample = valid or broken
    good, bad = _utf8_letters(sample)
    if _UTF8_WORDS.search(raw) or (
        good > bad and russian_score(sample, "utf-8")[0] > _best_russian(sample)[0][0] + _NEAR_TIE
    ):
        return _decode_lines(raw, name)
    return _decode_one_byte(raw, name)


def _lines_by_validity(raw: bytes) -> tuple[bytes, bytes]:
    """The beginning of those lines with letters beyond ASCII that are UTF-8, and of those that are not."""
    valid, broken = bytearray(), bytearray()
    for line in raw.splitlines():
        part = broken if _try(line, "utf-8") is None else valid
        if len(part) < _SAMPLE and not line.isascii():
            part += line[:_SAMPLE] + b"\n"
    return bytes(valid), bytes(broken)


def _utf8_letters(raw: bytes) -> tuple[int, int]:
    """How many characters beyond ASCII a text read as UTF-8 has, and how many bytes that are none or nothing we read."""
    good = bad = 0
    for char in raw.decode("utf-8", "surrogateescape"):
        if char >= "\x80":
            known = char < "\u0530" or "\u2000" <= char < "\u2800" or char == _LOST
            good += known
            bad += not known
    return good, bad


def _decode_lines(raw: bytes, name: str) -> Decoded:
    """A text in UTF-8, parts of which are broken or in another encoding."""
    lines = [_parts_of(raw[start:stop]) for start, stop in _line_ranges(raw)]
    other = _encoding_of_some(b"".join(part for parts in lines for part, foreign in parts if foreign)[:_SAMPLE])
    texts: list[str] = []
    problems: list[Problem] = []
    mixed: list[list[int]] = []  # the first and the last line of each run in the other encoding
    goes_on = False
    for number, parts in enumerate(lines, 1):
        for part, foreign in parts:
            used = other if foreign and other is not None else "utf-8"
            decoded = _decode_with_gaps(part, used, name, number)
            texts.append(decoded.text)
            problems += decoded.problems
            if used != "utf-8":
                mixed = mixed if goes_on else [*mixed, [number, number]]
                mixed[-1][1] = number
            if not part.isascii():
                goes_on = used != "utf-8"
    problems += [
        Problem(code="encoding-mixed", file=name, line=first, params={"first": first, "last": last, "encoding": other})
        for first, last in mixed
    ]
    return Decoded("".join(texts), "utf-8", tuple(sorted(problems, key=lambda problem: problem.line or 0)))


def _parts_of(line: bytes) -> list[tuple[bytes, bool]]:
    """The parts of a line, and whether each is rather in another encoding than UTF-8."""
    if _try(line, "utf-8") is not None:
        return [(line, False)]
    parts = []
    start = 0
    for match in _UTF8_WORDS.finditer(line):
        parts += [line[start : match.start()], match.group()]
        start = match.end()
    parts.append(line[start:])
    return [(part, _is_foreign(part, among_words=len(parts) > 1)) for part in parts if part]


def _is_foreign(part: bytes, *, among_words: bool) -> bool:
    """True for a part of a line that has less of UTF-8 than of something else; a few bytes among words are broken ones."""
    good, bad = _utf8_letters(part)
    return good < bad and (bad >= _LEAST_FOREIGN if among_words else bad > 1 or part[:1].isascii())


def _line_ranges(raw: bytes) -> Iterator[tuple[int, int]]:
    """Where each line begins and ends, its line end included."""
    start = 0
    for match in _LINE_END.finditer(raw):
        yield start, match.end()
        start = match.end()
    if start < len(raw):
        yield start, len(raw)


def _encoding_of_some(sample: bytes) -> str | None:
    """The encoding of lines that are not UTF-8; None where nothing speaks for one."""
    if not sample:
        return None
    (best, count, encoding), _ = _best_russian(sample)[:2]
    if best >= _HOPELESS * count:
        return encoding if best > russian_score(sample, "utf-8")[0] + _NEAR_TIE else None
    return "cp1252" if count * 10 < len(sample) and _try(sample, "cp1252") is not None else None


def _best_russian(sample: bytes) -> list[tuple[float, int, str]]:
    """The one-byte encodings, the likeliest first: the score, over how many characters, the name."""
    scores = []
    for code, handicap in _RUSSIAN.items():
        score, count = russian_score(sample, code)
        scores.append((score - handicap, count, code))
    return sorted(scores, reverse=True)


def _decode_one_byte(raw: bytes, name: str) -> Decoded:
    # The lines with letters beyond ASCII decide; the first 64 KiB of them are plenty.
    sample = b"\n".join(islice((line for line in raw.splitlines() if not line.isascii()), _SAMPLE))[:_SAMPLE]
    (best, count, encoding), (second, _, runner_up) = _best_russian(sample)[:2]
    if best < _HOPELESS * count or not count:
        few = count * 10 < len(sample) or (count * 10 < len(raw) and 4 * len(_TWO_HIGH.findall(sample)) < count)
        if few and (text := _try(raw, "cp1252")) is not None:
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
    decoded = _decode_mostly(raw, encoding, name)
    return replace(decoded, problems=(*problems, *decoded.problems))


def _try(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None


def _second_opinion(sample: bytes) -> str | None:
    import chardet

    return normalize_encoding(str(chardet.detect(sample).get("encoding") or ""))


def readable_name(name: str) -> str:
    """The name of a file; one that is not in the encoding of the system is read as a Russian one-byte name.

    Different names stay different.
    """
    if not _SURROGATES.search(name):
        return name
    if _SURROGATES.search(_ESCAPED.sub("", name)):  # no bytes stand behind them
        return name.encode("utf-8", "backslashreplace").decode("utf-8")
    raw = name.encode("utf-8", "surrogateescape")
    texts = (_try(raw, ENCODINGS[code]) for _, _, code in _best_russian(raw))
    return next((text for text in texts if text is not None), raw.decode("utf-8", "backslashreplace"))


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
