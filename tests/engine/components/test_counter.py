"""Counters: numbers that stay within bounds."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.engine import EVERYONE, OWNER, ActivePlayer, Counter, Game, GameEnd, To, _, on
from rondel.engine.components.journal import Journal
from rondel.engine.records.record import restore
from rondel.errors import BadPosition, RulesError
from tests.engine.witness import seen


class Bank(Game):
    """Players take coins from a bank of five."""

    name = "bank"
    title = _("Bank")
    seats = ("left", "right")

    def setup(self) -> To[Take]:
        self.bank = self.add(Counter("bank", 5, most=5, visible_to=EVERYONE))
        self.purse = self.each(Counter, "purse", visible_to=OWNER)
        return Take


class Take(ActivePlayer[Bank]):
    """Take some."""

    description = _("{actplayer} takes coins")
    my_turn = _("{you} take coins")


@on(Take, _("{actplayer} takes {number}"))
def take(game: Bank, number: int) -> To[Take] | To[GameEnd]:
    """The coins go into the player's purse."""
    game.bank.give(number, game.purse[game.player])
    game.next_player()
    return Take if game.bank.value else GameEnd


@take.options
def numbers(game: Bank) -> list[int]:
    """One or two, and one that is too many: the rules do not look."""
    return [1, 2, 9]


def test_a_counter_counts_through_the_journal() -> None:
    game = Bank(seed=1)
    start = seen(game)
    game.push("take(2)")
    game.push("take(1)")
    assert (game.bank.value, game.purse["left"].value, game.purse["right"].value) == (2, 2, 1)
    assert game.view("left")["props"] == {"bank": 2, "purse_left": 2}
    for twin in (game.copy(), restore(Bank, game.snapshot())):
        assert seen(twin) == seen(game)
    game.pop()
    game.pop()
    assert seen(game) == start


def test_what_leaves_the_bounds_is_refused_and_nothing_has_changed() -> None:
    game = Bank(seed=1)
    start = seen(game)
    with pytest.raises(RulesError, match="counter 'bank' cannot be -4: it is at least 0"):
        game.push("take(9)")
    assert seen(game) == start
    with pytest.raises(RulesError, match="counter 'bank' cannot be 6: it is at most 5"):
        game.bank.add()
    with pytest.raises(RulesError, match="counter 'bank' cannot be 6: it is at most 5"):
        game.bank.value = 6
    with pytest.raises(RulesError, match="counter 'purse_left' cannot be -1: it is at least 0"):
        game.purse["left"].take()
    game.purse["left"].add(3)
    with pytest.raises(RulesError, match="counter 'bank' cannot be 8: it is at most 5"):
        game.purse["left"].give(3, game.bank)
    assert game.purse["left"].value == 3


def test_a_counter_without_bounds() -> None:
    counter = Counter("depth", -3, least=None)
    assert [counter.add(-4), counter.take(2), counter.add(10**30)] == [-7, -9, 10**30 - 9]
    counter.give(5, counter)
    assert counter.value == 10**30 - 9


@pytest.mark.parametrize("value", [1.5, "1", None, [1]])
def test_a_counter_is_a_whole_number(value: Any) -> None:
    counter = Counter("coins", 1)
    with pytest.raises((RulesError, TypeError)):
        counter.value = value
    assert counter.value == 1


@pytest.mark.parametrize("given", [{"value": -1}, {"value": 3, "most": 2}, {"value": 0, "least": 1}])
def test_a_counter_begins_within_its_bounds(given: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="counter 'coins' cannot be"):
        Counter("coins", **given)


@pytest.mark.parametrize(("value", "said"), [(9, "it is at most 5"), ("x", "it is a whole number")])
def test_a_position_with_a_wrong_count_is_refused(value: Any, said: str) -> None:
    with pytest.raises(BadPosition, match=f"counter 'bank' cannot be {value!r}: {said}"):
        Bank(position={"props": {"bank": value}})


def test_the_scene_tells_which_props_are_drawn() -> None:
    assert Bank(seed=1).scene()["counters"] == [
        {"name": "bank", "layout": "counter", "least": 0, "most": 5},
        {"name": "purse_left", "layout": "counter", "least": 0, "most": None},
        {"name": "purse_right", "layout": "counter", "least": 0, "most": None},
    ]


def test_a_look_at_a_hidden_counter_is_noted() -> None:
    counter = Counter("coins", 1, visible_to=("left",))
    counter._journal = Journal()
    assert counter.value == 1
    assert counter._journal.looked == [counter]


def test_a_quiet_counter_is_not_drawn_and_chips_are_said_in_the_scene() -> None:
    scene = rondel.new("leduc_poker").scene()
    assert [each["name"] for each in scene["counters"]] == ["stake_first", "stake_second"]
    assert [each["chips"] for each in scene["counters"]] == [True, True]
    assert "bets" in scene["quiet"]


def test_the_scene_names_the_goal_of_a_counter_and_the_quiet_ones_of_a_pool() -> None:
    tricks = rondel.new("spades").scene()["counters"]
    assert [each["goal"] for each in tricks if each["name"] == "tricks_north"] == ["bid_north"]
    chips = rondel.new("texas_holdem", seats=2).scene()
    assert [each["name"] for each in chips["counters"] if each.get("pooled")] == ["staked_red", "staked_orange"]
    assert "staked_red" in chips["quiet"]
