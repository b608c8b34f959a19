"""The addresses on a command line: one or several, lists and ranges, with the words that people put around them.

In: the words as the shell gave them. Out: addresses, each as :func:`~lawsearch.address.parse_address` reads it, or with
its document in front. Promise: what is read as a list leaves no word or number of the line out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawsearch.address import range_members, split_full_name, try_address
from lawsearch.language import LANGUAGES, fold, get_language

_ENDS_IN_NUMERAL = re.compile(r"(?<![^\W_])[IVXL]+\W*$")  # Laws XVI and XVII


def split_addresses(words: Sequence[str]) -> list[str]:
    """The addresses that were typed; what is none comes back as it stands."""
    return read_addresses(words) or list(words)


def read_addresses(words: Sequence[str]) -> list[str] | None:
    """``64A1 65``, ``64 a 1``, ``50-52``, ``Правила 64А1 и 2``, ``laws-2017-ru:64A1``; None if it is anything else."""
    if len(words) > 1 and (each := [_single(word) for word in words]) and all(each):
        return [address for addresses in each for address in addresses or ()]
    whole = " ".join(words)
    return _single(whole) or _listed(whole)


def _single(text: str) -> list[str] | None:
    """One address, or the members of a range such as ``50-52``, in a document if one stands in front."""
    document, rest = split_full_name(text)
    found = [rest] if try_address(rest) is not None else _range(rest)
    if found is None or document is None:
        return found
    return [f"{document}:{address}" for address in found]


def _range(text: str) -> list[str] | None:
    first, dash, last = re.sub("[–—~]", "-", text).partition("-")
    ends = try_address(first), try_address(last)
    if not dash or ends[0] is None or ends[1] is None:
        return None
    return [str(member) for member in range_members(ends[0], ends[1])] or None


def _listed(text: str) -> list[str] | None:
    """A list as ``check`` reads it, if nothing but its signs and the words between is left over."""
    if not any(char.isdigit() for char in text) and not _ENDS_IN_NUMERAL.search(text):
        return None
    from lawsearch.references import find_citations

    document, rest = split_full_name(text)
    # a bare list is one of laws
    for lead in ("", "Laws "):
        citations = find_citations(lead + rest)
        if not citations or not all(citation.wanted for citation in citations):
            continue
        left = lead + rest
        for citation in reversed(citations):
            left = f"{left[: citation.span.start]}\0{left[citation.span.stop :]}"
        if re.fullmatch(_around_citations(), fold(left)):
            addresses = [str(wanted.address) for citation in citations for wanted in citation.wanted]
            if lead and len(addresses) < 2:
                return None  # 3NT: a bare address would have been read as one
            return [f"{document}:{address}" if document else address for address in addresses]
    return None


def _around_citations() -> str:
    """What may stand before, between and behind the citations of a list, each written as a zero character."""
    languages = [get_language(code) for code in LANGUAGES]
    see, also = ("|".join(patterns) for patterns in zip(*((each.SEE, each.AND) for each in languages), strict=True))
    join = rf"\.?\s*(?:[,;]\s*(?:(?:{also})\s*)?|(?:{also})\s*)?"
    return rf"\s*(?:(?:{see})\s*)?\0(?:{join}\0)*\s*\.?\s*"
