"""A law about imagining: what a role imagines comes from what it knows, and from nothing else.

imagination   an imagined game shows the role what the real one does; equal seeds imagine equal games, also from two real
              games that the role cannot tell apart; the real game is not touched; and where the imagined one says that it
              fits the whole history, the role knows the same in it
"""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from rondel.engine import CHANCE, Game
from rondel.errors import HiddenInformation
from rondel.testing.law import BrokenLaw, Make, NotTried, at, same
from rondel.testing.pair import begun, known, step
from rondel.testing.play import face, walk
from rondel.testing.secrecy import announced

TIMES: Final = 2
"""How many times in a game a role imagines: it may have to live through the whole history."""
REACH: Final = 40
"""Within how many plies the last time is."""
PAIRED: Final = 30
"""How many plies a pair of games is followed."""


def imagination(make: Make, random: Random, plies: int) -> None:
    """Imagined games are made of what a role knows."""
    game = make()
    tried = False
    moments = {random.randrange(3), *(random.randrange(min(plies, REACH)) for _each in range(TIMES - 1))}
    for ply, move in enumerate(walk(game, random, plies)):
        if ply > max(moments):
            break
        if ply in moments:
            role = random.choice(game.roles)
            tried = _imagined(game, role, random.randrange(2**32), f"{at(game, ply, move)}, imagined by {role}") or tried
        game.push(move)
    tried = _pair(make, random) or tried
    if not tried:
        raise NotTried("no role could imagine this game")


def _imagined(game: Game, role: str, seed: int, where: str) -> bool:
    """Imagine twice, and compare; whether it could be imagined."""
    before = (face(game), game.record(), len(game._journal.entries))
    try:
        imagined = game.imagine(role, seed)
    except HiddenInformation:
        return False
    again = game.imagine(role, seed)
    same("imagination", f"{where}: the real game is touched", before, (face(game), game.record(), len(game._journal.entries)))
    same("imagination", f"{where} twice", _whole(imagined), _whole(again))
    fits = imagined.consistent == "history"
    # Where only the present is imagined, the tokens have come into sight in another order, and are numbered by that.
    views = [view if fits else _unnumbered(view) for view in (game.view(role), imagined.view(role))]
    same("imagination", f"{where}: what it sees", views[0], views[1])
    if fits and imagined.information_state(role) != game.information_state(role):
        raise BrokenLaw(f"law 'imagination' is broken {where}: it is to fit the history, and the role knows otherwise")
    if not imagined.is_over:
        mover = imagined.active[0]
        imagined.push(imagined.moves(mover)[0])
        after = (face(game), game.record(), len(game._journal.entries))
        same("imagination", f"{where}: the real game is touched", before, after)
    return True


def _pair(make: Make, random: Random) -> bool:
    """From two real games that a role cannot tell apart it imagines the same; whether that could be tried."""
    one, other = begun(make()), begun(make())
    role = random.choice(one.roles)
    for _ply in range(PAIRED):
        if not step(one, other, role, random) or announced(one, other, role, 0):
            break
    if CHANCE in one.active or one.key() == other.key() or known(one, role) != known(other, role):
        return False
    if announced(one, other, role, 0):
        return False
    where = f"in state {one.state!r} of {one.name}, where {role} cannot tell two games apart"
    if one.information_state(role) != other.information_state(role):
        raise BrokenLaw(f"law 'imagination' is broken {where}: their information states differ", played=_answers(one))
    seed = random.randrange(2**32)
    try:
        imagined = one.imagine(role, seed)
    except HiddenInformation:
        return False
    same("imagination", f"{where}, imagined from either", _whole(imagined), _whole(other.imagine(role, seed)))
    return True


def _unnumbered(data: Any) -> Any:
    """A view without the numbers of its tokens."""
    if isinstance(data, dict):
        return {name: _unnumbered(each) for name, each in data.items() if not (name == "id" and "kind" in data)}
    return [_unnumbered(each) for each in data] if isinstance(data, list) else data


def _answers(game: Game) -> list[tuple[str, str]]:
    return [(role, text) for role, text in game.record()["answers"]]


def _whole(game: Game) -> Any:
    """All there is to an imagined game, as bytes would have it."""
    return [repr(game.key()), json.dumps(game.snapshot()), json.dumps(game.record())]
