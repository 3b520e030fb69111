"""Bots by name."""

from __future__ import annotations

import re

import pytest

import rondel
from rondel.engine.imagining import Imagination
from rondel.players import BOTS, Question, UnknownBot, bot


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_answers_with_a_legal_move(name: str) -> None:
    game = rondel.new("tic_tac_toe")
    player = bot(f"{name}:5" if name == "mcts" else name, seed=1)
    question = Question("x", game.view("x"), imagination=Imagination(game, "x"))
    assert player.answer(question) in question.moves


@pytest.mark.parametrize("spec", ["mcts:500", "mcts:2s", "mcts:0.5s", "mcts", "random", "greedy"])
def test_what_can_be_asked_for(spec: str) -> None:
    bot(spec)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gredy", "unknown bot 'gredy'; did you mean 'greedy'? known: random, greedy, mcts"),
        ("stockfish", "unknown bot 'stockfish'; known: random, greedy, mcts"),
        ("", "unknown bot ''; known: random, greedy, mcts"),
        ("random:5", "bot 'random' takes no budget; write 'random' instead of 'random:5'"),
        ("mcts:", "bot 'mcts:' has an empty budget; write 'mcts', 'mcts:500' or 'mcts:2s'"),
        ("mcts:lots", "bot 'mcts:lots' has no budget 'lots': it is a number of simulations ('500') or of seconds ('2s')"),
        ("mcts:0", "bot 'mcts:0' has no budget '0': it is a number of simulations ('500') or of seconds ('2s')"),
        ("mcts:0s", "bot 'mcts:0s' has no budget '0s': it is a number of simulations ('500') or of seconds ('2s')"),
    ],
)
def test_what_cannot(spec: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=re.escape(message) + "$"):
        bot(spec)
