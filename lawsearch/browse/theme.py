"""The colours: dark and light paper, and the terminal's own sixteen where it has no more (or none are wanted).

The names that :mod:`textual` does not know: ``quiet`` (what is not law text), ``mark`` and ``mark-ink`` (found words),
``suit-red``, ``line`` (rules), ``here`` and ``here-ink`` (the reference that Enter would open).
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import BUILTIN_THEMES, Theme

DARK, LIGHT, SIXTEEN = "lawsearch-dark", "lawsearch-light", "lawsearch-sixteen"


def _paper(
    name: str, *, dark: bool, paper: str, surface: str, ink: str, quiet: str, line: str, accent: str, mark: str,
    warn: str, red: str,
) -> Theme:  # fmt: skip
    return Theme(
        name=name,
        dark=dark,
        primary=accent,
        secondary=quiet,
        accent=accent,
        warning=warn,
        error=red,
        success=accent,
        foreground=ink,
        background=paper,
        surface=surface,
        panel=surface,
        text_alpha=1.0,
        variables={
            "quiet": quiet,
            "line": line,
            "mark": mark,
            "mark-ink": ink,
            "here": accent,
            "here-ink": paper,
            "suit-red": red,
            "block-cursor-background": accent,
            "block-cursor-foreground": paper,
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": line,
            "block-cursor-blurred-foreground": ink,
            "block-cursor-blurred-text-style": "none",
            "input-cursor-background": ink,
            "input-cursor-foreground": paper,
            "input-selection-background": mark,
            "scrollbar": line,
            "scrollbar-hover": quiet,
            "scrollbar-active": quiet,
            "scrollbar-background": paper,
            "scrollbar-background-hover": paper,
            "scrollbar-background-active": paper,
            "scrollbar-corner-color": paper,
        },
    )


_SIXTEEN_VARIABLES = {
    **BUILTIN_THEMES["ansi-dark"].variables,
    "quiet": "ansi_default",
    "line": "ansi_default",
    "mark": "ansi_yellow",
    "mark-ink": "ansi_black",
    "here": "ansi_green",
    "here-ink": "ansi_black",
    "suit-red": "ansi_red",
    "block-cursor-background": "ansi_green",
    "block-cursor-foreground": "ansi_black",
    "block-cursor-text-style": "bold reverse",
    "block-cursor-blurred-background": "ansi_default",
    "block-cursor-blurred-foreground": "ansi_default",
    "block-cursor-blurred-text-style": "reverse",
    "input-cursor-background": "ansi_default",
    "input-cursor-foreground": "ansi_default",
    "input-cursor-text-style": "reverse",
    "input-selection-background": "ansi_yellow",
    "input-selection-foreground": "ansi_black",
    "scrollbar": "ansi_bright_black",
    "scrollbar-hover": "ansi_white",
    "scrollbar-active": "ansi_white",
    "scrollbar-background": "ansi_default",
    "scrollbar-background-hover": "ansi_default",
    "scrollbar-background-active": "ansi_default",
    "scrollbar-corner-color": "ansi_default",
}

THEMES = (
    _paper(
        DARK, dark=True, paper="#14171a", surface="#1c2024", ink="#e9e6df", quiet="#a9a59b", line="#33383d",
        accent="#86cfae", mark="#4d4213", warn="#f0a57a", red="#f28b82",
    ),
    _paper(
        LIGHT, dark=False, paper="#fbfaf6", surface="#f1eee5", ink="#1d1c1a", quiet="#5f5b53", line="#d3cec1",
        accent="#1f5f47", mark="#fff0b3", warn="#9a3412", red="#b3261e",
    ),
    Theme(
        name=SIXTEEN, ansi=True, dark=True, primary="ansi_green", secondary="ansi_default", accent="ansi_green",
        warning="ansi_yellow", error="ansi_red", success="ansi_green", foreground="ansi_default",
        background="ansi_default", surface="ansi_default", panel="ansi_default", boost="ansi_default",
        variables=_SIXTEEN_VARIABLES,
    ),
)  # fmt: skip


def fitting_theme(environment: Mapping[str, str]) -> str:
    """``light`` where the terminal says that its background is (``COLORFGBG=0;15``), else ``dark``."""
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in ("7", "15") else "dark"
