"""``rondel solve``: computes the value of a game under best play, with the solver that fits it."""

import json
from pathlib import Path
from typing import Annotated, Any, Final

import typer

import rondel
from rondel.cli.arguments import GameName, Json, Options, Seats
from rondel.cli.named import explicit, named
from rondel.errors import BadOption

AHEAD: Final = 4
"""The default search depth in answers for games with chance or more than two players."""


def solve(
    game: GameName,
    after: Annotated[
        list[str] | None, typer.Option("--after", metavar="MOVE", help="Begin after this move; may be repeated.")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="The most answers to look ahead.")] = None,
    nodes: Annotated[int, typer.Option(min=1, help="The most positions to search.")] = 500_000,
    backwards: Annotated[
        bool, typer.Option("--backwards", help="Solve every position backwards from the ends: for small games that go round.")
    ] = False,
    iterations: Annotated[
        int, typer.Option(min=1, help="The number of iterations for a game with hidden information.")
    ] = 1_000,
    policy: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="Write the policy for a game with hidden information to this file."),
    ] = None,
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Compute the value of a game under best play.

    A two-player game without chance is searched as far as the limits allow, to the end if it is small. A game with chance
    or more than two players is searched four answers ahead, or as far as you choose. A game with hidden information is solved
    by CFR+ for all information states; the exploitability is the gain of a player who knows the policy.
    """
    from rondel.engine.play.in_progress import hides

    kind = named(game)
    begun = explicit(kind, option, seats)
    for text in after or []:
        begun.push(text, begun.active[0] if len(begun.active) > 1 else None)
    hidden = hides(begun)
    if policy is not None and not hidden:
        raise BadOption(f"a policy needs a game with hidden information, and {kind.name!r} has none; leave out --policy")
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
