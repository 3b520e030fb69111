"""Random play, and the compared outputs: everything a game shows to the referee and to each role."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from rondel.engine import OBSERVER, Game, Move
from rondel.engine.chance.chance import EXPLICIT
from rondel.testing.law import PLIES, Make, same

OUT_OF_TURN: Final = 0.1
"""The chance that `walk` considers an inactive role, which may answer out of turn or change its answer."""


def readers(game: Game) -> tuple[str, ...]:
    """All readers: the roles and the observer."""
    return (*game.roles, OBSERVER)


def face(game: Game) -> dict[str, Any]:
    """All that can be seen of a game now, by the referee and by everybody."""
    return {
        "key": game.key(),
        "state": game.state,
        "active": game.active,
        "over": game.is_over,
        "scores": game.scores,
        "returns": game.returns,
        "winners": game.winners,
        "progress": game.progress,
        "views": {role: game.view(role) for role in readers(game)},
    }


def told(game: Game, since: dict[str, int] | None = None) -> dict[str, Any]:
    """The events of each role, from number ``since`` of its stream on; all of them by default."""
    return {role: game.events(since[role] if since else 0, role) for role in readers(game)}


def further(since: dict[str, int], news: dict[str, Any]) -> dict[str, int]:
    """The next number of each role's stream after these events."""
    return {role: number + len(news[role]) for role, number in since.items()}


def silent(law: str, where: str, game: Game, heard: dict[str, int]) -> None:
    """Raises `BrokenLaw` if more has been told than was heard."""
    same(law, where, {role: [] for role in heard}, told(game, heard))


def pick(game: Game, random: Random) -> Move:
    """A random move of a random active role; now and then of an inactive role that may answer."""
    if random.random() < OUT_OF_TURN:
        others = [moves for role in game.roles if role not in game.active and (moves := game.moves(role))]
        if others:
            return random.choice(random.choice(others))
    return random.choice(game.moves(random.choice(game.active)))


def sometimes_explicit(make: Make, random: Random) -> Game:
    """A game to play; in half of them chance is asked from now on like any other role."""
    game = make()
    if random.random() < 0.5:
        game._machine.chance.mode = EXPLICIT
    return game


def take_back(game: Game, random: Random) -> None:
    """Let a random role take back an answer, or its whole turn, if it may, alone or agreed."""
    role, agreed, turn = random.choice(game.roles), random.random() < 0.5, random.random() < 0.2
    if game.may_undo(role, agreed=agreed, turn=turn):
        game.undo(role, agreed=agreed, turn=turn)


def walk(game: Game, random: Random, plies: int = PLIES) -> Iterator[Move]:
    """Random moves until the game is over; the caller pushes each before it takes the next.

    >>> import rondel
    >>> game = rondel.new("tic_tac_toe")
    >>> for move in walk(game, Random(1)):
    ...     game.push(move)
    >>> game.is_over
    True
    """
    for _ply in range(plies):
        if game.is_over:
            return
        yield pick(game, random)
