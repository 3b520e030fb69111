"""Playing by a policy: what a solver wrote is played at a table, and what is for another game is refused."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import rondel
from rondel.players import bot, play
from rondel.players.bots.policy_bot import SHIPPED, PolicyBot, WrongPolicy, read, shipped
from rondel.search import ExtensiveForm, exploitability
from rondel.search.strategies.policy import name_of
from rondel.tournament import contest
from tests.cli.shell import rondel as shell
from tests.players.asking import asked


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy of Kuhn poker as the command writes it."""
    file = tmp_path_factory.mktemp("policies") / "kuhn.json"
    assert shell("solve", "kuhn_poker", "--iterations", "200", "--policy", str(file)).returncode == 0
    return file


def test_what_was_solved_is_played_in_a_tournament(kuhn: Path) -> None:
    """It is worth 0.148 chips a hand against the random bot, by the tree; one hand deviates by 1.3, their mean by 0.13."""
    solved, _random = contest("kuhn_poker", [f"policy:{kuhn}", "random"], games=100, seed=1)
    assert solved.faults == {}
    assert solved.returned == 100
    assert abs(solved.total / 100 - 0.148) < 0.5


def test_it_draws_by_the_probabilities(kuhn: Path) -> None:
    policy = read(kuhn)
    game = rondel.new("kuhn_poker", seed=3)
    state = game.information_state("first")
    chances = policy.moves[name_of(state)]
    player = PolicyBot(policy, seed=1)
    drawn = Counter(player.answer(asked(game)) for _each in range(400))
    for move, chance in chances.items():
        assert abs(drawn[move] / 400 - chance) < 0.1


@pytest.mark.parametrize(("name", "limit"), [("kuhn_poker", 0.0005), ("leduc_poker", 0.001)])
def test_the_policies_that_come_with_it_can_hardly_be_beaten(name: str, limit: float) -> None:
    """They know every information state there is, and who knew them could win no more than this against them."""
    form = ExtensiveForm(rondel.new(name, chance="explicit"))
    policy = shipped(name)
    assert policy is not None
    assert set(policy.moves) == {each.name for each in form.sets}
    assert exploitability(form, policy) < limit


def test_a_table_is_played_to_its_end_by_what_comes_with_the_game() -> None:
    for seed in range(10):
        game = rondel.new("leduc_poker", seed=seed)
        assert play(game, {role: bot("policy", seed=seed) for role in game.roles}).is_over


def test_every_policy_is_of_a_game_there_is() -> None:
    for path in SHIPPED.iterdir():
        assert read(path).game == path.stem
        assert path.stem in rondel.games()


def test_the_policy_of_another_game_is_refused(kuhn: Path) -> None:
    player = bot(f"policy:{kuhn}")
    with pytest.raises(
        WrongPolicy, match="is for kuhn_poker, version 1, and this game is leduc_poker, version 1: a policy plays"
    ):
        player.answer(asked(rondel.new("leduc_poker", seed=1)))


def test_other_options_are_told(kuhn: Path) -> None:
    game = rondel.new("kuhn_poker", seed=1, options={"hands": 2})
    with pytest.raises(WrongPolicy, match=r"is for kuhn_poker with hands=1, and this game has hands=2: start the game"):
        bot(f"policy:{kuhn}").answer(asked(game))
    assert PolicyBot(read(kuhn)).advise(asked(game)) is None


def test_a_position_it_does_not_know_is_told(kuhn: Path) -> None:
    policy = read(kuhn)
    policy.moves.clear()
    with pytest.raises(WrongPolicy, match="does not hold the information state of first"):
        PolicyBot(policy).answer(asked(rondel.new("kuhn_poker", seed=1)))


def test_a_game_without_a_policy() -> None:
    game = rondel.new("tic_tac_toe")
    assert PolicyBot().advise(asked(game)) is None
    with pytest.raises(WrongPolicy, match="Rondel ships no policy for tic_tac_toe; write policy:FILE"):
        PolicyBot().answer(asked(game))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot be read: No such file"),
        ("once upon a time", "is no policy: it is no JSON"),
        (json.dumps({"rondel": 1}), "is no policy: this is not a policy of this version"),
        (json.dumps({"rondel": 1, "policy": {"a": {"b": 2}}}), "is no policy: the policy at 'a' plays 'b' with 2"),
    ],
)
def test_a_file_that_is_no_policy(tmp_path: Path, text: str | None, message: str) -> None:
    file = tmp_path / "policy.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(WrongPolicy, match=message):
        bot(f"policy:{file}")
