"""Battles with placed fleets, and their visible parts."""

from __future__ import annotations

from typing import Any

import rondel
from rondel.engine import OBSERVER, Game

CLASSIC = ("a1,e1", "a2,d2", "a3,c3", "a4,c4", "a5,b5")
"""Carrier, battleship, cruiser, submarine and destroyer in the upper left corner."""
SMALL = ("a1,c1", "a2,b2", "a3,a3")


def place(game: Game, role: str, berths: tuple[str, ...], *, ready: bool = True) -> None:
    for ends in berths:
        game.push(f"place({ends})", role)
    if ready:
        game.push("ready", role)


def battle(**options: Any) -> Game:
    """A battle of small fleets, both in the upper left corner."""
    game = rondel.new("battleship", options={"size": 8, "fleet": "small", **options})
    for role in game.roles:
        place(game, role, SMALL)
    return game


def fire(game: Game, *cells: str) -> None:
    for cell in cells:
        game.push(f"fire({cell})")


def seen(game: Game, reader: str, container: str) -> dict[str, str]:
    """What lies where, by face; raises `KeyError` if the reader sees nothing of the container."""
    return {token["at"]: token["face"] for token in game.view(reader)["containers"][container]["tokens"]}


def waiting(game: Game) -> list[str]:
    return list(game.active)


def news(game: Game, reader: str = OBSERVER) -> list[str]:
    return [event["name"] for event in game.events(0, reader)]
