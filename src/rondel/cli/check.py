"""``rondel check``: is this game sound? Its definition, and random playthroughs with everything compared.

What it checks is what `rondel check --help` says. It does not know what the rules should be.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import rondel
from rondel.cli.named import named, settled
from rondel.engine.visibility import OBSERVER
from rondel.errors import DefinitionError, RondelError


class Findings:
    """What was checked, and what was found wrong."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.playthroughs = 0
        self.answers = 0


def check(
    name: str, *, playthroughs: int, seed: int, limit: int, options: Sequence[str], seats: int | None, as_json: bool
) -> None:
    """Check and print what was found; ends with exit code 1 if anything is wrong. Raises `UnknownGame`, `BadOption`."""
    kind = named(name)
    found = examine(kind, playthroughs=playthroughs, seed=seed, limit=limit, options=settled(kind, options), seats=seats)
    if as_json:
        print(
            json.dumps(
                {
                    "game": kind.name,
                    "ok": not found.problems,
                    "playthroughs": found.playthroughs,
                    "answers": found.answers,
                    "problems": found.problems,
                    "notes": found.notes,
                }
            )
        )
    else:
        print(f"{kind.name}: checked the definition, and {found.playthroughs} random games with {found.answers} answers")
        for note in found.notes:
            print(f"  note: {note}")
        for problem in found.problems:
            print(f"  - {problem}")
        count = len(found.problems)
        print(f"{count} problem{'' if count == 1 else 's'} found" if count else "nothing wrong found")
    if found.problems:
        raise SystemExit(1)


def examine(
    kind: type[rondel.Game], *, playthroughs: int, seed: int, limit: int, options: dict[str, Any], seats: int | None
) -> Findings:
    """Check one game: its definition, then random games. Stops at the first game in which something is wrong.

    >>> found = examine(named("tic_tac_toe"), playthroughs=2, seed=1, limit=100, options={}, seats=None)
    >>> found.problems, found.playthroughs
    ([], 2)
    """
    found = Findings()
    for number in range(seed, seed + max(1, playthroughs)):
        try:
            game = rondel.new(kind, seats=seats, seed=number, options=options)
        except DefinitionError as error:
            found.problems.extend(error.problems)
            return found
        if not playthroughs:
            return found
        try:
            _playthrough(game, Random(number), limit, found)  # noqa: S311 - which moves are tried is no secret
        except RondelError as error:
            found.problems.append(f"{error} (in the random game of seed {number}, after {_answered(game)} answers)")
        found.playthroughs += 1
        if found.problems:
            return found
    return found


def _playthrough(game: rondel.Game, rng: Random, limit: int, found: Findings) -> None:
    """One random game, with every push taken back and made again."""
    keys = [game.key()]
    pushed = 0
    while not game.is_over and pushed < limit:
        role = rng.choice(game.active)
        texts = [str(move) for move in game.moves(role)]
        where = f"in state {game.state!r} after {pushed} answers"
        if len(set(texts)) != len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            found.problems.append(f"{role} is offered {twice!r} twice, {where}")
            return
        views = _views(game, where, found)
        move = rng.choice(texts)
        game.push(move, role)
        after = game.key()
        game.pop()
        if game.key() != keys[-1] or _views(game, where, found) != views or [str(each) for each in game.moves(role)] != texts:
            found.problems.append(f"taking back {move!r} by {role} does not give the position before it, {where}")
            return
        game.push(move, role)
        if game.key() != after:
            found.problems.append(f"{move!r} by {role} leads elsewhere when it is played again, {where}")
            return
        keys.append(after)
        pushed += 1
        found.answers += 1
        if found.problems:
            return
    if not game.is_over:
        found.notes.append(f"a random game was not over after {limit} answers")
    _elsewhere(game, found)
    for key in reversed(keys):
        if game.key() != key:
            found.problems.append("taking back a whole game does not lead back over the same positions")
            return
        if key is not keys[0]:
            game.pop()


def _views(game: rondel.Game, where: str, found: Findings) -> list[str]:
    """What everybody sees, as JSON text."""
    try:
        return [json.dumps(game.view(role)) for role in (*game.roles, OBSERVER)]
    except (TypeError, ValueError) as error:
        found.problems.append(f"a view is not plain JSON data, {where}: {error}")
        return []


def _elsewhere(game: rondel.Game, found: Findings) -> None:
    """The same position from the record, a copy and a snapshot, the latter two by way of JSON."""
    record = json.loads(json.dumps(game.record()))
    snapshot = json.loads(json.dumps(game.snapshot()))
    for what, twin in (
        ("the record", rondel.replay(record)),
        ("a copy", game.copy()),
        ("a snapshot", rondel.restore(snapshot)),
    ):
        if twin.key() != game.key():
            found.problems.append(f"{what} of a finished game gives another position")


def _answered(game: rondel.Game) -> int:
    return len(game.record()["answers"])
