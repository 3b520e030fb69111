"""Numberings: every legal move has a number, the same in all positions where all moves are known beforehand."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Iterable
from random import Random
from typing import Literal

import pytest

import rondel
from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, _, on
from rondel.errors import BadOption, RulesError
from rondel.learning import action_space as module
from rondel.learning.action_space import Listing, Numbering

FIXED = {
    "banqi": 32 * 32 + 2 * 32 + 1,
    "battleship": 100 * 100 + 100 + 4,
    "breakthrough": 64 * 64,
    "chess": 64 * 64 * 5 + 1,
    "connect_four": 7,
    "corridors": 2 * (81 + 128),
    "dots_and_boxes": 25 + 60,
    "go": 81 + 81 + 3,
    "gomoku": 225,
    "hearts": 2 * 52,
    "hex": 122,
    "kuhn_poker": 4,
    "leduc_poker": 5,
    "lines_of_action": 64 * 64,
    "reversi": 64,
    "stones": 25 * 25,
    "texas_holdem": 3 + 2 * 18_000,
    "tic_tac_toe": 9,
    "mancala": 14,
    "backgammon": 26 * 26 + 4,
    "ultimate_tic_tac_toe": 81,
    "xiangqi": 90 * 90,
    "y": 92,
    "yacht": 31 + 5 + 12,
}
"""How many moves there are that anybody could declare, by what the rules say of their parts."""


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("name", rondel.games())
def test_moves_have_fixed_numbers_where_all_their_parts_are_declared(name: str) -> None:
    numbering = Numbering(rondel.new(name, seed=1))
    assert (numbering.count if numbering.fixed else None) == FIXED.get(name)
    assert numbering.fixed == (not numbering.why)
    assert len(set(numbering.texts)) == len(numbering.texts)


@pytest.mark.parametrize("name", rondel.games())
def test_every_legal_move_is_found_by_its_number_and_no_other(name: str, scaled: Callable[[int], int]) -> None:
    rng = Random(5)
    game = rondel.new(name, seed=5)
    numbering = Numbering(game)
    for _answer in range(scaled(2000)):
        if game.is_over:
            break
        role = rng.choice(game.active)
        moves = game.moves(role)
        numbers = numbering.numbers(moves)
        mask = numbering.mask(moves)
        assert [number for number, legal in enumerate(mask) if legal] == sorted(numbers)
        assert len(set(numbers)) == len(moves)
        for move, number in zip(moves, numbers, strict=True):
            assert numbering.find(moves, number) is move
        other = rng.randrange(numbering.count)
        assert (numbering.find(moves, other) is not None) == bool(mask[other])
        assert numbering.find(moves, -1) is numbering.find(moves, numbering.count) is None
        game.push(rng.choice(moves), role)


def test_numbers_are_in_the_order_of_the_board() -> None:
    numbering = Numbering(rondel.new("reversi"))
    assert [numbering.number(f"play_disc({cell})") for cell in ("a1", "h1", "a2", "h8")] == [0, 7, 8, 63]


def test_a_list_has_room_for_so_many() -> None:
    game = rondel.new("reversi")
    assert Numbering(game, "list", 4).mask(game.moves()) == bytearray([1, 1, 1, 1])
    with pytest.raises(BadOption, match="reversi lists 4 moves, but the list has room for 3"):
        Numbering(game, "list", 3).mask(game.moves())


def test_what_cannot_be_is_refused_with_the_reason() -> None:
    with pytest.raises(BadOption, match=r"no fixed numbers: 'quantity' of action 'bid' is any int; declare a Literal\[...\]"):
        Numbering(rondel.new("liars_dice", seed=1), "fixed")
    with pytest.raises(BadOption, match="ask questions midway"):
        Numbering(rondel.new("nine_mens_morris"), "fixed")
    with pytest.raises(BadOption, match="numbered by 'some'"):
        Numbering(rondel.new("reversi"), "some")
    with pytest.raises(BadOption, match="room for 0"):
        Numbering(rondel.new("reversi"), "list", 0)


def test_a_move_that_was_not_declared_is_refused_with_the_fix() -> None:
    with pytest.raises(RulesError, match=r"tic_tac_toe offers 'mark\(z9\)'.*number the moves by 'list'"):
        Numbering(rondel.new("tic_tac_toe")).number("mark(z9)")


def test_listed_moves_are_told_by_what_they_name() -> None:
    game = rondel.new("nine_mens_morris")
    listing = Listing(game)
    cells = [0.0] * len(listing.labels)
    move = next(each for each in game.moves() if each.text == "place(d1)")
    listing.look(cells, 0, [move])
    said = {label: value for label, value in zip(listing.labels, cells, strict=True) if value and "bucket" not in label}
    assert said == {"place": 1.0, "part 1 is a place": 1.0, "part 1 row": 1.0, "part 1 column": 4.0}
    other = [0.0] * len(listing.labels)
    listing.read(other, 0, [move.to_json()])
    assert other == cells


def test_literals_and_flags_are_declared_domains() -> None:
    game = Doors()
    assert Numbering(game).numbers(game.moves()) == [2, 3, 4]
    assert Numbering(game).texts == (
        "open_door(no,red)",
        "open_door(no,blue)",
        "open_door(no)",
        "open_door(yes,red)",
        "open_door(yes,blue)",
        "open_door(yes)",
    )


class Doors(Game):
    """A door to be opened."""

    name = "doors"
    seats = ("solo",)

    def setup(self) -> To[Hall]:
        self.done = self.add(Prop("done", False, visible_to=EVERYONE))
        return Hall


class Hall(ActivePlayer[Doors]):
    """Where the doors are."""

    description = _("{actplayer} must open a door")
    my_turn = _("{you} must open a door")


@on(Hall, _("{actplayer} opens {wide} {colour}"))
def open_door(game: Doors, wide: bool, colour: Literal["red", "blue"] | None) -> To[GameEnd]:
    """It is done."""
    game.done.value = True
    return GameEnd


@open_door.options
def wide(game: Doors) -> Iterable[bool]:
    """Wide or not."""
    return (False, True)


@open_door.options
def colours(game: Doors, wide: bool) -> Iterable[Literal["red", "blue"] | None]:
    """A colour where it is wide."""
    return ("red", "blue") if wide else (None,)


@pytest.mark.parametrize("way", ["fixed", "list"])
def test_what_is_legal_is_found_by_number_and_kept_where_it_is_little(way: str) -> None:
    game = rondel.new("tic_tac_toe")
    numbering = Numbering(game, way)
    legal = numbering.legal(game, "x")
    assert numbering.legal(rondel.new("tic_tac_toe"), "x") is legal
    assert legal.moves == tuple(game.moves())
    assert legal.by_number == {number: numbering.find(game.moves(), number) for number in range(9)}
    game.push("mark(b1)")
    assert list(numbering.legal(game, "o").by_number) == numbering.numbers(game.moves())
    assert numbering.legal(game, "x").moves == ()
    many = rondel.new("gomoku", seed=1)
    legal = Numbering(many).legal(many, "black")
    assert (len(legal.moves), legal.kept, legal.by_number) == (225, False, {})
