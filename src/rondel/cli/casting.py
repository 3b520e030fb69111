"""Casting: the person or the bot for each role of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import rondel
from rondel.engine.play.in_progress import all_open
from rondel.errors import BadOption, UnknownRole

NOBODY: Final = "none"
PERSON: Final = "person"
HUMAN: Final = "human"
"""Another word for a person, which is understood too."""
USUAL: Final = "level:3"


def usual(game: rondel.Game) -> str:
    """The default bot, which can play any game.

    >>> usual(rondel.new("reversi"))
    'level:3'
    """
    from rondel.players.bots.ladders import LADDERS

    return "random" if hides(game) and game.name not in LADDERS else USUAL


def seats_of(kind: type[rondel.Game]) -> int:
    """The usual number of seats of a game.

    >>> seats_of(rondel.find("yacht")), seats_of(rondel.find("hearts"))
    (2, 4)
    """
    most = len(kind.seats)
    return kind.showcase.usual(kind.fewest or most, most)


def cast(roles: Sequence[str], role: str, against: str) -> dict[str, str]:
    """The player of each role: ``"person"`` or a bot.

    >>> cast(("black", "white"), "white", "mcts:500")
    {'black': 'mcts:500', 'white': 'person'}
    >>> cast(("black", "white"), "none", "greedy,random")
    {'black': 'greedy', 'white': 'random'}
    """
    if role and role not in (*roles, NOBODY):
        raise UnknownRole(f"unknown role {role!r}: this game has {', '.join(map(repr, roles))}, or 'none' to watch")
    own = role or roles[0]
    others = [each for each in roles if each != own]
    specs = [PERSON if spec.strip() == HUMAN else spec.strip() for spec in against.split(",")]
    if len(specs) == 1:
        specs *= len(others)
    if len(specs) != len(others):
        roles_left = f"{len(others)} role{'' if len(others) == 1 else 's'} ({', '.join(others)})"
        raise BadOption(f"--against names {len(specs)} players for {roles_left}: name one, or one each")
    found = dict(zip(others, specs, strict=True))
    return {each: found.get(each, PERSON) for each in roles}


def hides(game: rondel.Game) -> bool:
    """Whether anything in it is hidden from a player."""
    return not all_open(game)
