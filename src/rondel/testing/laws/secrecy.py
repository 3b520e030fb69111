"""Laws about secrets: no output reveals hidden information to a reader (non-interference).

secrets     two positions that differ only in information hidden from a reader have equal outputs for it: view, moves,
            args, errors; also for some moves after
histories   so do two whole games whose answers of chance and of others differ only where the reader could not see them: also
            the log, ids, possible undos and exports

If a law finds a difference that the rules intend, the rules reveal undeclared information. Store it in a prop or
a container that is visible to the reader; views are made of these. If only an event reveals it
(such as an answer to a question), declare the event by its name in ``announces`` of the game.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from rondel.engine import CHANCE, Game
from rondel.engine.records import record as records
from rondel.testing.law import Answers, BrokenLaw, Make, NotTried, difference, disorder
from rondel.testing.pair import Values, attempts, begun, hides, known, note, resampled, restored, step, wire
from rondel.testing.play import readers, walk

FOLLOWED: Final = 10
"""How many moves a pair of positions is followed."""
EVERY: Final = 5
"""At every how many plies of a game positions are resampled, at its beginning; less and less often after that."""
OFTEN: Final = 8
"""The law compares exports at each of this number of plies, and then at every multiple of it: an export replays the whole game,
and includes the earlier ones."""
NOTHING: Final = "nothing is hidden from anybody"
DECLARED: Final = (
    "; tell it only those who know it, notify(..., to=...), or, where the rules mean it to become known, keep it in a prop or "
    "container that is visible, or name the event in announces"
)
"""Advice for an event that reveals more than is declared."""


def secrets(make: Make, random: Random, plies: int) -> None:
    """A reader's outputs are a function of its visible information, at each position and for some moves after."""
    values = _met(make, random, plies)
    game = make()
    tried = False
    note(game, values)
    looks = 0
    for ply, move in enumerate(walk(game, random, plies)):
        if ply < 2 or random.random() < 1 / (EVERY + looks):
            looks += 1
            for reader in readers(game):
                tried = _position(game, reader, random, values) or tried
        game.push(move)
        note(game, values)
    for reader in readers(game):
        tried = _position(game, reader, random, values) or tried
    if not tried:
        raise NotTried(NOTHING)


def _met(make: Make, random: Random, plies: int) -> Values:
    """The values the props have in another game, with other chances."""
    values: Values = {}
    game = begun(make())
    for move in walk(game, random, min(plies, 60)):
        note(game, values)
        game.push(move)
    note(game, values)
    return values


def _position(game: Game, reader: str, random: Random, values: Values) -> bool:
    """Compare a position with an indistinguishable one, and follow both; returns whether one was found."""
    if not hides(game, reader):
        return False
    found = resampled(game, reader, random, values)
    if found is None:
        return False
    other, how = found
    one = restored(game, game.snapshot())
    answers = _answers(game)
    _compare("secrets", one, other, reader, random, 0, answers, how)
    for _ply in range(FOLLOWED):
        if not step(one, other, reader, random):
            break
        if CHANCE not in one.active and not announced(one, other, reader, 0):
            _compare("secrets", one, other, reader, random, 0, _answers(one), how)
    return True


def histories(make: Make, random: Random, plies: int) -> None:
    """A reader's outputs are a function of the events and answers it has seen, for any hidden history."""
    tried = False
    if not _ever_hides(make(), random, plies):
        raise NotTried(NOTHING)
    for reader in readers(make()):
        one, other = begun(make()), begun(make())
        since = 0
        parted = False
        for ply in range(plies):
            if not step(one, other, reader, random):
                break
            if CHANCE in one.active:
                continue  # if chance answers from the seed, no reader sees this moment
            if one.key() != other.key():
                tried = True
            if announced(one, other, reader, since):
                parted = True
                break
            recorded = ply < OFTEN or ply % OFTEN == 0
            _compare("histories", one, other, reader, random, since, _answers(one), _how(one, other), recorded=recorded)
            if ply % 20 == 19:
                since = len(one.events(0, reader))
        if not parted:
            _kept("histories", one, other, reader, random)
    if not tried:
        raise NotTried("no two games were met that differ only in what is hidden")


def _ever_hides(game: Game, random: Random, plies: int) -> bool:
    """Whether anything is hidden from anybody at some time in a random game."""
    for move in walk(game, random, plies):
        if any(hides(game, reader) for reader in readers(game)):
            return True
        game.push(move)
    return False


def _kept(law: str, one: Game, other: Game, reader: str, random: Random) -> None:
    """Taken back, and stored and taken up again, the two are still the same to the reader."""
    if known(one, reader) != known(other, reader):
        return
    again = [records.restore(type(game), json.loads(json.dumps(game.snapshot()))) for game in (one, other)]
    _compare(law, again[0], again[1], reader, random, 0, _answers(one), f"{_how(one, other)}; restored from snapshots")
    if reader in one.roles and one.may_undo(reader, agreed=True) and other.may_undo(reader, agreed=True):
        one.undo(reader, agreed=True)
        other.undo(reader, agreed=True)
        if known(one, reader) == known(other, reader):
            _compare(law, one, other, reader, random, 0, _answers(one), f"{_how(one, other)}; taken back by {reader}")


def announced(one: Game, other: Game, reader: str, since: int) -> bool:
    """Whether declared announcements have told the reader different things."""
    names = one.announces
    if not names:
        return False
    told = [[event for event in game.events(since, reader) if event["name"] in names] for game in (one, other)]
    return [(each["name"], each["args"]) for each in told[0]] != [(each["name"], each["args"]) for each in told[1]]


def _compare(
    law: str,
    one: Game,
    other: Game,
    reader: str,
    random: Random,
    since: int,
    played: Answers,
    how: str,
    *,
    recorded: bool = True,
) -> None:
    """Raises `BrokenLaw` unless a reader gets the same of both games, to the byte."""
    tries = attempts(one, other, reader, random)
    got = wire(one, reader, since, tries, recorded=recorded)
    gotten = wire(other, reader, since, tries, recorded=recorded)
    differs = difference(got, gotten) or disorder(got, gotten)
    if differs:
        if differs.startswith("/view/moves"):
            texts = [{str(each["text"]) for each in seen["view"]["moves"]} for seen in (got, gotten)]
            differs = (
                f"/view/moves: {', '.join(sorted(texts[0] ^ texts[1]))} in one of them only"
                if texts[0] != texts[1]
                else differs
            )
        hint = DECLARED if differs.startswith("/events") else ""
        raise BrokenLaw(
            f"law {law!r} is broken in state {one.state!r} of {one.name}: {reader} can tell two games apart that differ only "
            f"in what is hidden from it ({how}): {differs}{hint}",
            played=played,
        )


def _answers(game: Game) -> Answers:
    return [(role, text) for role, text in game.record()["answers"]]


def _how(one: Game, other: Game) -> str:
    """Where the answers of two games differ first."""
    pairs: list[tuple[Any, Any]] = list(zip(_answers(one), _answers(other), strict=False))
    for number, (mine, theirs) in enumerate(pairs):
        if mine != theirs:
            return f"answer {number + 1}: {mine[0]}:{mine[1]} and {theirs[0]}:{theirs[1]}"
    return "all answers are the same"
