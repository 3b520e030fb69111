"""Laws about the list of moves: it is correct and complete.

moves     every active role has distinct moves; each listed move can be pushed; no role has moves after the end
refusal   an unlisted input is refused, by an `AnswerError` (for anything but a text, possibly a `TypeError`), without effect
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from rondel.engine import Game
from rondel.errors import AnswerError, RondelError, UnknownRole
from rondel.testing.law import BrokenLaw, Make, at, same
from rondel.testing.play import face, further, readers, silent, told, walk

TRIED: Final = 12
"""How many of the listed moves are pushed at each ply."""


def moves(make: Make, random: Random, plies: int) -> None:
    """Every active role has moves with distinct texts; each can be pushed. No role has moves after the end."""
    game = make()
    for ply, move in enumerate(walk(game, random, plies)):
        for role in game.roles:
            listed = game.moves(role)
            texts = [str(each) for each in listed]
            if len(set(texts)) != len(texts):
                twice = next(each for each in texts if texts.count(each) > 1)
                raise BrokenLaw(f"law 'moves' is broken {at(game, ply, move)}: {twice!r} is listed twice for {role}")
            odd = [str(each) for each in listed if each.role != role]
            if odd or (role in game.active and not texts):
                raise BrokenLaw(f"law 'moves' is broken {at(game, ply, move)}: {role} may play {odd or 'nothing'}")
            for text in random.sample(texts, min(TRIED, len(texts))):
                _pushes(game, text, role, at(game, ply, text))
        game.push(str(move), move.role)
    if game.is_over:
        left = [role for role in game.roles if game.moves(role)]
        if left or game.active:
            raise BrokenLaw(f"law 'moves' is broken at the end of {game.name}: {left or game.active} may still play")


def _pushes(game: Game, text: str, role: str, where: str) -> None:
    """A listed move is pushed, then popped. Errors of the rules pass through."""
    try:
        game.push(text, role)
    except RondelError as error:
        raise BrokenLaw(f"law 'moves' is broken {where}: it is listed for {role}, but: {error}") from error
    game.pop()


def refusal(make: Make, random: Random, plies: int) -> None:
    """An unlisted input is refused, and changes nothing."""
    game = make()
    heard = dict.fromkeys(readers(game), 0)
    seen: list[str] = []
    for ply, move in enumerate(walk(game, random, plies)):
        where = at(game, ply, move)
        seen.append(str(move))
        heard = further(heard, told(game, heard))
        before = (face(game), game.record())
        listed = [str(each) for each in game.moves(move.role)]
        for text in nonsense(random.choice(listed), random.choice(seen), random):
            if text not in listed:
                _refused(game, text, move.role, where)
        for role in game.roles:
            if role not in game.active and not game.moves(role):
                _refused(game, str(move), role, where)
        _refused(game, str(move), "nobody", where)
        same("refusal", where, before, (face(game), game.record()))
        silent("refusal", where, game, heard)
        game.push(move)
    if game.is_over:
        before = (face(game), game.record())
        for text in seen[-3:]:
            _refused(game, text, random.choice(game.roles), f"at the end of {game.name}")
        same("refusal", f"at the end of {game.name}", before, (face(game), game.record()))


def nonsense(listed: str, seen: str, random: Random) -> list[Any]:
    """Inputs more or less similar to moves, and inputs that are not texts."""
    spot = random.randrange(len(listed))
    letter = random.choice("abcxyz019(),@ \u00e9\u2603\x00")
    return [
        seen,
        listed[:spot] + letter + listed[spot + 1 :],
        listed[:spot],
        listed + random.choice("() ,x"),
        listed.upper(),
        "",
        "@undo",
        letter * random.randrange(1, 2000),
        *random.sample([None, 7, 2.5, True, b"a1", [listed], {"move": listed}, (listed,), object()], 3),
    ]


def _refused(game: Game, text: Any, role: str, where: str) -> None:
    try:
        game.push(text, role)
    except (AnswerError, UnknownRole):
        return
    except TypeError:
        # The compiled engine checks the types of its arguments before it runs.
        if not isinstance(text, str):
            return
        raise
    raise BrokenLaw(f"law 'refusal' is broken {where}: {text!r} by {role} was not refused")
