"""What a farmer of Seed Swap can remember: which cards are in the hands that went round.

Whoever holds a hand sees all of it, and everything that is picked is turned over in the end. So a farmer knows every hand
that he has held, but for what is being picked just now, and of the others what has been played from them. This is only a
help for imagining (`Game.plausible`): what is not plausible need not be tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rondel.engine import Move


class Memory:
    """What ``role`` remembers, by its last view with all it has ``seen`` and been ``told``; hands are dealt of ``size``."""

    def __init__(self, size: int, roles: Sequence[str], role: str, view: Mapping[str, Any]) -> None:
        self.size = size
        self.roles = tuple(roles)
        self.role = role
        self._plays: dict[tuple[int, int, str], tuple[str, int]] = {}
        """The card and the plot (0: composted) of each turn, by season, turn and role."""
        self._rests: dict[tuple[int, str], str] = {}
        """The last card of each season, by season and role."""
        self._hands: dict[tuple[int, int], list[str]] = {}
        """The own hand at the beginning of each turn."""
        self._listen(view["told"])
        self._look(view["seen"])

    def _listen(self, told: Sequence[Mapping[str, Any]]) -> None:
        kept: list[Mapping[str, Any]] = []
        for event in told:
            if event["name"] == "undo":
                kept = [each for each in kept if each["seq"] < event["args"]["since"]]
            else:
                kept.append(event)
        turns = dict.fromkeys(self.roles, 0)
        seasons = dict.fromkeys(self.roles, 0)
        for event in kept:
            name, args = event["name"], event["args"]
            if name in ("sow", "compost"):
                who: str = args["player"]
                season, turn = divmod(turns[who], self.size - 1)
                turns[who] += 1
                self._plays[(season + 1, turn, who)] = (args["card"], args.get("plot", 0))
            elif name == "rest":
                seasons[args["player"]] += 1
                self._rests[(seasons[args["player"]], args["player"])] = args["card"]

    def _look(self, seen: Sequence[Mapping[str, Any]]) -> None:
        for view in seen:
            if view.get("private") == "Pick":
                hand = [token["face"] for token in view["containers"][f"hand_{self.role}"]["tokens"]]
                self._hands[(view["props"]["season"], self.size - len(hand))] = hand

    def dealt(self, season: int, first: int) -> list[str]:
        """The hand that was dealt to seat number ``first`` in a season, in the order of the deal; "" for unknown cards.

        What was played before the farmer saw it stands before what he saw.
        """
        faces: list[str] = []
        step = 1 if season % 2 else -1
        for turn in range(self.size):
            holder = self.roles[(first + step * turn) % len(self.roles)]
            if holder == self.role and (season, turn) in self._hands:
                return faces + self._hands[(season, turn)]
            play = self._plays.get((season, turn, holder))
            if play is None:
                last = self._rests.get((season, holder), "") if turn == self.size - 1 else ""
                return [*faces, *[""] * (self.size - 1 - turn), last]
            faces.append(play[0])
        return faces

    def drawn(self, season: int, held: Sequence[int], face: str, supply: int) -> float:
        """How plausible it is that this card is dealt next, with so many in each hand and ``supply`` like it in the deck."""
        first = next((number for number, count in enumerate(held) if count < self.size), 0)
        due = self.dealt(season, first)[held[first]]
        if due:
            return 1.0 if due == face else 0.0
        kept = 0
        for later in range(season, max([each for each, _turn in self._hands], default=season) + 1):
            for number in range(len(self.roles)):
                start = held[number] if later == season else 0
                kept += self.dealt(later, number)[start:].count(face)
        return 1.0 if supply > kept else 0.0

    def played(self, season: int, held: int, move: Move) -> float:
        """How plausible a move of another is, who has so many cards in hand."""
        turn = self.size - held - (0 if move.action == "pick" else 1)
        play = self._plays.get((season, turn, move.role))
        if play is None:
            return 1.0
        if move.action == "pick":
            return 1.0 if move.words[0] == play[0] else 0.0
        plot = move.words[0] if move.action == "sow" else "0"
        return 1.0 if plot == str(play[1]) else 0.0
