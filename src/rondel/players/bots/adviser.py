"""Advisers: players that may have no answer, and the player that asks one first.

A solver knows the endings of a game and not its beginning; a policy knows one game only. Each plays as well as it can by
itself; or another player, which always has an answer, asks it first.
"""

from __future__ import annotations

from typing import Any

from rondel.engine.game import Game
from rondel.players.player import Player, Question


class Adviser(Player):
    """A player that sometimes knows the move to play."""

    def advise(self, question: Question) -> str | None:
        """The move to play; None if the adviser has no advice."""
        raise NotImplementedError


class Advised(Player):
    """Plays the advice of ``adviser``, or the answer of ``player`` if there is none."""

    def __init__(self, adviser: Adviser, player: Player) -> None:
        self._adviser = adviser
        self._player = player
        self.listens = adviser.listens or player.listens
        self.imagines = adviser.imagines or player.imagines

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        for each in (self._adviser, self._player):
            if each.listens:
                each.receive(event, view)

    def answer(self, question: Question) -> str:
        known = self._adviser.advise(question)
        return self._player.answer(question) if known is None else known

    def suits(self, game: Game) -> None:
        self._player.suits(game)

    def close(self) -> None:
        self._adviser.close()
        self._player.close()
