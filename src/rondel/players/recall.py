"""Recall: the last information states that a process was sent; what was worked out of one serves those that continue it.

A bot in a process of its own is sent the whole information state with each question. The costly part is to imagine the history
of a long game; an `InformationState` that follows an earlier one takes over the history that games of it share
(`rondel.engine.belief.shared_history`).
"""

from __future__ import annotations

from typing import Final

from rondel.engine.belief.information_state import InformationState

MOST: Final = 16
"""How many states are kept: the last one of each seat of a few tables."""


class Recall:
    """The last states, the latest first."""

    def __init__(self) -> None:
        self._kept: list[InformationState] = []

    def follow(self, known: InformationState) -> None:
        """Let a state take over what was worked out of the one it continues, and keep it instead of that."""
        for before in self._kept:
            if known.continues(before):
                known.follow(before)
                self._kept.remove(before)
                break
        self._kept.insert(0, known)
        del self._kept[MOST:]
