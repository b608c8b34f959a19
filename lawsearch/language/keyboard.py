"""Keyboards: what a word looks like when it was typed on the other layout."""

from __future__ import annotations

_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~"
_CYRILLIC = "йцукенгшщзхъфывапролджэячсмитьбюёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ"

# Each key on the other layout: ``rfhnf`` is карта, ``кумщлу`` is revoke.
OTHER_LAYOUT = {
    **{ord(latin): cyrillic for latin, cyrillic in zip(_LATIN, _CYRILLIC, strict=True)},
    **{ord(cyrillic): latin for latin, cyrillic in zip(_LATIN, _CYRILLIC, strict=True)},
}
