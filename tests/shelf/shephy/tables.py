"""Tables of Shephy in the middle of a game, for the tests of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import rondel
from rondel.engine import Game
from rondel.shelf.shephy.cards import COPIES, RANKS


def table(
    field: Sequence[int],
    hand: Sequence[str] = (),
    *,
    deck: Sequence[str] = (),
    discard: Sequence[str] = (),
    exile: Sequence[str] = (),
    enemy: int = 1,
    state: str = "PlayCard",
    seed: int = 1,
    **options: Any,
) -> Game:
    """A game with these sheep in the field, the other sheep in stock, and these cards where they are said to be."""
    containers: dict[str, list[dict[str, str]]] = {
        f"stock_{rank}": [{"kind": "sheep", "face": str(rank)}] * (COPIES - list(field).count(rank)) for rank in RANKS
    }
    containers["field"] = [{"kind": "sheep", "face": str(rank)} for rank in sorted(field)]
    for name, cards in (("hand_shepherd", hand), ("deck", deck), ("discard", discard), ("exile", exile)):
        containers[name] = [{"kind": "event", "face": card} for card in cards]
    position = {"state": state, "props": {"enemy": enemy}, "containers": containers}
    return rondel.new("shephy", seed=seed, options=options, position=position)


def after(game: Game, *moves: str) -> Game:
    """The same game after those moves."""
    for move in moves:
        game.push(move)
    return game


def faces(game: Game, name: str) -> list[str]:
    """What lies in a container, as the shepherd sees it."""
    return [token["face"] for token in game.view("shepherd")["containers"][name]["tokens"]]


def field(game: Game) -> list[int]:
    """The ranks in the field, lowest first."""
    return sorted(map(int, faces(game, "field")))


def offered(game: Game) -> list[str]:
    """The moves of the shepherd as text."""
    return [str(move) for move in game.moves()]


def told(game: Game) -> list[str]:
    """The names of what has been told."""
    return [event["name"] for event in game.events(0, "shepherd")]


PLACES = ("deck", "hand_shepherd", "discard", "exile")
"""Where an event card may be."""


def counts(game: Game) -> tuple[int, ...]:
    """How many cards are in deck, hand, discard and exile."""
    return tuple(len(faces(game, name)) for name in PLACES)
