"""Advice for bots that play Wolves in Town: whom to suspect, the odds of the sides, and what may have been named in secret."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from rondel.engine import CHANCE, Move
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.wolves_in_town.characters import NOBODY_NAMED, WOLF
from rondel.shelf.wolves_in_town.rules import WolvesInTown as Rules
from rondel.shelf.wolves_in_town.worlds import History, World

AGAINST_WOLF: Final = 0.4
"""How much less likely a player is a wolf for each vote against one."""
AGAINST_TOWN: Final = 1.3
"""How much more likely for each vote against somebody of the town."""
BY_SEER: Final = 4.0
"""How much more likely for each vote of the seer."""
NAMED: Final = 0.2
"""What a name laid down is worth at most, as a part of a win."""


class WolvesInTown(Rules):
    """Wolves in Town with advice for bots."""

    def estimate(self, role: str) -> float:
        """The odds of the role's side if all played at random, and how well chosen the name is that it has laid down."""
        if self.is_over:
            return self.returns[role]
        if not all(len(row) for row in self.cards.values()):  # they are being dealt
            return 0.0
        wolf = self.character(role) == WOLF
        wolves = self.counts()[WOLF]
        side = wolves if wolf else len(self.roles) - wolves
        left = len(self.play_order.value)
        odds = odds_of_wolves(left, min(max(1, round(self.wolves_left(role))), left), self.state == "Vote")
        value = 2 * (odds if wolf else 1 - odds) - 1
        return max(-1.0, min(1.0, ((1 - NAMED) * value + NAMED * self.aim(role)) / side))

    def knows(self, reader: str, role: str) -> float | None:
        """1 if a reader knows that a role is a wolf, 0 if it knows that it is none, else None."""
        row = self.cards[role]
        if row[0].seen_by(reader):
            return float(row[0].face == WOLF)
        told = {"out, a wolf": 1.0, "out, of the town": 0.0}
        return told.get(row[-1].face) if len(row) > 1 else None

    def wolves_left(self, reader: str) -> float:
        """The expected number of wolves who are left, as far as a reader knows."""
        known = {role: self.knows(reader, role) for role in self.roles}
        unknown = [role for role in self.roles if known[role] is None]
        found = sum([each for each in known.values() if each is not None])
        hidden = max(0.0, self.counts()[WOLF] - found) / max(1, len(unknown))
        return sum([hidden if known[role] is None else known[role] or 0.0 for role in self.play_order.value])

    def suspicion(self, reader: str) -> dict[str, float]:
        """How likely each player who is left is a wolf, as far as a reader knows and by what was voted in the open."""
        known = {role: self.knows(reader, role) for role in self.roles}
        unknown = [role for role in self.play_order.value if known[role] is None]
        open_wolves = self.wolves_left(reader) - sum([known[role] or 0.0 for role in self.play_order.value])
        prior = min(0.95, open_wolves / max(1, len(unknown)))
        found: dict[str, float] = {}
        for role in self.play_order.value:
            sure = known[role]
            if sure is not None:
                found[role] = sure
                continue
            odds = prior / (1 - prior)
            for _day, voter, named in self.cast.value:
                if voter == role and named != NOBODY_NAMED:
                    sure = known[named]
                    odds *= 1.0 if sure is None else AGAINST_WOLF if sure else AGAINST_TOWN
                elif named == role and self.cards[voter][0].seen_by(reader) and self.character(voter) == "seer":
                    odds *= BY_SEER
            found[role] = odds / (1 + odds)
        return found

    def threat(self, role: str, reader: str) -> float:
        """How much a player has voted against those whom a reader knows as wolves, from 0 to 1."""
        hits = [each for _day, voter, each in self.cast.value if voter == role and each != NOBODY_NAMED]
        return min(1.0, len([each for each in hits if self.knows(reader, each)]) / 2)

    def aim(self, role: str) -> float:
        """How well chosen the name is that a role has laid down, from -1 to 1; 0 for none."""
        if not len(self.named[role]) or not self.named[role][0].seen_by(role) or not self.named[role][0].face_down:
            return 0.0
        named = self.named[role][0].face
        if named == NOBODY_NAMED:
            return 0.0
        character = self.character(role)
        if character == WOLF:
            return -1.0 if self.knows(role, named) else 0.5 + 0.5 * self.threat(named, role)
        suspected = self.suspicion(role)
        chance = suspected[named]
        if self.state == "Night" and character == "healer":
            return max(0.3 * (named == role), self.threat(named, role)) - (chance if named != role else 0.0)
        if self.state == "Night" and character == "seer" and self.knows(role, named) is not None:
            return -1.0
        others = [worth for each, worth in suspected.items() if each != role]
        return 0.02 + chance - sum(others, 0.0) / max(1, len(others))

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> World:
        """The cards, and what was named in each night and at each vote, so that all that the role knows has happened."""
        return History(self, role, view).world(rng)

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 for what was supposed, and where nothing was; else 0."""
        world: World = view["supposed"]
        night, day = self.night.value, self.day.value
        if move.role != CHANCE:
            names = world.nights.get(night) if self.state == "Night" else world.days.get(day)
            named = (names or {}).get(move.role)
            return float(named is None or named == (move.words[0] if move.words else NOBODY_NAMED))
        if move.action == "draw":
            seat = next(each for each in self.roles if not len(self.cards[each]))
            return float(move.words[0] == world.characters[seat])
        fallen = world.taken.get(night) if self.state == "Night" else world.gone.get(day)
        return float(fallen is None or fallen == move.words[0])


@cache
def odds_of_wolves(players: int, wolves: int, day: bool) -> float:
    """The probability that the wolves win if all play at random, with no seer and no healer; before a vote or before a night.

    >>> round(odds_of_wolves(5, 1, True), 9) == round((4 * 2) / (5 * 3 * 1), 9)
    True
    """
    if wolves == 0:
        return 0.0
    if 2 * wolves >= players:
        return 1.0
    if not day:
        return odds_of_wolves(players - 1, wolves, True)
    hit = wolves / players
    return hit * odds_of_wolves(players - 1, wolves - 1, False) + (1 - hit) * odds_of_wolves(players - 1, wolves, False)
