"""A law about estimates: an author's estimate is on the scale of a finished game's returns.

estimate   a game's estimate for a role is a number on the scale of its returns: from -1 to 1 by default, and for a game
           with ``utility`` equal to it at the end, also where chance is to answer, as in a deal; and it depends only on the
           role's information: it is equal in two games that the role cannot distinguish
"""

from __future__ import annotations

from math import isclose, isfinite
from random import Random
from typing import Any

from rondel.engine import CHANCE, Game
from rondel.testing.law import BrokenLaw, Make, NotTried, at
from rondel.testing.laws.secrecy import announced
from rondel.testing.pair import begun, known, step
from rondel.testing.play import walk


def estimate(make: Make, random: Random, plies: int) -> None:
    """Estimates are on the scale of returns, and reveal nothing to a role; `NotTried` for a game without estimates."""
    game = make()
    if type(game).estimate is Game.estimate:
        raise NotTried("the game estimates nothing")
    for ply, move in enumerate(walk(game, random, plies)):
        _on_scale(game, at(game, ply, move))
        game.push(move)
    if game.is_over:
        _on_scale(game, f"at the end of {game.name}")
    _of_what_is_known(make, random, plies)


def _on_scale(game: Game, where: str) -> None:
    own = type(game).utility is not Game.utility
    for role in game.roles:
        found: Any = game.estimate(role)  # an author's function may return any value
        if found is None:
            continue
        if isinstance(found, bool) or not isinstance(found, int | float) or not isfinite(found):
            raise BrokenLaw(f"law 'estimate' is broken {where}: it is {found!r} for {role}; it is a number, or None")
        if not own and not -1 <= found <= 1:
            raise BrokenLaw(
                f"law 'estimate' is broken {where}: it is {found!r} for {role}; a win is worth 1 and a loss -1, and no "
                "position is better or worse, unless the game says by utility what it is worth"
            )
        if own and game.is_over and not isclose(found, game.returns[role], abs_tol=1e-9):
            raise BrokenLaw(
                f"law 'estimate' is broken {where}: it is {found!r} for {role}, and the game is worth {game.returns[role]!r}; "
                "where a game says by utility what it is worth, an estimate says how much of that is to be expected"
            )


def _of_what_is_known(make: Make, random: Random, plies: int) -> None:
    """In two games that a role cannot distinguish, the estimates for it are equal."""
    one, other = begun(make()), begun(make())
    role = random.choice(one.roles)
    for _ply in range(plies):
        if not step(one, other, role, random) or announced(one, other, role, 0):
            return
        if CHANCE in one.active:
            _on_scale(one, f"in state {one.state!r} of {one.name}, where chance is to answer: a search may end there")
            continue
        if known(one, role) != known(other, role):
            continue
        mine, its = one.estimate(role), other.estimate(role)
        if mine != its:
            raise BrokenLaw(
                f"law 'estimate' is broken in state {one.state!r} of {one.name}, where {role} cannot tell two games apart: "
                f"it is {mine!r} in one and {its!r} in the other; it is made of what {role} may see"
            )
