"""The front door: find a game by name or in a file, start it, take it up again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, assert_type

import pytest

import rondel
from rondel import door
from rondel.door import shipped
from rondel.engine import registry
from rondel.errors import BadOption, BadPosition, BadRecord, DefinitionError, UnknownGame
from rondel.shelf import CATALOGUE
from rondel.shelf.reversi import Reversi
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.workshop import Workshop
from tests.engine.witness import seen

COIN = '''
"""Toss a coin."""
from rondel import ActivePlayer, EVERYONE, Game, GameEnd, Prop, To, on


class Coin(Game):
    """Heads wins."""

    seats = ("one",)

    def setup(self) -> "To[Toss]":
        self.side = self.add(Prop("side", "", visible_to=EVERYONE))
        return Toss


class Toss(ActivePlayer[Coin]):
    """The only turn."""

    description = "{actplayer} must toss"
    my_turn = "{you} must toss"


@on(Toss, "{actplayer} tosses")
def toss(game: Coin) -> To[GameEnd]:
    game.side.value = game.chance(["heads", "tails"])
    game.set_score("one", 1 if game.side.value == "heads" else 0)
    return GameEnd
'''


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leave the register and the modules as they were."""
    entries, loaded, modules = dict(registry._ENTRIES), dict(registry.LOADED), set(sys.modules)
    yield
    for now, before in ((registry._ENTRIES, entries), (registry.LOADED, loaded)):
        now.clear()
        now.update(before)  # type: ignore[arg-type]
    door._enrolled.clear()
    for name in set(sys.modules) - modules:
        if name.startswith("rondel_file_"):
            del sys.modules[name]


def file(folder: Path, text: str, name: str = "coin.py") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# -- by name -----------------------------------------------------------------------------------------------------------


def test_the_shipped_games_are_known() -> None:
    assert set(CATALOGUE) <= set(rondel.games())
    assert rondel.games() == sorted(rondel.games())
    assert rondel.find("reversi") is Reversi


def test_every_shipped_game_can_be_started() -> None:
    for name in CATALOGUE:
        game = rondel.new(name, seed=1)
        assert game.name == name
        assert game.active
        assert json.loads(json.dumps(game.scene()))["game"] == name


@pytest.mark.parametrize(
    ("name", "hint"), [("reversy", "did you mean 'reversi'? "), ("tictactoe", "did you mean 'tic_tac_toe'? "), ("zzz", "")]
)
def test_an_unknown_game_is_refused_with_the_nearest_name(name: str, hint: str) -> None:
    for look in (rondel.find, rondel.new):
        with pytest.raises(UnknownGame) as caught:
            look(name)
        assert str(caught.value) == f"unknown game {name!r}; {hint}known: {', '.join(rondel.games())}"


def test_a_game_is_started_as_asked() -> None:
    game = rondel.new("reversi", options={"size": 6})
    assert isinstance(game, Reversi)
    assert len(game.board.cells) == 36
    assert isinstance(rondel.new(TicTacToe), TicTacToe)
    position = {"state": "PlayerTurn", "play_order": ["o", "x"]}
    assert rondel.new("tic_tac_toe", position=position, seats=2).active == ("o",)
    for wrong, error in (
        ({"options": {"size": 5}}, BadOption),
        ({"seats": 3}, BadOption),
        ({"position": {"x": 1}}, BadPosition),
    ):
        with pytest.raises(error):
            rondel.new("reversi", **wrong)


def test_a_seed_is_taken_where_none_is_given() -> None:
    seeds = {rondel.new("tic_tac_toe").snapshot()["seed"] for _each in range(20)}
    assert len(seeds) == 20
    assert all(len(seed) == 64 for seed in seeds)
    assert rondel.new("tic_tac_toe", seed=3).snapshot() == rondel.new("tic_tac_toe", seed=3).snapshot()


def test_chance_may_be_explicit(tmp_path: Path) -> None:
    game = rondel.new(rondel.load(file(tmp_path, COIN)), chance="explicit")
    game.push("toss")
    assert game.active == (rondel.CHANCE,)
    assert [(str(move), move.probability) for move in game.moves()] == [("chance(heads)", 0.5), ("chance(tails)", 0.5)]


# -- in a file ---------------------------------------------------------------------------------------------------------


def test_a_game_in_a_file(tmp_path: Path) -> None:
    for path in (file(tmp_path, COIN), str(tmp_path / "coin.py")):
        kind = rondel.load(path)
        assert kind.name == "coin", "a game without a name is called after its file"
        game = rondel.new(kind, seed=1)
        game.push("toss")
        assert game.is_over
    assert "coin" in rondel.games()
    assert rondel.find("coin") is kind
    assert seen(rondel.replay(game.record())) == seen(game)
    assert seen(rondel.restore(game.snapshot())) == seen(game)


def test_a_file_does_not_replace_a_shipped_game(tmp_path: Path) -> None:
    kind = rondel.load(file(tmp_path, COIN, "reversi.py"))
    assert kind is not Reversi
    assert rondel.find("reversi") is Reversi
    game = rondel.new(kind, seed=1)
    game.push("toss")
    assert seen(rondel.replay(game.record(), game=kind)) == seen(game)


def test_files_of_one_name_are_games_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one = rondel.load(file(tmp_path, COIN))
    other = rondel.load(file(tmp_path / "other", COIN.replace("heads", "top")))
    for kind, sides in ((one, ("heads", "tails")), (other, ("top", "tails"))):
        game = rondel.new(kind, chance="explicit")
        game.push("toss")
        assert [str(move) for move in game.moves()] == [f"chance({side})" for side in sides]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "no game: write a class in it that derives from rondel.Game (`rondel new NAME` begins one)"),
        (
            "from rondel.shelf.reversi import Reversi\n",
            "no game: write a class in it that derives from rondel.Game (`rondel new NAME` begins one)",
        ),
        (
            COIN + "\n\nclass Second(Game):\n    pass\n",
            "2 games, Coin, Second: keep one, and give each other a file of its own",
        ),
    ],
)
def test_a_file_holds_one_game(tmp_path: Path, text: str, found: str) -> None:
    path = file(tmp_path, text)
    with pytest.raises(UnknownGame) as caught:
        rondel.load(path)
    assert str(caught.value) == f"{str(path)!r} holds {found}"


def test_a_game_that_extends_another_of_its_file_is_the_game_of_the_file(tmp_path: Path) -> None:
    """Advice for bots may be a class of its own, which extends the rules."""
    path = file(tmp_path, COIN + "\n\nclass Second(Coin):\n    pass\n")
    assert rondel.load(path).__name__ == "Second"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.py", tmp_path):
        with pytest.raises(UnknownGame) as caught:
            rondel.load(path)
        assert str(caught.value) == f"no game file at {str(path)!r}"
    path = file(tmp_path, COIN, "coins.py")
    with pytest.raises(UnknownGame) as caught:
        rondel.load(tmp_path / "conis.py")
    assert str(caught.value) == f"no game file at {str(tmp_path / 'conis.py')!r}; did you mean {str(path)!r}?"


def test_a_file_that_is_not_python(tmp_path: Path) -> None:
    path = file(tmp_path, COIN, "coin.txt")
    with pytest.raises(UnknownGame) as caught:
        rondel.load(path)
    assert str(caught.value) == f"{str(path)!r} is not a Python file"


def test_a_file_with_faults_says_which(tmp_path: Path) -> None:
    kind = rondel.load(file(tmp_path, COIN.replace("-> To[GameEnd]", "-> 'To[GameEdn]'")))
    said = r"'toss' of state 'Toss' goes to the unknown state 'GameEdn'; did you mean 'GameEnd'\?"
    with pytest.raises(DefinitionError, match=said):
        rondel.new(kind)
    with pytest.raises(SyntaxError):
        rondel.load(file(tmp_path, "class Coin(:", "broken.py"))


# -- taken up again ----------------------------------------------------------------------------------------------------


def test_a_game_is_taken_up_again() -> None:
    game = rondel.new("reversi", seed=4)
    for _each in range(5):
        game.push(game.moves()[-1])
    for again in (
        rondel.restore(json.loads(json.dumps(game.snapshot()))),
        rondel.replay(json.loads(json.dumps(game.record()))),
    ):
        assert seen(again) == seen(game)
    assert seen(rondel.replay(game.record(), seed=4)) == seen(game)


def test_a_game_that_is_not_registered_is_taken_up_by_its_class() -> None:
    game = rondel.new(Workshop, seed=1)
    game.push("wait")
    assert seen(rondel.restore(game.snapshot(), game=Workshop)) == seen(game)
    assert seen(rondel.replay(game.record(), game=Workshop)) == seen(game)


@pytest.mark.parametrize("data", [{}, {"game": "workshop"}, {"game": None, "rondel": 1}])
def test_a_record_of_an_unknown_game_is_refused(data: dict[str, object]) -> None:
    for take_up in (rondel.restore, rondel.replay):
        with pytest.raises(UnknownGame, match="unknown game"):
            take_up(data)
    with pytest.raises(BadRecord, match="not a record or snapshot of this version of Rondel"):
        rondel.replay({"game": "reversi"})
    nothing: Any = None
    for take_up in (rondel.restore, rondel.replay):
        with pytest.raises(BadRecord, match=r"None is no record and no snapshot: give the dict that game.record\(\)"):
            take_up(nothing)


def test_the_door_offers_all_it_names() -> None:
    assert all(hasattr(rondel, name) for name in rondel.__all__)
    assert sorted(rondel.__all__) == sorted(set(rondel.__all__))


def test_trees_are_there_with_rondel_alone() -> None:
    script = "import rondel; print(rondel.search.Tree(rondel.new('tic_tac_toe')).description, rondel.errors.GameOver.code)"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout == "x must mark a cell game_over\n"


def test_options_may_be_given_by_name() -> None:
    assert rondel.new("reversi", size=6).record()["options"] == rondel.new("reversi", options={"size": 6}).record()["options"]
    with pytest.raises(BadOption, match="seets"):
        rondel.new("reversi", seets=2)


def test_a_module_of_a_package_may_import_its_siblings(tmp_path: Path) -> None:
    folder = tmp_path / "jewels"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "names.py").write_text("TITLE = 'Jewels'\n", encoding="utf-8")
    rules = "from rondel import Game\nfrom .names import TITLE\nclass Jewels(Game):\n    title = TITLE\n    seats = ('one',)\n"
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    assert rondel.load(folder / "rules.py").title == "Jewels"


def test_the_game_of_a_file_takes_a_shipped_name_only_when_asked_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "LOADED", dict(registry.LOADED))
    path = tmp_path / "reversi.py"
    path.write_text(
        "from rondel import Game\nclass Mine(Game):\n    name = 'reversi'\n    seats = ('one',)\n", encoding="utf-8"
    )
    assert rondel.load(path) is not Reversi
    assert rondel.find("reversi") is Reversi
    assert "reversi" in shipped()
    mine = rondel.load(path, instead=True)
    assert rondel.find("reversi") is mine
    assert "reversi" not in shipped()


def test_a_shipped_game_is_a_module_of_the_shelf_and_games_stays_a_function() -> None:
    """``rondel.games`` was both once, and the function hid the package."""
    import rondel.shelf.reversi

    assert rondel.shelf.reversi.Reversi.name in rondel.games()


def test_a_game_of_a_class_is_typed_as_that_class() -> None:
    game = assert_type(rondel.new(Reversi, seed=1), Reversi)
    assert_type(rondel.restore(game.snapshot(), game=Reversi), Reversi)
    assert_type(rondel.replay(game.record(), game=Reversi), Reversi)
    assert_type(rondel.imagine(game.information_state("black"), 1, game=Reversi), Reversi)
    assert_type(rondel.new("reversi"), rondel.Game)
    assert len(game.board) == 4
