"""Encodings: made of the game or of its view they are the same; who knows the same is told the same; nothing hidden is told."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import EVERYONE, ActivePlayer, Counter, Face, Game, GameEnd, Grid, HexGrid, Prop, To, TokenKind, _, on
from rondel.engine import encoding as module
from rondel.engine.encoding import Encoding, bucket, number
from rondel.engine.numbering import Numbering

FEW: dict[str, dict[str, Any]] = {"battleship": {"size": 8, "fleet": "small"}, "gomoku": {"size": 9}}
HIDING = [name for name in rondel.games() if (facts := rondel.find(name).facts) is not None and facts.hidden]


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def told(encoding: Encoding, game: Game, role: str) -> dict[str, list[float]]:
    """The blocks of what a role is told, by name."""
    numbers: list[float] = [float(each) for each in memoryview(encoding.of_game(game, role)).cast("f")]
    return {each.name: numbers[each.start : each.start + each.size] for each in encoding.features}


def labelled(encoding: Encoding, game: Game, role: str, name: str) -> dict[str, float]:
    """What is not 0 of a block, by what it means."""
    feature = next(each for each in encoding.features if each.name == name)
    return {label: each for label, each in zip(feature.labels, told(encoding, game, role)[name], strict=True) if each}


def step(game: Game, rng: Random) -> None:
    """A random move of a random active role."""
    role = rng.choice(game.active)
    game.push(rng.choice(game.moves(role)), role)


@pytest.mark.parametrize("name", rondel.games())
def test_a_game_and_its_view_are_told_alike(name: str, scaled: Callable[[int], int]) -> None:
    rng = Random(7)
    for way in ("auto", "list"):
        game = rondel.new(name, seed=7, options=FEW.get(name))
        encoding = Encoding(game, Numbering(game, way, 400))
        for _answer in range(scaled(1000)):
            for role in game.roles:
                made = encoding.of_game(game, role)
                assert made == encoding.of_view(game.view(role)), role
                assert any(made)
            if game.is_over:
                break
            step(game, rng)


@pytest.mark.parametrize("name", HIDING)
def test_who_knows_the_same_is_told_the_same(name: str) -> None:
    """In a game that a role imagines from all it knows, it is told what it is told in the real one, byte for byte."""
    rng = Random(3)
    game = rondel.new(name, seed=3, options=FEW.get(name))
    encoding = Encoding(game, Numbering(game, most=400))
    for answer in range(9):
        if answer % 4 == 0:
            for role in game.roles:
                imagined = game.imagine(role, answer)
                assert imagined.information_state(role) == game.information_state(role)
                assert encoding.of_game(imagined, role) == encoding.of_game(game, role)
        if game.is_over:
            break
        step(game, rng)


def test_nobody_is_told_what_another_holds() -> None:
    game = rondel.new("kuhn_poker", seed=2)
    encoding = Encoding(game)
    own = game.view("first")["containers"]["hand_first"]["tokens"][0]["face"]
    assert labelled(encoding, game, "first", "hand_first.count") == {f"card first {own}": 1.0}
    assert labelled(encoding, game, "second", "hand_first.count") == {}
    assert labelled(encoding, game, "second", "hand_first.size") == {"tokens": 1.0}
    assert labelled(encoding, game, "second", "pot.count") == {"first chip": 1.0, "second chip": 1.0}


def test_the_board_of_chess_has_a_plane_for_each_piece() -> None:
    game = rondel.new("chess")
    encoding = Encoding(game)
    board = next(each for each in encoding.features if each.name == "board")
    assert board.shape == (12, 8, 8)
    planes = told(encoding, game, "white")["board"]
    pawns = board.labels.index("white pawn") * 64
    assert planes[pawns : pawns + 64] == [0.0] * 8 + [1.0] * 8 + [0.0] * 48
    assert labelled(encoding, game, "white", "castling.letters") == {"K": 1.0, "Q": 1.0, "k": 1.0, "q": 1.0}
    game.push("move(e2,e4)")
    assert labelled(encoding, game, "white", "en_passant.cell") == {"e3": 1.0}


def test_what_is_not_all_told_is_said() -> None:
    assert Encoding(rondel.new("tic_tac_toe")).left_out == []
    said = Encoding(rondel.new("chess")).left_out
    assert "texts of castling, but for their checksums in 16 buckets" in said
    assert "where the tokens of land_ash lie" in Encoding(rondel.new("harvest_wheel", seed=1)).left_out


def test_it_is_the_same_whatever_has_been_played() -> None:
    early, late = rondel.new("leduc_poker", seed=1), rondel.new("leduc_poker", seed=2)
    step(late, Random(1))
    one, other = Encoding(early), Encoding(late)
    assert [each.to_json() for each in one.features] == [each.to_json() for each in other.features]
    assert one.of_game(late, "first") == other.of_game(late, "first")


@pytest.mark.parametrize("name", rondel.games())
def test_blocks_follow_one_another_and_have_a_label_for_each_row(name: str) -> None:
    game = rondel.new(name, seed=1)
    encoding = Encoding(game, Numbering(game))
    start = 0
    for each in encoding.features:
        assert each.start == start
        assert len(each.labels) == each.shape[-1 if each.name == "moves" else 0], each
        assert len(set(each.labels)) == len(each.labels), each
        start += each.size
    assert start == encoding.size
    assert len({each.name for each in encoding.features}) == len(encoding.features)


def test_what_a_prop_holds_is_told_by_what_it_held_first() -> None:
    game = Everything()
    encoding = Encoding(game)
    names = {each.name: each for each in encoding.features}
    assert names["coins"].to_json() == {
        "name": "coins",
        "start": names["coins"].start,
        "shape": [1],
        "labels": ["number"],
        "low": 0.0,
        "high": 9.0,
    }
    now = told(encoding, game, "white")
    assert (now["coins"], now["open"], now["heat"], now["leader"]) == ([3.0], [1.0], [-2.5], [0.0, 1.0])
    assert now["rights.letters"] == [1.0, 1.0]
    assert (now["mark.given"], sum(now["mark.text"])) == ([0.0], 0.0)
    assert "secret" not in names
    game.push("go")
    now = told(encoding, game, "white")
    assert now["rights.letters"] == [0.0, 1.0]
    assert (now["mark.given"], now["mark.length"], now["mark.numbers"]) == ([1.0], [3.0], [4.0, 5.0, 0.0, 0.0])
    assert now["mark.role"] == [0.0, 1.0]
    game.push("go")
    now = told(encoding, game, "white")
    assert now["mark.text"][bucket("hearts")] == 1.0
    game.push("go")
    assert labelled(encoding, game, "white", "mark.cell") == {"b1": 1.0}
    for role in game.roles:
        assert encoding.of_game(game, role) == encoding.of_view(game.view(role))


def test_stacks_are_told_by_what_lies_on_top_and_by_how_many() -> None:
    game = Everything()
    encoding = Encoding(game)
    planes, tops = (
        {each.name: each for each in encoding.features}["towers"],
        {each.name: each for each in encoding.features}["towers.top"],
    )
    assert planes.shape == tops.shape == (2, 7)
    now = told(encoding, game, "white")
    assert now["towers"] == [1.0, *[0.0] * 6, 1.0, *[0.0] * 6]
    assert now["towers.top"] == [*[0.0] * 7, 1.0, *[0.0] * 6]


def test_numbers_have_bounds() -> None:
    assert number(10**400) == 1e30
    assert number(-1e300) == -1e30
    assert number("7") == 0.0


Stone = TokenKind("stone", faces={"white": Face("disc"), "black": Face("disc")})


class Everything(Game):
    """Props of every kind, and a board of stacks."""

    name = "everything"
    seats = ("white", "black")
    kinds = (Stone,)

    def setup(self) -> To[Turn]:
        self.coins = self.add(Counter("coins", 3, most=9, visible_to=EVERYONE))
        self.open = self.add(Prop("open", True, visible_to=EVERYONE))
        self.heat = self.add(Prop("heat", -2.5, visible_to=EVERYONE))
        self.leader = self.add(Prop("leader", "black", visible_to=EVERYONE))
        self.rights = self.add(Prop("rights", "ab", visible_to=EVERYONE))
        self.mark: Prop[Any] = self.add(Prop("mark", None, visible_to=EVERYONE))
        self.secret = self.add(Prop("secret", 7))
        self.board = self.add(Grid("board", rows=1, columns=2, visible_to=EVERYONE))
        self.towers = self.add(HexGrid("towers", radius=1, capacity=None, visible_to=EVERYONE))
        for role in self.roles:
            self.towers.put(Stone(role), self.towers.cells[0])
        return Turn


class Turn(ActivePlayer[Everything]):
    """White goes on."""

    description = _("{actplayer} must go on")
    my_turn = _("{you} must go on")


@on(Turn, _("{actplayer} goes on"))
def go(game: Everything) -> To[Turn] | To[GameEnd]:
    """Another value."""
    game.rights.value = "b"
    game.mark.value = {None: [4, "black", 5], (4, "black", 5): "hearts", "hearts": "b1"}.get(game.mark.value)
    return Turn if game.mark.value else GameEnd
