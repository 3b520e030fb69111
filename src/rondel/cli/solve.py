"""``rondel solve``: what a game is worth with best play, by the solver that is for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import rondel
from rondel.cli.named import named, settled
from rondel.engine.views.viewer_ids import hides
from rondel.errors import BadOption
from rondel.search import Cfr, ExtensiveForm, alphabeta, expected_values, expectimax, exploitability, retrograde

AHEAD: Final = 4
"""How many answers ahead is looked where chance has its part, or more than two play, and nobody says how many."""


def solve(
    name: str,
    *,
    after: Sequence[str],
    depth: int | None,
    nodes: int,
    backwards: bool,
    iterations: int,
    policy: Path | None,
    options: Sequence[str],
    seats: int | None,
    as_json: bool,
) -> None:
    """Print what it is worth; write the policy if there is to be one.

    Raises `AnswerError` for a move that cannot be played, `BadOption` for a file that cannot be written or options that do not
    go together, and `Unsolvable` for a game that cannot be solved so.
    """
    kind = named(name)
    game = rondel.new(kind, seats=seats, options=settled(kind, options), chance="explicit")
    for text in after:
        game.push(text, game.active[0] if len(game.active) > 1 else None)
    hidden = hides(game)
    if policy is not None and not hidden:
        raise BadOption(f"a policy is for a game that hides something, which {kind.name!r} does not; leave out --policy")
    if hidden and not backwards:
        found = _by_regret(game, nodes, iterations, policy)
    elif backwards:
        found = _backwards(game, nodes)
    else:
        found = _forwards(game, depth, nodes)
    if as_json:
        print(json.dumps({"game": kind.name, "options": dict(game.scene()["options"]), **found}))
        return
    for what, said in found.items():
        print(f"{what.replace('_', ' ')}: {_told(said)}")


def _forwards(game: rondel.Game, depth: int | None, nodes: int) -> dict[str, Any]:
    """By alpha-beta; by expectimax where chance has its part, or not two play."""
    facts = type(game).facts
    if len(game.roles) == 2 and facts is not None and facts.chance is False:
        solution = alphabeta(game, depth=depth, nodes=nodes)
    else:
        solution = expectimax(game, depth=AHEAD if depth is None else depth)
    found: dict[str, Any] = {"value": solution.value, "certain": solution.exact}
    if not solution.exact:
        found["answers_ahead"] = solution.depth
    if solution.best:
        found |= {"best": solution.best, "line": solution.line}
    return found | {"positions": solution.nodes}


def _backwards(game: rondel.Game, limit: int) -> dict[str, Any]:
    """By retrograde analysis."""
    solved = retrograde(game, limit=limit)
    outcome = solved.outcome(game)
    found: dict[str, Any] = {"winner": outcome.winner or None}
    if outcome.winner:
        found["answers"] = outcome.distance
    if game.active:
        found["best"] = solved.best(game)
    won = {role: solved.count(role) for role in game.roles}
    return found | {"positions": solved.positions, "won": won, "drawn": solved.count()}


def _by_regret(game: rondel.Game, limit: int, iterations: int, file: Path | None) -> dict[str, Any]:
    """By CFR+."""
    form = ExtensiveForm(game, limit=limit)
    cfr = Cfr(form, plus=True)
    cfr.run(iterations)
    policy = cfr.policy()
    if file is not None:
        try:
            file.write_text(json.dumps(policy.to_json()), encoding="utf-8")
        except OSError as error:
            raise BadOption(f"{file} cannot be written: {error.strerror}; choose another file") from error
    return {
        "value": expected_values(form, policy),
        "exploitability": exploitability(form, policy),
        "iterations": iterations,
        "information_sets": len(form.sets),
        "histories": form.nodes,
    }


def _told(said: Any) -> str:
    """A finding in words."""
    if isinstance(said, bool):
        return "yes" if said else "no"
    if isinstance(said, dict):
        return ", ".join([f"{name} {_told(each)}" for name, each in said.items()])
    if isinstance(said, list):
        return " ".join([str(each) for each in said])
    if isinstance(said, float):
        return f"{said:+.6g}" if said else "0"
    if isinstance(said, int):
        return f"{said:,}"
    return "nobody" if said is None else str(said)
