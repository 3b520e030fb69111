"""``rondel solve``: what a game is worth with best play, by the solver that is for it."""

import json
from pathlib import Path
from typing import Annotated, Any, Final

import typer

import rondel
from rondel.cli.arguments import GameName, Json, Options, Seats
from rondel.cli.named import named, settled
from rondel.errors import BadOption

AHEAD: Final = 4
"""How many answers ahead is looked where chance has its part, or more than two play, and nobody says how many."""


def solve(
    game: GameName,
    after: Annotated[
        list[str] | None, typer.Option("--after", metavar="MOVE", help="Begin after this move; may be repeated.")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="How many answers ahead to look at most.")] = None,
    nodes: Annotated[int, typer.Option(min=1, help="How many positions to look at most.")] = 500_000,
    backwards: Annotated[
        bool, typer.Option("--backwards", help="Solve every position backwards from the ends: for small games that go round.")
    ] = False,
    iterations: Annotated[int, typer.Option(min=1, help="How often to go over a game that hides something.")] = 1_000,
    policy: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="Write how to play what hides something to this file."),
    ] = None,
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Find out what a game is worth with best play.

    A game of two without chance is searched as far ahead as the limits allow, which is to the end if it is small; where chance
    has its part, or more than two play, four answers ahead or as far as you say. A game that hides something is solved for all
    that its players may know, by CFR+: it tells how much a player who knew the policy could win against it.
    """
    from rondel.engine.play.in_progress import hides

    kind = named(game)
    begun = rondel.new(kind, seats=seats, options=settled(kind, option or []), chance="explicit")
    for text in after or []:
        begun.push(text, begun.active[0] if len(begun.active) > 1 else None)
    hidden = hides(begun)
    if policy is not None and not hidden:
        raise BadOption(f"a policy is for a game that hides something, which {kind.name!r} does not; leave out --policy")
    if hidden and not backwards:
        found = _by_regret(begun, nodes, iterations, policy)
    elif backwards:
        found = _backwards(begun, nodes)
    else:
        found = _forwards(begun, depth, nodes)
    if as_json:
        print(json.dumps({"game": kind.name, "options": dict(begun.scene()["options"]), **found}))
        return
    for what, said in found.items():
        print(f"{what.replace('_', ' ')}: {_told(said)}")


def _forwards(game: rondel.Game, depth: int | None, nodes: int) -> dict[str, Any]:
    """By alpha-beta; by expectimax where chance has its part, or not two play."""
    from rondel.search import alphabeta, expectimax

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
    from rondel.search import retrograde

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
    from rondel.search import Cfr, ExtensiveForm, expected_values, exploitability

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
