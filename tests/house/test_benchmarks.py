"""The benchmarks: what they name exists, each kind of work can be done, and a floor is said to be met when it is."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path

import compare
import pytest
import rows
import run
from check_times import Timing, depth

import rondel
from tests.conftest import sampled

WORK: tuple[rows.Workload | rows.Size, ...] = (*rows.WORKLOADS, *rows.SIZES)
OURS = [(each.module, each.game, each.way) for each in WORK]
COMPARED = [each for each in rows.WORKLOADS if each.against == rows.ITSELF]
EVERY = [*OURS, *[(each.module, each.game, each.theirs) for each in COMPARED]]
SAMPLE = [each for number, each in enumerate(EVERY) if number % 16 in (0, 11)]
"""Every eighth of them; of the two ways of playing a game, which stand beside each other, each in turn."""


def test_every_game_is_played_by_pushes_and_by_walks() -> None:
    ways = {(each.game, each.way) for each in rows.WORKLOADS if each.module == "playouts" and each.against == rows.PYSPIEL}
    assert {(each.game, way) for each in rows.PLAYED for way in ("new", "walk")} <= ways


def test_every_game_that_is_measured_is_there() -> None:
    own = {"walk", *import_module("workloads.playouts").OWN}
    assert {game for _module, game, _way in OURS} - set(rondel.games()) == own


@pytest.mark.parametrize(("module", "game", "way"), sampled(EVERY, SAMPLE))
def test_every_kind_of_work_can_be_done(module: str, game: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if module == "trees":
        pytest.skip("whole trees take seconds; tests/search counts them")
    lives = import_module("workloads.lives")
    monkeypatch.setattr(lives, "STRETCH", 20)
    monkeypatch.setattr(lives, "WEIGHED", 20)
    monkeypatch.setattr(import_module("workloads.searches"), "SIMULATIONS", 40)
    short = way.replace("24000", "40").replace("25000", "40")
    units, took = import_module(f"workloads.{module}").of_rondel(game, short, 0.0001)
    assert units > 0
    assert took > 0


def test_each_part_of_a_decision_has_its_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = import_module("workloads.budgets")
    monkeypatch.setattr(budgets, "REPEATS", 1)
    costs = budgets.costs()
    parts = ("push", "listed move", "write of a prop", "move of a token", "question", "view")
    assert [part for part in parts if not any(part in said for said in costs)] == []
    assert costs["unit"] > 0


@pytest.mark.parametrize(("rate", "said"), [(49.0, "0.5×: NOT MET"), (50.0, "0.5×: met"), (80.0, "0.5×: met")])
def test_a_floor_is_met_from_there_on(rate: float, said: str) -> None:
    aims = (rows.Aim(0.5), rows.Aim(goal=1.25))
    workload = rows.Workload("work", "units", "playouts", "reversi", "new", rows.PYSPIEL, "othello", *aims)
    rates = {
        "interpreted": [rate] * 3,
        "compiled": [120.0, 110.0, 130.0],
        "to interpreted": [100.0] * 3,
        "to compiled": [100.0] * 3,
    }
    row = run.cells(workload, rates)
    assert row[5] == said
    assert row[7:] == ["1.20× (1.10× to 1.30×)", "goal 1.25×: not yet"]


def test_two_trees_are_compared_by_each_kind_of_work_once() -> None:
    kinds = [work[1:] for work in compare.works()]
    assert set(kinds) == {(each.module, each.game, each.way) for each in WORK if getattr(each, "per", 1)}
    assert len(kinds) == len(set(kinds))


def test_a_tree_that_cannot_be_compared_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="not a checkout of the project"):
        compare.refuse_unready(tmp_path)
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "worker.py").touch()
    with pytest.raises(SystemExit, match="run `make compile` there"):
        compare.refuse_unready(tmp_path)


def test_a_tree_is_compared_with_itself() -> None:
    pair = (run.Contestant("interpreted"), run.Contestant("interpreted", run.ROOT))
    found = compare.ratios(pair, ("copies", "copies", "tic_tac_toe", "copy"), 2, 0.01)
    for each in pair:
        each.end()
    assert len(found) == 2
    assert all(ratio > 0 for ratio in found)


def test_the_floors_are_those_of_the_design() -> None:
    floors = {(each.name, each.against): (each.interpreted.floor, each.compiled.floor) for each in rows.WORKLOADS}
    assert floors[("tic-tac-toe, random playouts", rows.PYSPIEL)] == (0.2, 0.5)
    assert floors[("Connect Four, random playouts", rows.PYSPIEL)] == (0.25, 0.7)
    assert floors[("Reversi, random playouts", rows.PYSPIEL)] == (0.25, 1.0)
    assert floors[("tic-tac-toe, whole tree, `rondel.search`", rows.PYSPIEL)] == (None, 1.3)
    assert floors[("Reversi, perft 6, `rondel.search`", rows.PYSPIEL)] == (None, 1.0)
    assert floors[("Reversi, MCTS, cold", rows.PYSPIEL)] == (None, 1.0)
    assert {floors[(f"{game}, learning", rows.PETTINGZOO)] for game in ("tic-tac-toe", "Connect Four", "chess")} == {(None, 10)}
    assert floors[("tic-tac-toe, random playouts", rows.BOARDGAMEIO)] == (None, 20)
    assert floors[("Reversi, random playouts", rows.BOARDGAMEIO)] == (None, 10)
    assert floors[("Connect Four, MCTS, cold", rows.PYSPIEL)] == (None, 0.5)
    assert floors[("tic-tac-toe, MCTS, cold", rows.PYSPIEL)] == (None, 0.2)
    assert floors[("tic-tac-toe, MCTS, warm, against OpenSpiel's in Python", rows.PYSPIEL)] == (3, None)
    assert floors[("Connect Four, MCTS in two processes, against one", rows.ITSELF)] == (1.7, 1.7)
    assert {each.compiled.floor for each in COMPARED if each.module == "lives"} == {rows.FLAT} == {0.91}


@pytest.mark.parametrize("kind", ["new", "walk"])
def test_every_game_of_pyspiel_has_an_aim(kind: str) -> None:
    for each in rows.WORKLOADS:
        if each.module == "playouts" and each.way == kind and each.against == rows.PYSPIEL and each.game in rondel.games():
            assert each.compiled != rows.REPORTED, each.name


def test_an_authors_game_is_played_as_its_file_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    authors = import_module("workloads.authors")
    file = run.ROOT / "examples" / "nim.py"
    units, took = authors.of_rondel(str(file), "file", 0.0001)
    assert units > 0
    assert took > 0
    with pytest.raises(SystemExit, match="has no current build: rondel compile"):
        authors.of_rondel(str(file), "build", 0.0001)


def test_both_reversis_are_the_same_game() -> None:
    """The one by `rays` has the same moves all along, so that their rows compare the same work."""
    dice = random.Random(1)
    shipped, by_rays = rondel.new("reversi"), rondel.new(import_module("workloads.playouts").rules("rays_reversi"))
    while not shipped.is_over:
        texts = sorted(move.text for move in shipped.moves())
        assert sorted(move.text for move in by_rays.moves()) == texts
        move = dice.choice(texts)
        shipped.push(move)
        by_rays.push(move)
    assert (by_rays.is_over, by_rays.scores) == (True, shipped.scores)


def test_how_long_a_check_takes_is_told_with_its_goals_and_its_depth() -> None:
    said = ["nim: checked", "  depth: on 2 whole games: end", "  depth: cut short: pop", "  depth: 15 s were spent; --long"]
    quick = Timing("nim", 0.5, 19.0, 15.0, 1.0, 0, depth(said))
    assert quick.row() == "| nim | 0.50 s | 19.0 s | 15.0 s | 1.0 | met | on 2 whole games: end; cut short: pop |"
    assert not quick._replace(first=2.1).met
    assert not quick._replace(end=20.1).met
    assert depth(["nim: checked", "nothing wrong found"]) == "complete: every law on every game"
