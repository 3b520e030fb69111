"""Evaluations: the suggestion of the strongest bot, and a value for each role."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.engine.imagination import Imagination
from rondel.players.bots.evaluation import Evaluation, evaluate
from rondel.players.player import Budget, Question
from rondel.shelf.chess import from_fen


def evaluated(game: rondel.Game, seed: int = 1) -> Evaluation:
    role = game.active[0]
    question = Question(role, game.view(role), Budget(seconds=0.05), Imagination(game, role))
    return evaluate(game, question, seed=seed)


@pytest.mark.parametrize("name", rondel.games())
def test_every_shipped_game_is_evaluated_and_left_as_it_is(name: str) -> None:
    game = rondel.new(name, seed=3)
    rng = Random(3)
    for _each in range(4):
        role = game.active[0]
        game.push(rng.choice(game.moves(role)), role)
        if game.is_over:
            game.pop()
            break
    before = game.record()
    found = evaluated(game)
    assert found.move in [str(each) for each in game.moves(game.active[0])]
    assert set(found.values) == set(game.roles)
    assert game.record() == before


def test_a_mate_is_seen_and_certain() -> None:
    game = rondel.new("chess", position=from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"))
    assert evaluated(game) == Evaluation("move(a1,a8)", {"white": 1.0, "black": -1.0}, exact=True)


def test_three_at_a_board_have_a_value_each() -> None:
    assert set(evaluated(rondel.new("stones", seats=3)).values) == {"jade", "garnet", "lapis"}


def test_the_suggestion_does_not_depend_on_what_others_hold() -> None:
    """The values do: whoever looks back may know everything."""
    found: dict[str, set[tuple[str, str]]] = {}
    for seed in range(40):
        game = rondel.new("kuhn_poker", seed=seed)
        hands = {role: game.view(role)["containers"][f"hand_{role}"]["tokens"][0]["face"] for role in game.roles}
        found.setdefault(hands["first"], set()).add((hands["second"], evaluated(game).move))
    for answers in found.values():
        moves_by_other = {other: {move for held, move in answers if held == other} for other, _move in answers}
        assert len({frozenset(moves) for moves in moves_by_other.values()}) == 1
