"""Can't Stop: the rulebook's own examples, the odds that others have counted, and what holds in every game."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import CHANCE, OBSERVER
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.imagination import Imagination
from rondel.errors import IllegalMove, UndoBarrier
from rondel.shelf.cant_stop.rules import FALLS, LENGTHS, WEIGHTS
from rondel.testing import walk
from rondel.tournament import contest


def begun(
    runners: dict[int, int] | None = None,
    markers: dict[str, dict[int, int]] | None = None,
    *,
    state: str = "Decide",
    seats: int = 2,
    **options: Any,
) -> rondel.Game:
    """A game whose first player has runners at these heights, and in which players have markers; chance is asked."""
    placed = runners or {}
    lying: dict[str, list[dict[str, Any]]] = {f"column_{number}": [] for number in LENGTHS}
    for role, heights in (markers or {}).items():
        for number, height in heights.items():
            lying[f"column_{number}"].append({"kind": "marker", "owner": role, "at": str(height)})
    for number, height in placed.items():
        lying[f"column_{number}"].append({"kind": "runner", "face": "runner", "at": str(height)})
    left = [{"kind": "runner", "face": "runner"} for _each in range(3 - len(placed))]
    dice = [{"kind": "die", "face": "1"} for _each in range(4)]
    position = {"state": state, "containers": {**lying, "runners": left, "dice": dice}}
    return rondel.new("cant_stop", position=position, chance="explicit", seats=seats, options=options)


def fall(game: rondel.Game, dice: str) -> None:
    """Let the dice fall so, in any order."""
    game.push(f"chance({''.join(sorted(dice))})")


def rolled(game: rondel.Game, dice: str) -> list[str]:
    """Roll on; what may be done then."""
    game.push("roll")
    fall(game, dice)
    return ways(game)


def ways(game: rondel.Game) -> list[str]:
    return [move.words[0] for move in game.moves() if move.action == "advance"]


def heights(game: rondel.Game, kind: str, role: str | None = None) -> dict[int, int]:
    """How high the tokens of a kind and owner stand, by column."""
    found: dict[int, int] = {}
    for number in LENGTHS:
        for token in game.view(OBSERVER)["containers"][f"column_{number}"]["tokens"]:
            if token["kind"] == kind and token.get("owner") == role:
                found[number] = int(str(token["at"]).partition(".")[0])
    return found


# -- the odds ----------------------------------------------------------------------------------------------------------


def odds(game: rondel.Game) -> int:
    """In how many of the 1296 rolls a runner can move, by the probabilities of chance in the game itself."""
    mover = game.active[0]
    game.push("roll")
    good = 0.0
    for move in game.moves(CHANCE):
        game.push(move, CHANCE)
        good += move.probability if game.active == (mover,) else 0
        game.pop()
    game.pop()
    assert good * 1296 == pytest.approx(round(good * 1296))
    return round(good * 1296)


def test_four_dice_fall_in_126_ways() -> None:
    """Counted die by die; chance's probabilities are those of 1296 equal rolls."""
    counted = Counter("".join(map(str, sorted(dice))) for dice in product(range(1, 7), repeat=4))
    assert dict(zip(FALLS, WEIGHTS, strict=True)) == counted
    game = rondel.new("cant_stop", chance="explicit")
    moves = game.moves(CHANCE)
    assert len(moves) == 126
    assert {move.words[0]: round(move.probability * 1296) for move in moves} == counted


@pytest.mark.parametrize(
    ("columns", "of_1296"),
    [
        # J. Kaufman, "The probabilities of Can't Stop" (2005), counts how often three columns bust; the best and the worst
        # of them, 92.0 % and 43.8 %, are those that every table of the game has.
        ((6, 7, 8), 1192),
        ((2, 3, 12), 568),
        ((2, 11, 12), 568),
    ],
)
def test_how_often_three_columns_can_be_moved(columns: tuple[int, ...], of_1296: int) -> None:
    assert odds(begun(dict.fromkeys(columns, 1))) == of_1296


def test_the_odds_of_any_three_columns_are_counted_by_hand() -> None:
    """Six pairs of four dice: some of them must add up to one of the columns."""
    rolls = list(product(range(1, 7), repeat=4))
    sums = [{one + other for one, other in combinations(dice, 2)} for dice in rolls]
    for columns in Random(3).sample(list(combinations(LENGTHS, 3)), 12):
        assert odds(begun(dict.fromkeys(columns, 1))) == len([each for each in sums if each & set(columns)])


def test_with_a_runner_left_no_roll_is_lost_while_all_columns_are_open() -> None:
    assert odds(begun({2: 1, 12: 1})) == 1296


def test_with_one_runner_left_a_roll_is_lost_to_closed_columns() -> None:
    """Without 4 to 10: some two dice must make 2, 3, 11 or 12, which all is what others cannot."""
    closed = {"azure": {number: LENGTHS[number] for number in range(4, 11)}}
    rolls = list(product(range(1, 7), repeat=4))
    good = [dice for dice in rolls if {a + b for a, b in combinations(dice, 2)} & {2, 3, 11, 12}]
    assert odds(begun({2: 1}, closed)) == len(good)


# -- pairing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("1546", ["5+11", "6+10", "7+9"]),  # the rulebook's first example
        ("1234", ["3+7", "4+6", "5+5"]),
        ("2222", ["4+4"]),
        ("1122", ["2+4", "3+3"]),
        ("1116", ["2+7"]),
    ],
)
def test_four_dice_make_up_to_three_pairings(dice: str, expected: list[str]) -> None:
    game = rondel.new("cant_stop", chance="explicit")
    fall(game, dice)
    assert ways(game) == expected


def test_as_many_pairings_as_there_are() -> None:
    """Four different dice make three pairings, of three different sums pairs unless two of them are the same."""
    game = rondel.new("cant_stop", chance="explicit")
    for dice in FALLS:
        one, two, three, four = map(int, dice)
        pairs = {
            tuple(sorted(sums)) for sums in ((one + two, three + four), (one + three, two + four), (one + four, two + three))
        }
        game.push(f"chance({dice})")
        assert sorted(ways(game)) == sorted("+".join(map(str, sums)) for sums in pairs)
        game.pop()


def test_the_last_runner_goes_into_one_of_two_new_columns() -> None:
    """The rulebook: with runners in 6 and 10, a roll of 2-4-3-5 may be 6 and 8, or one of 5 and 9, or 7 twice."""
    game = begun({6: 1, 10: 1})
    assert rolled(game, "2435") == ["5", "9", "6+8", "7+7"]
    game.push("advance(7+7)")
    assert heights(game, "runner") == {6: 1, 7: 2, 10: 1}
    game.pop()
    game.push("advance(5)")
    assert heights(game, "runner") == {5: 1, 6: 1, 10: 1}


def test_what_can_be_moved_must_be() -> None:
    """The rulebook: runners in 3 and 6, and 2-4-5-5: with 6 goes 10, or the third runner goes to 7 or 9."""
    game = begun({3: 1, 6: 1})
    assert rolled(game, "2455") == ["6+10", "7", "9"]
    for wrong in ("advance(6)", "advance(10)", "advance(7+9)"):
        with pytest.raises(IllegalMove):
            game.push(wrong)


def test_a_runner_on_top_goes_no_further() -> None:
    """The rulebook's example: runners in 3, 8, and on top of 6; a roll of 2-4-5-5 loses it all."""
    game = begun({3: 1, 6: LENGTHS[6], 8: 2}, {"ruby": {6: 4}})
    game.push("roll")
    fall(game, "2455")
    assert game.active == (CHANCE,)  # it is azure's turn
    assert heights(game, "runner") == {}
    assert heights(game, "marker", "ruby") == {6: 4}
    assert [event["name"] for event in game.events(0, OBSERVER)][-2:] == ["rolled", "bust"]
    assert game.view(OBSERVER)["play_order"] == ["azure", "ruby"]


def test_the_last_space_is_climbed_once_by_a_pair_of_one_sum() -> None:
    game = begun({2: 2, 3: 1, 12: 1})
    assert rolled(game, "1111") == ["2"]
    game.push("advance(2)")
    assert heights(game, "runner")[2] == 3


# -- stopping, and winning ---------------------------------------------------------------------------------------------


def test_markers_take_the_places_of_the_runners_and_are_gone_on_from() -> None:
    game = begun({5: 3, 9: 2}, {"ruby": {5: 1}, "azure": {5: 3}})
    game.push("stop")
    assert heights(game, "marker", "ruby") == {5: 3, 9: 2}
    assert heights(game, "marker", "azure") == {5: 3}  # a space is shared
    assert heights(game, "runner") == {}
    fall(game, "1415")
    game.push("advance(5+6)")
    assert heights(game, "runner") == {5: 4, 6: 1}


def test_a_column_won_is_closed_to_all_and_the_others_leave_it() -> None:
    game = begun({7: 13}, {"azure": {7: 12, 8: 2}})
    game.push("stop")
    assert heights(game, "marker", "azure") == {8: 2}
    assert game.scores == {"ruby": 1, "azure": 0}
    fall(game, "1634")  # a seven either way, or 4 and 10, or 5 and 9
    assert ways(game) == ["4+10", "5+9"]


def test_three_columns_win() -> None:
    game = begun({12: 3}, {"ruby": {2: 3, 3: 5}, "azure": {12: 2}})
    game.push("stop")
    assert game.is_over
    assert game.winners == ("ruby",)
    assert game.scores == {"ruby": 3, "azure": 0}


def test_a_runner_on_top_has_not_won_before_the_turn_is_stopped() -> None:
    game = begun({12: 2}, {"ruby": {2: 3, 3: 5}})
    rolled(game, "6666")
    game.push("advance(12)")
    assert not game.is_over
    assert game.scores["ruby"] == 2


@pytest.mark.parametrize(("goal", "over"), [(1, True), (2, False)])
def test_fewer_columns_may_be_enough(goal: int, over: bool) -> None:
    game = begun({12: 3}, goal=goal)
    game.push("stop")
    assert game.is_over == over


def test_where_no_column_is_left_the_game_ends() -> None:
    """With five to win and four players, nobody may come to have five."""
    shared = {"azure": (2, 3, 4, 5), "jade": (6, 7, 8, 9), "ruby": (10, 11)}
    game = begun(
        {12: 3}, {role: {each: LENGTHS[each] for each in numbers} for role, numbers in shared.items()}, seats=4, goal=5
    )
    game.push("stop")
    assert game.is_over
    assert game.winners == ("azure", "jade")


def test_runners_may_jump_over_the_markers_of_others() -> None:
    markers = {"azure": {8: 2}, "ruby": {6: 1}, "jade": {8: 3}}
    game = begun({8: 1, 6: 2}, markers, seats=3, jump=True)
    rolled(game, "2626")
    game.push("advance(8+8)")
    assert heights(game, "runner") == {6: 2, 8: 5}
    plain = begun({8: 1, 6: 2}, markers, seats=3)
    rolled(plain, "2626")
    plain.push("advance(8+8)")
    assert heights(plain, "runner") == {6: 2, 8: 3}


def test_a_roll_is_not_taken_back() -> None:
    game = rondel.new("cant_stop", seed=3)
    for move in (game.moves()[0], "roll"):
        game.push(move)
    with pytest.raises(UndoBarrier):
        game.undo("ruby")


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"jump": True}, {"goal": 5}], ids=str)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.played
def test_what_holds_in_every_game(seats: int, options: dict[str, Any], scaled: Any) -> None:
    for seed in range(scaled(12)):
        game = rondel.new("cant_stop", seats=seats, seed=seed, options=options)
        kept: dict[str, dict[int, int]] = {role: {} for role in game.roles}
        for move in walk(game, Random(seed), 5_000):
            game.push(move)
            containers = game.view(OBSERVER)["containers"]
            runners = heights(game, "runner")
            assert len(runners) + len(containers["runners"]["tokens"]) == 3
            tops: Counter[int] = Counter()
            for role in game.roles:
                now = heights(game, "marker", role)
                for number, height in now.items():
                    assert height >= kept[role].get(number, 0)
                    tops[number] += height == LENGTHS[number]
                assert game.scores[role] == len([each for each, height in now.items() if height == LENGTHS[each]])
                kept[role] = now
            for number, count in tops.items():
                assert count <= 1
                if count:
                    assert len(containers[f"column_{number}"]["tokens"]) == 1
                    assert number not in runners
        assert game.is_over
        assert max(game.scores.values()) >= options.get("goal", 3) or sum(game.scores.values()) == 11
        view = game.view(OBSERVER)
        assert all(view["stats"]["busts"][role] < view["stats"]["rolls"][role] for role in game.roles)


@pytest.mark.played
@pytest.mark.parametrize("seats", [2, 3])
def test_the_greedy_bot_beats_the_random_one(seats: int) -> None:
    greedy, _random = contest(rondel.find("cant_stop"), ["greedy", "random"], games=4, seed=1, options={"goal": 2}, seats=seats)
    assert greedy.mean >= 0.9 * (1 if seats == 2 else 0.5)


def test_the_greedy_bot_stops_when_much_is_at_stake_and_rolls_when_nothing_is() -> None:
    from rondel.players import Question
    from rondel.players.bots.greedy_bot import GreedyBot

    def answers(game: rondel.Game) -> set[str]:
        question = Question("ruby", game.view("ruby"), imagination=Imagination(game, "ruby"))
        return {GreedyBot(seed=seed).answer(question) for seed in range(8)}

    assert answers(begun({2: 3, 3: 4, 12: 2})) == {"stop"}
    assert answers(begun({6: 1, 7: 1, 8: 1})) == {"roll"}
    assert answers(begun({6: 1, 8: 1})) == {"roll"}


def test_imagining_it_is_copying_it() -> None:
    """Everything shows; so it is not made up again, roll by roll, and what comes is by another seed."""
    game = rondel.new("cant_stop", seed=5)
    for move in walk(game, Random(1), 40):
        game.push(move)
    role = game.active[0]
    falls = set()
    for seed in range(8):
        imagined = game.imagine(role, seed)
        assert imagined.consistent == "history"
        assert imagined.key() == game.key()
        assert imagined.record()["answers"][-1] == game.record()["answers"][-1]
        while imagined.state != "Decide":
            imagined.push(imagined.moves()[0])
        imagined.push("roll")
        falls.add(imagined.record()["answers"][-1][1])
    assert len(falls) > 3


@pytest.mark.parametrize("role", ["ruby", "azure"])
def test_from_what_a_player_knows_the_very_game_is_imagined(role: str) -> None:
    game = rondel.new("cant_stop", seed=0)
    for ply, move in enumerate(walk(game, Random(0), 40)):
        if ply in (9, 17, 39):
            imagined = rondel.imagine(game.information_state(role), 5)
            assert imagined.consistent == "history"
            assert imagined.view(role) == game.view(role)
        game.push(move)


def rolled_before(*, ids: bool = False) -> rondel.Game:
    """A game from a position after seven rolls; its tokens may have ids, as in the position of a snapshot."""
    dice: list[dict[str, Any]] = [{"kind": "die", "face": "1"} for _each in range(4)]
    runners: list[dict[str, Any]] = [{"kind": "runner", "face": "runner"} for _each in range(3)]
    if ids:
        for number, token in enumerate([*runners, *dice]):
            token["id"] = number
    stats = {"rolls": {"ruby": 4, "azure": 3}, "busts": {"ruby": 1, "azure": 0}}
    position = {"state": "Decide", "stats": stats, "containers": {"dice": dice, "runners": runners}}
    return rondel.new("cant_stop", position=position, seed=1)


@pytest.mark.parametrize("ids", [False, True])
def test_from_a_position_too(ids: bool) -> None:
    game = rolled_before(ids=ids)
    for move in walk(game, Random(1), 6):
        game.push(move)
    imagined = rondel.imagine(game.information_state("azure"), 5)
    assert (imagined.consistent, imagined.view("azure")) == ("history", game.view("azure"))


def test_a_roll_that_was_taken_back_does_not_shift_the_rolls_before_the_start() -> None:
    game = rolled_before()
    game.push("roll")
    game.undo("ruby", agreed=True)
    known = {**game.view("azure"), "seen": [], "told": game.events(0, "azure")}
    supposed = game.suppose("azure", known, SeededRandom(1))
    assert [len(falls) for falls in supposed] == [0, 0, 0, 0, 0, 0, 0, 1]
