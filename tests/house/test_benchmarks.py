"""The benchmarks: what they name exists, each kind of work can be done, and a floor is said to be met when it is."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import compare
import pytest
import run
from check_times import Timing, depth

import rondel

WORK: tuple[run.Workload | run.Size, ...] = (*run.WORKLOADS, *run.SIZES)
OURS = [(each.module, each.game, each.way) for each in WORK]
COMPARED = [each for each in run.WORKLOADS if each.against == run.ITSELF]


def test_every_game_is_played_by_pushes_and_by_walks() -> None:
    ways = {(each.game, each.way) for each in run.WORKLOADS if each.module == "playouts" and each.against == run.PYSPIEL}
    assert {(game, way) for _title, game, *_rest in run.PLAYED for way in ("new", "walk")} <= ways


def test_every_game_that_is_measured_is_there() -> None:
    assert {game for _module, game, _way in OURS} - set(rondel.games()) == {"walk"}, "the long game is the benchmarks' own"


@pytest.mark.parametrize(("module", "game", "way"), [*OURS, *[(each.module, each.game, each.theirs) for each in COMPARED]])
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
    workload = run.Workload("work", "units", "playouts", "reversi", "new", run.PYSPIEL, "othello", 0.5, None, 1.25)
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
    floors = {(each.name, each.against): (each.interpreted_floor, each.compiled_floor) for each in run.WORKLOADS}
    assert floors[("tic-tac-toe, random playouts", run.PYSPIEL)] == (0.2, 0.5)
    assert floors[("Connect Four, random playouts", run.PYSPIEL)] == (0.2, 0.7)
    assert floors[("Reversi, random playouts", run.PYSPIEL)] == (0.2, 1.0)
    assert floors[("tic-tac-toe, whole tree, `rondel.search`", run.PYSPIEL)] == (None, 1.3)
    assert floors[("Reversi, perft 6, `rondel.search`", run.PYSPIEL)] == (None, 1.0)
    assert floors[("Reversi, MCTS from the start", run.PYSPIEL)] == (None, 1.0)
    assert {floors[(f"{game}, learning", run.PETTINGZOO)] for game in ("tic-tac-toe", "Connect Four", "chess")} == {(None, 10)}
    assert floors[("tic-tac-toe, random playouts", run.BOARDGAMEIO)] == (None, 20)
    assert floors[("Reversi, random playouts", run.BOARDGAMEIO)] == (None, 10)
    assert floors[("Connect Four, MCTS from the start", run.PYSPIEL)] == (None, 0.5)
    assert floors[("tic-tac-toe, MCTS from the start", run.PYSPIEL)] == (None, 0.2)
    assert floors[("tic-tac-toe, MCTS, against OpenSpiel's in Python", run.PYSPIEL)] == (3, None)
    assert floors[("Connect Four, MCTS in two processes, against one", run.ITSELF)] == (1.7, 1.7)
    assert {each.compiled_floor for each in COMPARED if each.module == "lives"} == {run.FLAT} == {0.91}


def test_how_long_a_check_takes_is_told_with_its_goals_and_its_depth() -> None:
    said = ["nim: checked", "  depth: on 2 whole games: end", "  depth: cut short: pop", "  depth: 15 s were spent; --long"]
    quick = Timing("nim", 0.5, 19.0, 15.0, 1.0, 0, depth(said))
    assert quick.row() == "| nim | 0.50 s | 19.0 s | 15.0 s | 1.0 | met | on 2 whole games: end; cut short: pop |"
    assert not quick._replace(first=2.1).met
    assert not quick._replace(end=20.1).met
    assert depth(["nim: checked", "nothing wrong found"]) == "complete: every law on every game"
