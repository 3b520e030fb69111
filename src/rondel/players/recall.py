"""Recall: a cache of a process's last information states; the results computed for one serve those that continue it.

A bot in a process of its own receives the whole information state with each question. The costly part is to rebuild the history
of a long game; an `InformationState` that follows an earlier one takes over the history that their games share
(`rondel.engine.belief.shared_history`).
"""

from __future__ import annotations

from typing import Final

from rondel.engine.belief.information_state import InformationState

MOST: Final = 16
"""Number of states kept: the last one of each seat of a few tables."""


class Recall:
    """The last states, the latest first."""

    def __init__(self) -> None:
        self._kept: list[InformationState] = []

    def follow(self, known: InformationState) -> None:
        """Lets a state take over the results of the state it continues, and replaces that."""
        for before in self._kept:
            if known.continues(before):
                known.follow(before)
                self._kept.remove(before)
                break
        self._kept.insert(0, known)
        del self._kept[MOST:]
