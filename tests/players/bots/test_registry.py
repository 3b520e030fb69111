"""Bots by name."""

from __future__ import annotations

import re

import pytest

import rondel
from rondel.engine.imagination import Imagination
from rondel.players import BOTS, Question, UnknownBot, bot

SPECS = (
    "random",
    "greedy",
    "mcts:5",
    "mcts:5:0",
    "rollout:2:1",
    "alphabeta",
    "alphabeta:50",
    "alphabeta:0.05s",
    "level:1",
    "level:5",
    "greedy~25",
    "flat:5",
)


@pytest.mark.parametrize("spec", [*SPECS, "alphabeta:5/mcts:5~50", "policy/greedy", "policy/alphabeta:5/random"])
def test_every_bot_answers_with_a_legal_move(spec: str) -> None:
    game = rondel.new("tic_tac_toe")
    question = Question("x", game.view("x"), imagination=Imagination(game, "x"))
    assert bot(spec, seed=1).answer(question) in question.moves


def test_no_bot_is_left_out() -> None:
    assert {*BOTS} == {*[re.split("[:~]", spec)[0] for spec in SPECS], "policy"}


@pytest.mark.parametrize(
    "spec",
    [
        "mcts",
        "mcts:2s",
        "mcts:0.5s",
        "mcts:2s:10",
        "mcts:2s*2",
        "mcts:50*3:8",
        "flat",
        "flat:0.5s",
        "policy",
        "greedy~1",
        "level:3~99",
    ],
)
def test_what_can_be_asked_for(spec: str) -> None:
    bot(spec)


NO_ROLLOUT = (
    "does not say in how many games for how many turns it plays on, as in 'rollout:8:2'; "
    "write '1s' for as many games as a second allows, 'deal' for all turns up to the next answer of chance"
)
KNOWN = "known: random, greedy, mcts, flat, rollout, alphabeta, policy, level"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gredy", f"unknown bot 'gredy'; did you mean 'greedy'? {KNOWN}"),
        ("stockfish", f"unknown bot 'stockfish'; {KNOWN}"),
        ("", f"unknown bot ''; {KNOWN}"),
        ("random:5", "bot 'random' takes no budget; write 'random' instead of 'random:5'"),
        ("greedy:", "bot 'greedy' takes no budget; write 'greedy' instead of 'greedy:'"),
        ("mcts:", "bot 'mcts:' has an empty budget; write 'mcts', 'mcts:500' or 'mcts:2s'"),
        ("mcts:lots", "bot 'mcts:lots' has no budget 'lots': it is a number of simulations ('500') or of seconds ('2s')"),
        ("mcts:0", "bot 'mcts:0' has no budget '0': it is a number of simulations ('500') or of seconds ('2s')"),
        ("mcts:0s", "bot 'mcts:0s' has no budget '0s': it is a number of simulations ('500') or of seconds ('2s')"),
        ("mcts:9:far", "bot 'mcts:9:far' has the playout length 'far': give a number, as in 'mcts:9:8'"),
        ("mcts:9*:8", "bot 'mcts:9*:8' has '' processes: give a number from 1 to 256, as in 'mcts:9*2'"),
        ("mcts:2s*0", "bot 'mcts:2s*0' has '0' processes: give a number from 1 to 256, as in 'mcts:2s*2'"),
        ("mcts:9*300", "bot 'mcts:9*300' has '300' processes: give a number from 1 to 256, as in 'mcts:9*2'"),
        ("flat:", "bot 'flat:' has no budget '': it is a number of simulations ('500') or of seconds ('2s')"),
        ("flat:9*2", "bot 'flat:9*2' has no budget '9*2': it is a number of simulations ('500') or of seconds ('2s')"),
        ("rollout:8", f"bot 'rollout:8' {NO_ROLLOUT}"),
        ("rollout:0s:2", f"bot 'rollout:0s:2' {NO_ROLLOUT}"),
        (
            "alphabeta:0",
            "bot 'alphabeta:0' has no budget '0': it is positions or seconds, as in 'alphabeta:5000' or 'alphabeta:1s'",
        ),
        (
            "alphabeta:0s",
            "bot 'alphabeta:0s' has no budget '0s': it is positions or seconds, as in 'alphabeta:5000' or 'alphabeta:1s'",
        ),
        ("policy:", "bot 'policy:' names no file; write 'policy:leduc.json', or 'policy' for the one that comes with a game"),
        ("level", "bot 'level' has no such level: write 'level:1' to 'level:5'"),
        ("level:6", "bot 'level:6' has no such level: write 'level:1' to 'level:5'"),
        ("greedy~0", "bot 'greedy~0' slips in 0 of 100 answers; that is between 1 and 99, as in 'greedy~25'"),
        ("greedy~100", "bot 'greedy~100' slips in 100 of 100 answers; that is between 1 and 99, as in 'greedy~25'"),
        ("gredy~25", f"unknown bot 'gredy'; did you mean 'greedy'? {KNOWN}"),
        (
            "greedy/mcts:5",
            "bot 'greedy/mcts:5' asks 'greedy' first, which always has an answer; write 'greedy' alone",
        ),
        ("policy/gredy", f"unknown bot 'gredy'; did you mean 'greedy'? {KNOWN}"),
    ],
)
def test_what_cannot(spec: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=re.escape(message) + "$"):
        bot(spec)
