"""A model of the chat at a table: each line has one number, and everybody who is there hears it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.server import protocol
from tests.server.simulation.people.player import Json, Player

if TYPE_CHECKING:
    from tests.server.simulation.world import World


class ChatModel:
    """What was said, and what each player has heard."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._lines: dict[int, str] = {}
        self._said_at: dict[int, float] = {}
        self.number = 0
        """How many lines were said."""

    def said(self, line: protocol.ChatLine, at: float) -> None:
        """A line is stored."""
        self.number += 1
        self._said_at.setdefault(line.number, at)
        self._agree(line.number, line.text)

    def heard(self, player: Player, message: Json) -> None:
        """A player hears a line."""
        self._agree(message["number"], message["text"])
        player.lines[message["number"]] = message["text"]

    def check(self, player: Player, until: float) -> None:
        """Demand that a player has heard every line that was said until then, while it was there."""
        since = self._world.loop.time() - player.here_for
        missed = [number for number, at in self._said_at.items() if since < at < until and number not in player.lines]
        self._world.demand(not missed, f"{player.name} was there, and has not heard the lines {missed}")

    def _agree(self, number: int, text: str) -> None:
        known = self._lines.setdefault(number, text)
        self._world.demand(known == text, f"line {number} of the chat is {known!r} and {text!r}")
        twice = [each for each, said in self._lines.items() if said == text]
        self._world.demand(len(twice) == 1, f"{text!r} is the lines {twice} of the chat")
