"""The terminal's input, whatever bytes it sends: a key of a terminal that does not speak UTF-8 ends no program."""

from __future__ import annotations

import codecs
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.driver import Driver


def forgiving(driver: type[Driver]) -> type[Driver]:
    """The driver with what is no UTF-8 in its input read as ``�``; other systems' drivers take no bytes."""
    try:
        from textual.drivers import linux_driver
    except ImportError:  # Windows
        return driver
    if not issubclass(driver, linux_driver.LinuxDriver):
        return driver

    class Forgiving(driver):  # type: ignore[misc, valid-type]
        def run_input_thread(self) -> None:
            # the driver makes its decoder itself, by this name
            linux_driver.getincrementaldecoder = lambda name: partial(  # type: ignore[attr-defined]
                codecs.getincrementaldecoder(name), errors="replace"
            )
            super().run_input_thread()

    return Forgiving
