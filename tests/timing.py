"""What work costs, for tests that compare the costs of small and large input, and how long a test waits.

Costs are seconds of this process: what else the machine does meanwhile counts for nothing, or for little.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Seconds that a test waits for what comes in a moment, if the machine has nothing else to do: then the test fails.
PATIENCE = 60.0


@contextmanager
def costing_less(seconds: float) -> Iterator[None]:
    """Fails if the work inside keeps this process busy for longer."""
    start = time.process_time()
    yield
    cost = time.process_time() - start
    assert cost < seconds, f"{cost:.1f} s of work"


def cost_ratio(
    small: Callable[[], object], large: Callable[[], object], *, least: float, times: int = 3, enough: float = 0.0
) -> float:
    """How many times as much the large work costs: the least of several runs of both, in turn.

    ``least`` are seconds that the small work counts for at the least: below them a ratio is chance. Run in turn, both
    get their share of what slows a machine down for a while. A ratio below ``enough`` stays below it however often the
    large work is tried again, so it is not.
    """
    cheap: list[float] = []
    dear: list[float] = []
    for _ in range(times):
        cheap.append(least_cost(small, 1))
        if not dear or min(dear) >= enough * max(min(cheap), least):
            dear.append(least_cost(large, 1))
    return min(dear) / max(min(cheap), least)


def least_cost(work: Callable[[], object], times: int) -> float:
    """Seconds of this process for the work: the least of several runs, for what else the machine does only adds.

    The collector stands still meanwhile: how long it would take depends on what other tests have left behind.
    """
    costs = []
    for _ in range(times):
        gc.disable()
        try:
            start = time.process_time()
            work()
            costs.append(time.process_time() - start)
        finally:
            gc.enable()
    return min(costs)
