"""A law about the player's undo: it restores the position, is logged, and stops at barriers.

undo   `may_undo` tells whether it works; it restores the position before the player's last answer, is appended to the record
       and the log, can be popped, and is refused without consent once chance has answered
"""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from rondel.engine import CHANCE, Game
from rondel.engine.records import record as records
from rondel.errors import AnswerError
from rondel.testing.law import BrokenLaw, Make, NotTried, at, same
from rondel.testing.play import face, further, readers, silent, sometimes_explicit, told, walk

OFTEN: Final = 0.3
"""The chance of an attempted undo after an answer."""
MOST: Final = 12
"""How many undos are looked at in one game: each is replayed from the start."""


class Standing:
    """An answer that has not been taken back: its role, and the state before it."""

    def __init__(self, role: str, key: object, answers: int, heard: dict[str, int]) -> None:
        self.role = role
        self.key = key
        self.answers = answers
        self.heard = heard


def _position(game: Game) -> object:
    """The state that an undo restores: the position, without other players' pending rules, because answers dropped by a change
    of the position stay dropped."""
    key: Any = game.key()
    return (*key[:-1], key[-1][:2])


def undo(make: Make, random: Random, plies: int) -> None:
    """An undo restores the position before the player's last answer, adds to the log and the record, and can be popped."""
    game = sometimes_explicit(make, random)
    tried = 0
    standing: list[Standing] = []
    for ply, move in enumerate(walk(game, random, plies)):
        heard = {reader: len(game.events(0, reader)) for reader in readers(game)}
        standing.append(Standing(move.role, _position(game), len(game.record()["answers"]), heard))
        game.push(move)
        if tried >= MOST:
            return
        if random.random() > OFTEN:
            continue
        role = random.choice(game.roles)
        agreed = random.random() < 0.5
        where = f"{at(game, ply, move)}, undo by {role}{', agreed' if agreed else ''}"
        if not game.may_undo(role, agreed=agreed):
            _refused(game, role, agreed, where)
            continue
        tried += 1
        _undone(game, role, agreed, standing, where)
    if not tried:
        raise NotTried("nothing could be taken back")


def _refused(game: Game, role: str, agreed: bool, where: str) -> None:
    """A forbidden undo is refused, and changes nothing."""
    before = (face(game), game.record())
    try:
        game.undo(role, agreed=agreed)
    except AnswerError:
        same("undo", where, before, (face(game), game.record()))
        return
    raise BrokenLaw(f"law 'undo' is broken {where}: may_undo says no, and it worked")


def _undone(game: Game, role: str, agreed: bool, standing: list[Standing], where: str) -> None:
    """Take back, look, pop, and take back again."""
    before, answers = face(game), game.record()["answers"]
    heard = further(dict.fromkeys(readers(game), 0), told(game))
    several = game._machine.node.several
    game.undo(role, agreed=agreed)
    after, news = face(game), told(game, heard)
    if game.record()["answers"][: len(answers)] != answers:
        raise BrokenLaw(f"law 'undo' is broken {where}: it cut off the record instead of adding to it")
    game.pop()
    same("undo", f"{where}, popped", before, face(game))
    silent("undo", f"{where}, popped", game, heard)
    game.undo(role, agreed=agreed)
    same("undo", f"{where}, once more", after, face(game))
    again = records.replay(type(game), json.loads(json.dumps(game.record())), None)
    same("undo", f"{where}, replayed", after, face(again))
    if several:  # each role takes back only its own answers there, so compare only if no other role has answered since
        if standing[-1].role == role:
            same("undo", f"{where}, back to before its last answer", standing[-1].key, _position(game))
        standing.clear()
        return
    while standing:
        last = standing.pop()
        if last.role != role:
            continue
        if not agreed and any(answerer == CHANCE for answerer, _text in answers[last.answers :]):
            raise BrokenLaw(f"law 'undo' is broken {where}: chance has answered since, and nobody else was asked")
        same("undo", f"{where}, back to before its last answer", last.key, _position(game))
        for reader, events in news.items():
            if heard[reader] > last.heard[reader] and "undo" not in [event["name"] for event in events]:
                raise BrokenLaw(f"law 'undo' is broken {where}: {reader} has been told what is taken back, and not of the undo")
        return
