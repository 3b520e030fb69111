"""A watch without a timer, for Python in a browser: it looks at the stack while the rules run, from a trace function.

Tracing rules line by line takes them longer. It cannot interrupt a single call of C code, as ``sum(count())``, and rules that
catch the interrupt are not interrupted again: whoever runs it ends the process in the end.
"""

from __future__ import annotations

import sys
import time
from types import FrameType
from typing import Any, Final

from rondel.testing.watch import TICK, Watch, of_rules

STRIDE: Final = 32
"""The calls and lines between two looks at the clock."""


class TracedWatch(Watch):
    """A `Watch` that is called by Python at each call and at each line of rules.

    >>> TracedWatch(limit=3.0).run(lambda: sum(range(10)))
    45
    """

    _events = 0
    _due = 0.0

    def _watches(self) -> bool:
        return True

    def _begin(self) -> Any:
        self._due = time.monotonic() + TICK
        return sys.gettrace()

    def _start(self) -> None:
        sys.settrace(self._trace)

    def _stop(self, before: Any) -> None:
        sys.settrace(before)

    def _trace(self, frame: FrameType, _event: str, _arg: object) -> Any:
        self._events += 1
        if self._events % STRIDE == 0 and time.monotonic() >= self._due:
            self._due = time.monotonic() + TICK
            self._look(0, frame)
        return self._trace if of_rules(frame) else None
