"""How games are soon over: short options, and whole games of those in which nothing is left to chance, written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SHORT: dict[str, dict[str, Any]] = {
    "amazons": {"size": 6},
    "breakthrough": {"size": 5},
    "battleship": {"size": 8, "fleet": "small"},
    "banqi": {"patience": 10},
    "cant_stop": {"goal": 1},
    "corridors": {"size": 5, "walls": 4},
    "crazy_eights": {"one_deal": True},
    "dots_and_boxes": {"rows": 2, "columns": 2},
    "fireworks": {"colours": 2, "lives": 1},
    "gin_rummy": {"one_deal": True},
    "harvest_wheel": {"rounds": 2},
    "hearts": {"target": 1},
    "hex": {"size": 3},
    "kuhn_poker": {"hands": 2},
    "leduc_poker": {"hands": 2},
    "liars_dice": {"dice": 2},
    "reversi": {"size": 4},
    "seed_swap": {"seasons": 1},
    "skat": {"deals": 1},
    "solitaire": {"draw": 3, "passes": 1},
    "spades": {"target": 1, "mercy": -1},
    "swarm": {"limit": 16},
    "texas_holdem": {"hands": 2},
    "y": {"size": 3},
}
"""Options with which a game does not last long."""
PREFERRED = {"cant_stop": '.answers [aria-label="Stop"]'}
"""What is answered wherever it is offered, so that it is over sooner."""


@dataclass(frozen=True)
class Script:
    """A game: how it is set up, and who answers what, in order."""

    options: Mapping[str, Any]
    moves: tuple[tuple[str, str], ...]


def turns(first: str, second: str, *moves: str) -> tuple[tuple[str, str], ...]:
    """Moves of two roles by turns."""
    return tuple([((first, second)[number % 2], move) for number, move in enumerate(moves)])


def fleet(role: str) -> tuple[tuple[str, str], ...]:
    """The small fleet in the corner."""
    return tuple([(role, move) for move in ("place(a1,c1)", "place(a2,b2)", "place(a3,a3)", "ready")])


SCRIPTS = {
    "battleship": Script(
        {"size": 8, "fleet": "small"},
        fleet("red")
        + fleet("blue")
        + turns(
            *("red", "blue"),
            *("fire(a1)", "fire(h8)", "fire(b1)", "fire(g8)", "fire(c1)", "fire(a1)"),
            *("fire(a2)", "fire(f8)", "fire(b2)", "fire(e8)", "fire(a3)"),
        ),
    ),
    "chess": Script({}, turns("white", "black", "move(f2,f3)", "move(e7,e5)", "move(g2,g4)", "move(d8,h4)")),
    "gomoku": Script(
        {},
        turns(
            *("black", "white"),
            *(
                "place(h8)",
                "place(h9)",
                "place(i8)",
                "place(i9)",
                "place(j8)",
                "place(j9)",
                "place(k8)",
                "place(k9)",
                "place(l8)",
            ),
        ),
    ),
    "nine_mens_morris": Script(
        {},
        (
            *turns("white", "black", "place(b4)", "place(e5)", "place(b6)", "place(a4)", "place(b2)"),
            ("white", "take(a4)"),
            *turns("black", "white", "place(c4)", "place(f6)", "place(d5)", "place(d6)"),
            ("white", "take(e5)"),
            *turns("black", "white", "place(a1)", "place(f2)", "place(c5)", "place(f4)"),
            ("white", "take(d5)"),
            *turns("black", "white", "place(d3)", "place(d2)"),
            ("white", "take(c5)"),
            *turns("black", "white", "place(e4)", "place(d7)", "place(e3)", "move(d6,d5)", "move(a1,a4)", "move(f6,d6)"),
            ("white", "take(e4)"),
            *turns("black", "white", "move(d3,c3)", "move(d6,f6)"),
            ("white", "take(c4)"),
            *turns("black", "white", "move(a4,a1)", "move(b6,d6)"),
            ("white", "take(e3)"),
        ),
    ),
    "stones": Script(
        {"rows": 3, "columns": 3},
        turns("jade", "garnet", "move(a1,b2)", "move(a3,b2)", "move(b1,c2)", "move(b2,c1)", "move(c2,c3)", "move(b3,c3)"),
    ),
}
"""Battleship: six hits and a ship more or less; chess: fool's mate; Nine Men's Morris: seven mills of white's."""
