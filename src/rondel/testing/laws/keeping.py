"""Laws about undo and storage: popping, recording, storing and copying preserve a game.

pop       a push, taken back, leaves the position and every view as they were, at every ply and all the way back
record    a record replays to the same position and views, also from JSON, with any undos and any source of
          chance
snapshot  a restored snapshot equals the game, and continues like it
copy      a copy is equal to its original and independent of it
"""

from __future__ import annotations

import json
from random import Random
from typing import Final

from rondel.engine import Game
from rondel.engine.checks.attribute_guard import loose
from rondel.engine.records import record as records
from rondel.testing.law import BrokenLaw, Make, at, same
from rondel.testing.play import face, further, readers, silent, sometimes_explicit, take_back, told, walk

BACK: Final = 0.2
"""The chance of an undo after an answer, in the law of records."""


def pop(make: Make, random: Random, plies: int) -> None:
    """Every push can be taken back exactly, at once and all the way."""
    game = make()
    heard = [further(dict.fromkeys(readers(game), 0), told(game))]
    before = [face(game)]
    played: list[str] = []
    for move in walk(game, random, plies):
        where = at(game, len(played), move)
        game.push(move)
        after, news = face(game), told(game, heard[-1])
        game.pop()
        same("pop", where, before[-1], face(game))
        silent("pop", where, game, heard[-1])
        game.push(str(move), move.role)
        same("pop", f"{where}, pushed again", after, face(game))
        same("pop", f"{where}, pushed again", news, told(game, heard[-1]))
        before.append(after)
        heard.append(further(heard[-1], news))
        played.append(str(move))
    while played:
        text = played.pop()
        before.pop()
        heard.pop()
        game.pop()
        where = f"on the way back, {at(game, len(played), text)}"
        same("pop", where, before[-1], face(game))
        silent("pop", where, game, heard[-1])


def record(make: Make, random: Random, plies: int) -> None:
    """A record replays to the same position and the same events."""
    game = sometimes_explicit(make, random)
    stop = random.randrange(20)
    for ply, move in enumerate(walk(game, random, plies)):
        if ply == stop:
            _replays(game, at(game, ply, move))
        game.push(move)
        if random.random() < BACK:
            take_back(game, random)
    _replays(game, f"at the end of {game.name}")


def _replays(game: Game, where: str) -> None:
    kept = json.loads(json.dumps(game.record()))
    again = records.replay(type(game), kept, None)
    same("record", where, face(game), face(again))
    same("record", where, told(game), told(again))
    same("record", where, kept, again.record())


def snapshot(make: Make, random: Random, plies: int) -> None:
    """A restored snapshot has the same position, and continues like the game."""
    game = make()
    restored = None
    stop = random.randrange(20)
    for ply, move in enumerate(walk(game, random, plies)):
        where = at(game, ply, move)
        if ply % 20 == stop:
            restored = records.restore(type(game), json.loads(json.dumps(game.snapshot())))
        if restored is not None:
            same("snapshot", where, face(game), face(restored))
            restored.push(str(move), move.role)
        game.push(move)
    again = records.restore(type(game), json.loads(json.dumps(game.snapshot())))
    same("snapshot", f"at the end of {game.name}", face(game), face(again))
    same("snapshot", f"at the end of {game.name}", game.record(), again.record())


def copy(make: Make, random: Random, plies: int) -> None:
    """A copy is equal to its original, and changes of one do not affect the other."""
    game = make()
    for ply, move in enumerate(walk(game, random, plies)):
        where = at(game, ply, move)
        before = face(game)
        kept = loose(game)
        if kept:
            raise BrokenLaw(f"law 'copy' is broken {where}: {kept}, in setup")
        twin = game.copy()
        same("copy", where, before, face(twin))
        twin.push(str(move), move.role)
        same("copy", f"{where}, pushed into the copy", before, face(game))
        after = face(twin)
        game.push(move)
        same("copy", f"{where}, pushed into both", after, face(game))
        game.pop()
        same("copy", f"{where}, popped from the first", after, face(twin))
        game.push(move)
