"""The rules of mancala: OpenSpiel's kalah and oware move by move, and what the rules say."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

import rondel
from rondel.errors import BadOption, IllegalMove
from rondel.shelf.mancala import PLACES, Mancala
from rondel.tournament import contest
from tests.conftest import many

GAMES = many(1_000, 12)


def placed(south: str, north: str, stores: tuple[int, int] = (0, 0), variant: str = "kalah") -> Mancala:
    """A position with so many seeds in each pit, from left to right as each player sees them, and in the stores."""
    filled = dict(zip(PLACES, map(int, (*south.split(), *north.split())), strict=True))
    filled |= {"south": stores[0], "north": stores[1]}
    board = [{"kind": "counter", "face": "seed", "at": place} for place, number in filled.items() for _each in range(number)]
    return Mancala(options={"variant": variant}, position={"containers": {"board": board}})


def lying(game: Mancala) -> list[int]:
    """The seeds in the pits, and in the stores of south and north."""
    return [game.seeds(place) for place in (*PLACES, *game.roles)]


def test_it_is_openspiels_kalah() -> None:
    theirs = pyspiel.load_game("mancala")
    random = Random(2)
    for _each in range(GAMES):
        game, state = Mancala(), theirs.new_initial_state()
        while not state.is_terminal():
            numbers = {str(move): 1 + PLACES.index(str(move)[4:-1]) for move in game.moves()}
            numbers = {text: number if number < 7 else number + 1 for text, number in numbers.items()}
            assert sorted(numbers.values()) == state.legal_actions()
            text = random.choice(sorted(numbers))
            game.push(text)
            state.apply_action(numbers[text])
            assert game.is_over == state.is_terminal()
            if not game.is_over:
                assert [*lying(game)[:6], game.seeds("south"), *lying(game)[6:12], game.seeds("north")] == kalah_of(state)
        assert list(game.returns.values()) == state.returns()


def kalah_of(state: Any) -> list[int]:
    """OpenSpiel's seeds in sowing order: six pits, a store, six pits, a store."""
    board = [int(number) for number in state.observation_tensor(0)[:14]]
    return [*board[1:], board[0]]


def test_it_is_openspiels_oware() -> None:
    theirs = pyspiel.load_game("oware")
    random = Random(3)
    for _each in range(GAMES):
        game, state = Mancala(options={"variant": "oware"}), theirs.new_initial_state()
        while not state.is_terminal():
            numbers = {str(move): PLACES.index(str(move)[4:-1]) % 6 for move in game.moves()}
            assert sorted(numbers.values()) == state.legal_actions()
            text = random.choice(sorted(numbers))
            game.push(text)
            state.apply_action(numbers[text])
            assert game.is_over == state.is_terminal()
            if not game.is_over:  # there what is left is put away when more than half has been taken, too
                assert lying(game) == oware_of(state)
        assert list(game.returns.values()) == state.returns()


def oware_of(state: Any) -> list[int]:
    """OpenSpiel's seeds: south's pits, north's, and the stores."""
    lines = [line.split() for line in str(state).splitlines() if line]
    north, south = [[int(number) for number in line] for line in lines if line[0].isdigit()]
    first, second = [int(line[4]) for line in lines if line[0] == "Player"]
    return [*south, *north[::-1], second, first]


def test_a_last_seed_in_the_store_gives_another_turn() -> None:
    game = Mancala()
    game.push("sow(s3)")
    assert (lying(game), game.active) == ([4, 4, 0, 5, 5, 5, 4, 4, 4, 4, 4, 4, 1, 0], ("south",))


def test_the_store_of_the_other_is_left_out() -> None:
    game = placed("1 1 0 0 0 9", "1 1 1 1 1 1")
    game.push("sow(s6)")
    assert lying(game) == [2, 2, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 1, 0]


def test_a_last_seed_in_an_empty_own_pit_takes_the_pit_opposite() -> None:
    game = placed("1 0 0 0 0 1", "1 1 1 1 5 1")
    game.push("sow(s1)")
    assert lying(game) == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 6, 0]
    nothing = placed("1 0 0 0 0 1", "1 1 1 1 0 1")
    nothing.push("sow(s1)")
    assert nothing.seeds("s2") == 1


def test_the_rest_is_its_owners() -> None:
    game = placed("0 0 0 0 0 1", "1 2 0 0 0 0", (10, 9))
    game.push("sow(s6)")
    assert (game.is_over, game.scores, game.winners) == (True, {"south": 11, "north": 12}, ("north",))


def test_oware_takes_twos_and_threes_backwards_but_never_all() -> None:
    game = placed("0 0 0 0 0 3", "1 2 1 0 0 4", variant="oware")
    game.push("sow(s6)")
    assert lying(game) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 7, 0]
    every = placed("1 0 0 0 0 3", "1 2 1 0 0 0", variant="oware")
    every.push("sow(s6)")
    assert (every.seeds("south"), every.on_side("north")) == (0, 7)


def test_oware_leaves_the_pit_out_and_the_other_a_move() -> None:
    game = placed("0 0 0 0 0 12", "0 0 0 0 0 0", variant="oware")
    game.push("sow(s6)")
    assert lying(game)[:6] == [1, 1, 1, 1, 1, 0]
    hungry = placed("1 0 0 0 1 1", "0 0 0 0 0 0", variant="oware")
    assert [str(move) for move in hungry.moves()] == ["sow(s6)"]
    with pytest.raises(IllegalMove):
        hungry.push("sow(s1)")


def test_other_rules_are_refused() -> None:
    with pytest.raises(BadOption):
        Mancala(options={"variant": "bao"})


def test_seeds_in_the_store_are_better() -> None:
    assert placed("1 1 1 1 1 1", "1 1 1 1 1 1", (9, 3)).estimate("south") > 0


@pytest.mark.parametrize("variant", ["kalah", "oware"])
def test_the_greedy_bot_beats_the_random_one(variant: str) -> None:
    options = {"variant": variant}
    greedy, _random = contest(rondel.find("mancala"), ["greedy", "random"], games=10, seed=1, options=options, seats=None)
    assert greedy.points >= 8


def test_where_all_seeds_of_the_other_would_be_taken_none_are_and_earlier_positions_still_count() -> None:
    game = placed("0 1 0 0 0 1", "1 0 0 0 0 1", variant="oware")
    for pit in ("s2", "n6", "s6"):
        game.push(f"sow({pit})")
    assert (game.seeds("n1"), game.seeds("south")) == (2, 0)
    assert len(game.seen.value) == 3
