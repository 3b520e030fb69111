"""Dealt cards: what a player knows of one deal of cards to hands, and random deals that agree with it.

For `Game.suppose` in games of cards: everybody sees the cards that are played, and a player who does not follow suit has none
of that suit.

>>> deal = DealtCards({"north": 1, "south": 1}, ["2C", "AC", "AS"])
>>> deal.hold("north", ["2C"])
>>> deal.lacks("south", ["AS"])
>>> deal.sample(SeededRandom(1)) is None  # three cards, and two places
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rondel.engine.chance.deal_sampler import allot
from rondel.engine.chance.seeded_random import SeededRandom


class DealtCards:
    """The known cards of one deal. ``rooms`` is the number of cards dealt to each place, a role or a pile; ``pack`` has all
    cards, which must be different.

    >>> deal = DealtCards({"north": 1, "south": 1}, ["2C", "AC"])
    >>> deal.hold("north", ["2C"])
    >>> deal.sample(SeededRandom(1))
    {'2C': 'north', 'AC': 'south'}
    """

    def __init__(self, rooms: Mapping[str, int], pack: Sequence[str]) -> None:
        self.held: dict[str, set[str]] = {place: set() for place in rooms}
        """The cards that each place is known to have been dealt."""
        self._rooms = dict(rooms)
        self._pack = tuple(pack)
        self._lacking: dict[str, set[str]] = {place: set() for place in rooms}

    def hold(self, place: str, faces: Iterable[str]) -> None:
        """These cards were dealt to a place."""
        self.held[place].update(faces)

    def lacks(self, place: str, faces: Iterable[str]) -> None:
        """A place has none of these cards, except those that it is known to hold."""
        self._lacking[place].update(faces)

    def sample(self, rng: SeededRandom) -> dict[str, str] | None:
        """The place of each card in a random deal; None if no deal agrees with what is known. All deals are equally likely."""
        dealt = {face: place for place, faces in self.held.items() for face in faces}
        unknown = [face for face in self._pack if face not in dealt]
        room = [count - len(self.held[place]) for place, count in self._rooms.items()]
        places = list(self._rooms)
        may = [sum([1 << at for at, each in enumerate(places) if face not in self._lacking[each]]) for face in unknown]
        found = allot(may, room, rng) if min(room) >= 0 else None
        if found is None:
            return None
        sampled = {face: places[at] for face, at in zip(unknown, found, strict=True)}
        return {face: dealt.get(face) or sampled[face] for face in self._pack}


def rounds_told(told: Iterable[Mapping[str, Any]], end: str) -> list[list[Mapping[str, Any]]]:
    """The events of each round, without those that were taken back; the event named ``end`` ends a round, and the last round
    may have none yet."""
    kept: list[Mapping[str, Any]] = []
    for event in told:
        if event["name"] == "undo":
            kept = [each for each in kept if each["number"] < event["args"]["since"]]
        else:
            kept.append(event)
    rounds: list[list[Mapping[str, Any]]] = [[]]
    for event in kept:
        if event["name"] == end:
            rounds.append([])
        else:
            rounds[-1].append(event)
    return rounds
