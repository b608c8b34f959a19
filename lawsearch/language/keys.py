"""The same key on the Latin and on the Russian keyboard: a command key works whichever of the two is switched on."""

from __future__ import annotations

_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,./?"
_RUSSIAN = "йцукенгшщзхъфывапролджэячсмитьбю.,"
_PAIRS = dict(zip(_LATIN, _RUSSIAN, strict=True))


def russian_key(character: str) -> str | None:
    """What the key of a Latin character types on the Russian keyboard, if that is something else."""
    return _PAIRS.get(character)
