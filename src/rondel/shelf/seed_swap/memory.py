"""The cards that a farmer of Seed Swap remembers, and random hands that he has not held.

The holder of a hand sees all of it, and all picked cards are turned over in the end. So a farmer knows every hand that he has
held, and the cards that were played from the others; their remaining cards may be any that he has not seen. This only helps to
sample hidden hands (`Game.suppose`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.seed_swap.seeds import COPIES, Seed


class Supposed:
    """Possible hands of all seasons, and the plays, as far as they were revealed."""

    def __init__(
        self, dealt: Mapping[tuple[int, int], Sequence[str]], played: Mapping[tuple[int, int, str], tuple[str, str]]
    ) -> None:
        self.dealt = dealt
        """The cards in the order of the deal, by season and seat number."""
        self.played = played
        """The card and the plot ("0": composted), by season, turn and role."""


class Memory:
    """The cards that ``role`` remembers, by its last view with all views ``seen`` and events ``told``; a hand has ``size``
    cards."""

    def __init__(self, size: int, roles: Sequence[str], role: str, view: Mapping[str, Any]) -> None:
        self.size = size
        self.roles = tuple(roles)
        self.role = role
        self.season: int = view["props"]["season"]
        self._played: dict[tuple[int, int, str], tuple[str, str]] = {}
        """The card and the plot of each turn; the last card of a hand counts as one more turn of its holder."""
        self._hands: dict[tuple[int, int], list[str]] = {}
        """The own hand at the beginning of each turn, by season and turn."""
        self._listen(view)
        for each in view["seen"]:
            self._look(each)

    def _listen(self, view: Mapping[str, Any]) -> None:
        kept: list[Mapping[str, Any]] = []
        for event in view["told"]:
            if event["name"] == "undo":
                kept = [each for each in kept if each["number"] < event["args"]["since"]]
            else:
                kept.append(event)
        plays: dict[str, list[list[tuple[str, str]]]] = {role: [[]] for role in self.roles}
        for event in kept:
            name, args = event["name"], event["args"]
            if name in ("sow", "compost", "rest"):
                plays[args["player"]][-1].append((args["card"], str(args.get("plot", 0))))
            if name == "rest":
                plays[args["player"]].append([])
        mine = sum([len(view["containers"][f"{place}_{self.role}"]["tokens"]) for place in ("hand", "picked")])
        for role, seasons in plays.items():
            # Both are counted from the end, as the game may have begun in the middle of a season.
            first = self.season + 1 - len(seasons) + (1 if view["over"] else 0)
            for season, turns in enumerate(seasons, first):
                done = self.size - (mine if season == self.season and not view["over"] else 0)
                for turn, play in enumerate(turns, done - len(turns)):
                    self._played[(season, turn, role)] = play

    def _look(self, view: Mapping[str, Any]) -> None:
        hand = [token["face"] for token in view["containers"][f"hand_{self.role}"]["tokens"]]
        if view["state"] == "Deal":  # and there may be more to come
            self._hands[(view["props"]["season"], 0)] = hand
        elif view.get("private") == "Pick":
            self._hands[(view["props"]["season"], self.size - len(hand))] = hand

    def dealt(self, season: int, first: int) -> list[str]:
        """The known cards of the hand that was dealt to seat number ``first`` in a season, in a possible order of the deal: the
        cards played before the farmer saw the hand come before the cards that he saw."""
        faces: list[str] = []
        step = 1 if season % 2 else -1
        for turn in range(self.size):
            # The last card is not passed on.
            holder = self.roles[(first + step * min(turn, self.size - 2)) % len(self.roles)]
            if holder == self.role and (season, turn) in self._hands:
                return faces + self._hands[(season, turn)]
            if (season, turn, holder) not in self._played:
                break
            faces.append(self._played[(season, turn, holder)][0])
        return faces

    def suppose(self, rng: SeededRandom) -> Supposed:
        """Hands in which all that is known comes true. The rest of them may be any cards that were not seen, each of these as
        likely as the other: as if the others had picked at random."""
        seasons = range(1, self.season + 1)
        dealt = {(season, first): self.dealt(season, first) for season in seasons for first in range(len(self.roles))}
        known = Counter([face for hand in dealt.values() for face in hand])
        copies = COPIES * len(self.roles)
        unseen = rng.shuffled([face for face in Seed.faces for _each in range(copies - known[face])])
        for first in range(len(self.roles)):  # of earlier seasons all is known
            hand = dealt[(self.season, first)]
            hand += [unseen.pop() for _each in range(self.size - len(hand))]
        return Supposed(dealt, self._played)
