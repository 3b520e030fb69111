"""The network bot: it plays at any table by a file, within its budget, and refuses other games."""

from __future__ import annotations

from pathlib import Path

import pytest

import rondel
from rondel.players import Budget, bot, play
from rondel.players.bots.policy_bot import WrongPolicy
from rondel.players.networks.network_bot import NetworkBot
from tests.players.asking import asked
from tests.players.networks.nets import tic_tac_toe


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "policy.npz"
    tic_tac_toe(simulations=300).save(path)
    return path


def test_a_file_plays_a_whole_game(file: Path) -> None:
    spec = f"policy:{file}"
    assert isinstance(bot(spec), NetworkBot)
    records = []
    for _again in range(2):
        game = rondel.new("tic_tac_toe")
        play(game, {"x": bot(spec, seed=1), "o": bot(spec, seed=2)})
        records.append(game.record())
    assert game.is_over
    assert records[0] == records[1]


def test_a_network_without_knowledge_wins_where_the_search_can_prove_it(file: Path) -> None:
    game = rondel.new("tic_tac_toe")
    for cell in ("a1", "a2", "b1", "b2"):
        game.push(f"mark({cell})")
    assert bot(f"policy:{file}", seed=1).answer(asked(game)) == "mark(c1)"


def test_the_budget_of_a_question_is_kept() -> None:
    player = NetworkBot(tic_tac_toe(simulations=1_000_000), seed=1, clock=iter(range(1_000)).__next__)
    assert player.answer(asked(rondel.new("tic_tac_toe"), Budget(seconds=20))).startswith("mark(")
    assert player.answer(asked(rondel.new("tic_tac_toe"), Budget(simulations=2))).startswith("mark(")


def test_another_game_and_other_options_are_refused(file: Path) -> None:
    player = bot(f"policy:{file}")
    with pytest.raises(WrongPolicy, match=r"policy.npz' is for tic_tac_toe, version 1, and this game is reversi"):
        player.suits(rondel.new("reversi"))
    policy = tic_tac_toe()
    policy.game, policy.options = "connect_four", {"columns": 7, "rows": 6, "connect": 4}
    with pytest.raises(WrongPolicy, match=r"is for connect_four with columns=7, .*and this game has columns=8"):
        NetworkBot(policy).answer(asked(rondel.new("connect_four", options={"columns": 8})))
