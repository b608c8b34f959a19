"""What work costs, for tests that compare the costs of small and large input."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


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
