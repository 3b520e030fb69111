"""A fault: what was added to the greeting is said in English only."""

from __future__ import annotations

from rondel.engine import To, _
from tests.testing.faults.abroad.greeting import Door, Greeting


class HalfTranslated(Greeting):
    """Has a title of its own, and nobody has translated it."""

    title = _("Farewell")

    def setup(self) -> To[Door]:
        return Door
