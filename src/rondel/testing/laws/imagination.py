"""A law about determinization: it uses a role's information state and nothing else.

imagination   at every moment a determinization with a whole history exists: replayed from its
              record, it gives the role the same information; equal seeds give equal games, also from two real games that the
              role cannot distinguish; and the real game is unchanged

A game without such histories declares ``facts = Facts(imagined="view")``: then a determinization need only agree with
the role's present view, and finding none is not a fault.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from rondel.engine import CHANCE, Game
from rondel.engine.records import record
from rondel.errors import HiddenInformation
from rondel.testing.law import BrokenLaw, Make, NotTried, at, same
from rondel.testing.laws.secrecy import announced
from rondel.testing.pair import begun, known, step
from rondel.testing.play import face, walk

REACH: Final = 40
"""Within how many plies a role imagines for the second time; once is at the very start, and once anywhere."""
DECLARED: Final = 'facts = Facts(imagined="view")'
PAIRED: Final = 30
"""How many plies a pair of games is followed."""


def imagination(make: Make, random: Random, plies: int) -> None:
    """Determinizations depend only on a role's information."""
    game = make()
    tried = False
    moments = {random.randrange(3), random.randrange(min(plies, REACH)), random.randrange(plies)}
    for ply, move in enumerate(walk(game, random, plies)):
        if ply > max(moments):
            break
        if ply in moments:
            role = random.choice(game.roles)
            tried = _imagined(game, role, random.randrange(2**32), f"{at(game, ply, move)}, imagined by {role}") or tried
        game.push(move)
    if game.is_over:
        tried = _imagined(game, random.choice(game.roles), random.randrange(2**32), f"at the end of {game.name}") or tried
    tried = _pair(make, random) or tried
    if not tried:
        raise NotTried("no role could imagine this game")


def _imagined(game: Game, role: str, seed: int, where: str) -> bool:
    """Imagine twice, and compare; whether it could be imagined. Raises `BrokenLaw` where it could not be, and that is not
    declared."""
    bound = game.facts is None or game.facts.imagined != "view"
    before = (face(game), game.record(), len(game._journal.entries))
    try:
        imagined = game.imagine(role, seed)
    except HiddenInformation as error:
        if bound:
            raise BrokenLaw(f"law 'imagination' is broken {where}: {error}; or declare {DECLARED}") from error
        return False
    again = game.imagine(role, seed)
    same("imagination", f"{where}: the real game is touched", before, (face(game), game.record(), len(game._journal.entries)))
    same("imagination", f"{where} twice", _whole(imagined), _whole(again))
    fits = imagined.consistent == "history"
    if bound and not fits:
        raise BrokenLaw(
            f"law 'imagination' is broken {where}: a game is imagined that only shows what is seen now; suppose and plausible "
            f"of the game help to find one with the whole history; or declare {DECLARED}"
        )
    # Where only the present is imagined, the tokens have come into sight in another order, and are numbered by that.
    views = [view if fits else _unnumbered(view) for view in (game.view(role), imagined.view(role))]
    same("imagination", f"{where}: what it sees", views[0], views[1])
    if fits:
        lived = record.replay(type(imagined), imagined.record(), seed)
        if lived.information_state(role).stream != game.information_state(role).stream:
            raise BrokenLaw(f"law 'imagination' is broken {where}: it is to fit the history, and the role knows otherwise")
        same("imagination", f"{where}, replayed", repr(imagined.key()), repr(lived.key()))
    if not imagined.is_over:
        mover = imagined.active[0]
        imagined.push(imagined.moves(mover)[0])
        after = (face(game), game.record(), len(game._journal.entries))
        same("imagination", f"{where}: the real game is touched", before, after)
    return True


def _pair(make: Make, random: Random) -> bool:
    """Two real games that a role cannot distinguish give equal determinizations; returns whether a pair was found."""
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
    """All data of a determinization, for comparison as bytes."""
    return [repr(game.key()), json.dumps(game.snapshot()), json.dumps(game.record())]
