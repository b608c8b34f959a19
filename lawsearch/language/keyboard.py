"""Keyboards and alphabets: what a Russian word looks like when it was typed on the wrong layout or in Latin letters."""

from __future__ import annotations

_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~"
_CYRILLIC = "йцукенгшщзхъфывапролджэячсмитьбюёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ"

# Each key on the other layout: ``rfhnf`` is карта, ``кумщлу`` is revoke.
OTHER_LAYOUT = {
    **{ord(latin): cyrillic for latin, cyrillic in zip(_LATIN, _CYRILLIC, strict=True)},
    **{ord(cyrillic): latin for latin, cyrillic in zip(_LATIN, _CYRILLIC, strict=True)},
}

# Signs that stand on another key there; a query keeps them as they are.
_SIGNS = {"/": ".", "?": ","}


def russian_key(character: str) -> str | None:
    """What the key of a Latin character types on the Russian keyboard, if that is something else."""
    return _SIGNS.get(character) or OTHER_LAYOUT.get(ord(character))


# What Latin letters may stand for in a Russian word, the likeliest first.
READINGS: dict[str, tuple[str, ...]] = {
    "shch": ("щ",), "sch": ("щ", "сч"), "sh": ("ш", "щ"), "zh": ("ж",), "kh": ("х",), "ch": ("ч",), "ts": ("ц", "тс"),
    "tz": ("ц",), "ya": ("я", "ья"), "ja": ("я", "ья"), "ia": ("ия", "я"), "yu": ("ю", "ью"), "ju": ("ю",),
    "iu": ("ю", "иу"), "yo": ("е", "ье"), "jo": ("е",), "ye": ("е", "ье", "ые"), "je": ("е", "ье"), "iy": ("ий",),
    "yy": ("ый",), "ii": ("ий", "ии"), "ij": ("ий",), "yj": ("ый",), "a": ("а",), "b": ("б",), "c": ("ц", "к", "с"),
    "d": ("д", "дь"), "e": ("е", "э"), "f": ("ф",), "g": ("г",), "h": ("х",), "i": ("и", "й", "ы"), "j": ("й", "ж", "ь"),
    "k": ("к",), "l": ("л", "ль"), "m": ("м",), "n": ("н", "нь"), "o": ("о",), "p": ("п",), "q": ("к", "я"),
    "r": ("р", "рь"), "s": ("с", "сь"), "t": ("т", "ть"), "u": ("у",), "v": ("в",), "w": ("в", "ш"), "x": ("х", "кс"),
    "y": ("ы", "й", "и"), "z": ("з", "ж"), "'": ("ь", "ъ"), "l'": ("ль",), "n'": ("нь",), "t'": ("ть",),
}  # fmt: skip

# The rows of letters on each keyboard, from the top.
KEY_ROWS = (("qwertyuiop", "asdfghjkl", "zxcvbnm"), ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"))
# Letters that are taken for each other because they sound so.
SOUNDS = (
    "аояэиеыуюё", "бп", "вф", "гкх", "дт", "жш", "зс", "шщч", "цс", "ьъ", "ий",
    "aeiouy", "cks", "sz", "gj", "fv", "dt", "bp",
)  # fmt: skip
