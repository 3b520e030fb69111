"""Advisers: players who may have nothing to say, and those who ask them first.

A solver knows the end of a game and not its beginning; a policy knows one game and no other. Either plays by itself as well as
it can, and both can be asked first by somebody who always has an answer.
"""

from __future__ import annotations

from typing import Any

from rondel.engine.game import Game
from rondel.players.player import Player, Question


class Adviser(Player):
    """A player who sometimes knows what to play."""

    def advise(self, question: Question) -> str | None:
        """The move to play; None where it does not know."""
        raise NotImplementedError


class Advised(Player):
    """Plays what ``adviser`` knows, and what ``player`` thinks where it knows nothing."""

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
