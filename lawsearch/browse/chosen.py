"""A list whose chosen line has a sign before it: it can be told in any number of colours, or in none."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import OptionList

_SIGN, _NONE = "▸ ", "  "
MARGIN = Content(_NONE)  # what the prompt of an option begins with


class ChosenList(OptionList):
    """An option list; the prompts of its options are contents that begin with :data:`MARGIN`."""

    _signed: int | None = None

    def watch_highlighted(self, highlighted: int | None) -> None:
        super().watch_highlighted(highlighted)
        self._sign(self._signed, _NONE)
        self._sign(highlighted, _SIGN)
        self._signed = highlighted

    def _sign(self, index: int | None, sign: str) -> None:
        if index is None or index >= self.option_count:
            return
        prompt = self.get_option_at_index(index).prompt
        if isinstance(prompt, Content):
            self.replace_option_prompt_at_index(index, Content(sign) + prompt[len(_NONE) :])
