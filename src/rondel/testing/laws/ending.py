"""Laws about the end: every game ends, also when players leave.

end      random play ends, within the length the game declares, and no player gets stuck
zombie   from every position, with any players absent, the game ends too
"""

from __future__ import annotations

from random import Random
from typing import Final

from rondel.engine import CHANCE, Game
from rondel.testing.law import BrokenLaw, Make, NotTried, at
from rondel.testing.play import walk

BOUND: Final = 5_000
"""How many answers a game may take that does not declare its length."""
LEAVES: Final = 3
"""How many times in a game players leave, for `zombie`."""


def bound(game: Game) -> int:
    """How many answers of players a game may take: as it declares, else `BOUND`."""
    most = game.facts.length[1] if game.facts is not None and game.facts.length is not None else None
    return BOUND if most is None else most


def declared_open(game: Game) -> bool:
    """Whether a game declares an unlimited length."""
    return game.facts is not None and game.facts.length is not None and game.facts.length[1] is None


def end(make: Make, random: Random, plies: int) -> None:
    """Random play ends within the number of answers the game declares; `NotTried` for a game without a bound."""
    game = make()
    count = 0
    while not game.is_over:
        if count >= bound(game):
            _endless(game, "end", f"of {game.name}", count)
        role = random.choice(game.active)
        game.push(random.choice(game.moves(role)))
        count += role != CHANCE


def _endless(game: Game, law: str, where: str, count: int) -> None:
    if declared_open(game):
        raise NotTried(f"a game had not ended after {count} answers, which its facts allow")
    if bound(game) != BOUND or (game.facts is not None and game.facts.length is not None):
        raise BrokenLaw(f"law {law!r} is broken {where}: it is not over after {count} answers, the most that its facts allow")
    raise BrokenLaw(
        f"law {law!r} is broken {where}: it is not over after {count} answers; a game that may go on for any time says so, "
        "facts = Facts(length=(1, None))"
    )


def zombie(make: Make, random: Random, plies: int) -> None:
    """From some positions of a game, with some of its players absent, the game ends."""
    game = make()
    leaves = [0, *(random.randrange(min(plies, 60)) for _each in range(LEAVES - 1))]
    for ply, move in enumerate(walk(game, random, plies)):
        if ply in leaves:
            absent = random.sample(game.roles, random.randrange(1, len(game.roles) + 1))
            _left(game.copy(), absent if ply else list(game.roles), random, at(game, ply, move))
        if ply > max(leaves):
            return
        game.push(move)


def _left(game: Game, absent: list[str], random: Random, where: str) -> None:
    """Play to the end; an absent player's move must be legal, or the push raises."""
    most = 2 * bound(game)
    for _count in range(most):
        if game.is_over:
            return
        role = random.choice(game.active)
        move = game.zombie_move(role) if role in absent else random.choice(game.moves(role))
        listed = [str(each) for each in game.moves(role)]
        if str(move) not in listed:
            played = f"for {role}, who is absent, {str(move)!r} is played, which is illegal"
            raise BrokenLaw(f"law 'zombie' is broken {where}: {played}")
        game.push(str(move), role)
    if declared_open(game):
        return
    raise BrokenLaw(f"law 'zombie' is broken {where}: without {', '.join(absent)} it is not over after {most} answers")
