"""The rules of liar's dice: one round against OpenSpiel's game, then rounds, who is out, and what each player sees."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import product
from random import Random
from typing import Any

import pyspiel
import pytest

import rondel
from rondel.engine import CHANCE, OBSERVER, Game
from rondel.errors import IllegalMove, UndoBarrier
from rondel.testing import walk


def rolled(*dice: str, **options: Any) -> Game:
    """A game with these faces under the cups: ``rolled("13", "66")``."""
    game = rondel.new("liars_dice", seats=len(dice), options={"dice": len(dice[0]), **options}, chance="explicit")
    roll(game, dice)
    return game


def roll(game: Game, dice: Iterable[str]) -> None:
    for face in "".join(dice):
        game.push(f"roll({face})", CHANCE)


def bids(game: Game, *said: str) -> None:
    """Bids as in ``bids(game, "2x5", "3x1")``."""
    for each in said:
        game.push(f"bid({each.replace('x', ',')})")


def faces(game: Game, reader: str, container: str) -> str | int:
    """The faces of the dice there, or how many there are for a reader who only sees their backs."""
    seen = game.view(reader)["containers"][container]
    return "".join(token["face"] for token in seen["tokens"]) if "tokens" in seen else int(seen["backs"])


# -- OpenSpiel's game --------------------------------------------------------------------------------------------------


def action(text: str, dice: int) -> int:
    """OpenSpiel's number for a move: bids are numbered by quantity, then face, and the challenge comes last."""
    if text == "liar":
        return 6 * dice
    quantity, face = text.removeprefix("bid(").removesuffix(")").split(",")
    return 6 * (int(quantity) - 1) + int(face) - 1


def both(theirs: pyspiel.Game, dice: tuple[int, ...], **options: Any) -> tuple[Game, pyspiel.State]:
    """Our game and OpenSpiel's, with the same dice rolled."""
    each = len(dice) // 2
    state = theirs.new_initial_state()
    for face in dice:
        state.apply_action(face - 1)
    said = "".join(map(str, dice))
    return rolled(said[:each], said[each:], **options), state


def compare(game: Game, state: pyspiel.State) -> None:
    assert game.is_over == state.is_terminal()
    if game.is_over:
        assert list(game.returns.values()) == state.returns()
        return
    total = sum(len(str(answer[1])) > 0 for answer in game.record()["answers"] if answer[0] == CHANCE)
    assert game.active == (game.roles[state.current_player()],)
    assert [action(move.text, total) for move in game.moves()] == state.legal_actions()


def test_with_one_die_each_every_way_to_bid_is_one_of_openspiel() -> None:
    """The whole tree under one roll: 2 to the 12th points of decision, as any of the 12 bids may be made or left out."""
    decisions = 0

    def visit(game: Game, state: pyspiel.State) -> None:
        nonlocal decisions
        compare(game, state)
        if game.is_over:
            return
        decisions += 1
        for move, number in zip(game.moves(), state.legal_actions(), strict=True):
            game.push(move)
            visit(game, state.child(number))
            game.pop()

    visit(*both(pyspiel.load_game("liars_dice"), (2, 6)))
    assert decisions == 2**12


@pytest.mark.parametrize("one_round", [True, False])
def test_with_one_die_each_every_bid_is_judged_as_by_openspiel(one_round: bool) -> None:
    theirs = pyspiel.load_game("liars_dice")
    for dice in product(range(1, 7), repeat=2):
        for number in range(12):
            game, state = both(theirs, dice, one_round=one_round)
            bids(game, f"{number // 6 + 1}x{number % 6 + 1}")
            state.apply_action(number)
            game.push("liar")
            state.apply_action(12)
            compare(game, state)


@pytest.mark.parametrize("each", [2, 3])
def test_a_round_with_more_dice_is_openspiels(each: int) -> None:
    theirs = pyspiel.load_game(f"liars_dice(numdice={each})")
    random = Random(each)
    for _game in range(200):
        dice = tuple([random.randint(1, 6) for _die in range(2 * each)])
        game, state = both(theirs, dice, one_round=True)
        compare(game, state)
        while not game.is_over:
            moves = game.moves()
            move = random.choice([*moves[:4], moves[-1]])  # low bids, so that the bids go on for a while
            number = action(move.text, 2 * each)
            game.push(move)
            state.apply_action(number)
            compare(game, state)


def test_who_does_every_move_alike_can_be_exploited_as_others_found() -> None:
    """OpenSpiel's ``exploitability`` and ``nash_conv`` of uniform play with one die each: 0.780744 and 1.561489.

    Who plays uniformly tells nothing about the own die, so to the best answer every roll of it is as likely throughout, and
    all that matters of what was said is the standing bid. The moves and the judgements are asked of the rules.
    """
    moves: dict[str, list[str]] = {}
    ruby_has: dict[tuple[str, str], int] = {}  # by the roll and the standing bid of ruby
    for roll in map("".join, product("123456", repeat=2)):
        for standing in ["", *[f"{quantity}x{face}" for quantity in (1, 2) for face in range(1, 7)]]:
            game = rolled(*roll, one_round=True)
            bids(game, *[standing] if standing else [])
            said = moves.setdefault(standing, [each.text for each in game.moves()])
            assert said == [each.text for each in game.moves()]  # whatever was rolled
            if standing:
                game.push("liar")
                ruby_has[roll, standing] = int(game.returns["ruby"])

    def best(seat: int, own: str, standing: str, turn: int) -> float:
        """What the best answer of a seat with this die is worth to it from here, the other playing uniformly."""
        values: list[float] = []
        for move in moves[standing]:
            if move == "liar":
                rolls = [other + own if turn == seat else own + other for other in "123456"]  # who bid comes first
                sign = -1 if turn == seat else 1
                values.append(sign * sum(ruby_has[each, standing] for each in rolls) / 6)
            else:
                bid = move.removeprefix("bid(").removesuffix(")").replace(",", "x")
                values.append(best(seat, own, bid, 1 - turn))
        return max(values) if turn == seat else sum(values) / len(values)

    conv = sum(best(seat, own, "", 0) / 6 for seat in (0, 1) for own in "123456")
    assert conv == pytest.approx(1.561489, abs=1e-6)
    assert conv / 2 == pytest.approx(0.780744, abs=1e-6)


def test_six_may_play() -> None:
    """Bids go up to all twelve dice and round the table; after the sixth seat it is the first one's turn."""
    game = rolled("12", "34", "56", "11", "22", "33")
    assert game.roles == ("ruby", "azure", "jade", "amber", "violet", "slate")
    assert [move.text for move in game.moves()][-1] == "bid(12,6)"
    for _who in game.roles[:-1]:
        game.push(game.moves()[0].text)
    assert game.active == ("slate",)
    game.push("liar")  # 1x5 by violet, and there are a five and a six
    assert game.scores == {**dict.fromkeys(game.roles, 2), "slate": 1}
    assert game.active == (CHANCE,)
    roll(game, ["12", "34", "56", "11", "22", "3"])
    assert game.active == ("slate",)
    bids(game, "1x3")
    assert game.active == ("ruby",)


# -- bids --------------------------------------------------------------------------------------------------------------


def test_a_bid_names_more_dice_or_as_many_of_a_higher_face() -> None:
    game = rolled("11", "22")
    assert len(game.moves()) == 4 * 6
    bids(game, "2x4")
    allowed = [str(move) for move in game.moves()]
    assert allowed[:3] == ["bid(2,5)", "bid(2,6)", "bid(3,1)"]
    assert allowed[-2:] == ["bid(4,6)", "liar"]
    for wrong in ("bid(2,4)", "bid(2,3)", "bid(1,6)", "bid(5,1)"):
        with pytest.raises(IllegalMove):
            game.push(wrong)
    bids(game, "2x6")
    assert str(game.moves()[0]) == "bid(3,1)"


def test_the_first_bid_cannot_be_doubted_before_it_is_made_and_the_highest_must_be() -> None:
    game = rolled("1", "2")
    with pytest.raises(IllegalMove):
        game.push("liar")
    bids(game, "2x6")
    assert [str(move) for move in game.moves()] == ["liar"]
    assert game.moves()[0].forced


@pytest.mark.parametrize(
    ("wild", "bid", "loser"),
    [
        (6, "3x4", "azure"),  # 4, 4 and the six: true
        (6, "4x4", "ruby"),
        (6, "1x6", "azure"),
        (6, "2x6", "ruby"),
        (0, "2x4", "azure"),
        (0, "3x4", "ruby"),
        (1, "3x4", "azure"),  # 4, 4 and the one
        (1, "2x6", "azure"),
        (1, "3x6", "ruby"),
    ],
)
def test_what_counts(wild: int, bid: str, loser: str) -> None:
    game = rolled("14", "46", wild=wild)
    bids(game, bid)
    game.push("liar")
    assert game.scores == {role: 1 if role == loser else 2 for role in ("ruby", "azure")}


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_who_loses_a_die_begins_the_next_round() -> None:
    game = rolled("11", "22", "33")
    bids(game, "1x1", "4x5")
    game.push("liar")  # by jade, rightly: azure loses
    assert game.scores == {"ruby": 2, "azure": 1, "jade": 2}
    assert game.active == (CHANCE,)
    roll(game, ["45", "1", "66"])
    assert game.active == ("azure",)
    assert faces(game, "jade", "cup_jade") == "66"
    assert len(game.moves()) == 5 * 6


def test_who_has_no_die_left_is_out_and_the_next_begins() -> None:
    game = rolled("1", "2", "3")
    bids(game, "2x1")
    game.push("liar")
    assert game.view(OBSERVER)["play_order"] == ["azure", "jade"]
    assert [event["name"] for event in game.events(0, OBSERVER)] == ["bid", "liar", "lifted", "out"]
    roll(game, ["2", "3"])
    assert game.active == ("azure",)
    bids(game, "1x1")
    game.push("liar")
    assert game.is_over
    assert game.winners == ("jade",)
    assert game.returns == {"ruby": -0.5, "azure": -0.5, "jade": 1.0}


def test_one_round_ends_with_the_first_doubt() -> None:
    game = rolled("11", "22", one_round=True)
    bids(game, "1x1")
    game.push("liar")
    assert game.is_over
    assert game.winners == ("ruby",)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_random_games_end_with_one_player_left(seats: int) -> None:
    for seed in range(5):
        game = rondel.new("liars_dice", seats=seats, seed=seed)
        progress = 0
        for move in walk(game, Random(seed), 2_000):
            game.push(move)
            assert game.progress >= progress
            progress = game.progress
        assert game.is_over
        assert len([role for role, dice in game.scores.items() if dice]) == 1


# -- what is seen ------------------------------------------------------------------------------------------------------


def test_each_sees_the_own_dice_in_order_until_the_cups_are_lifted() -> None:
    game = rolled("521", "363")
    assert faces(game, "ruby", "cup_ruby") == "125"
    assert faces(game, "azure", "cup_ruby") == faces(game, OBSERVER, "cup_ruby") == 3
    bids(game, "1x1")
    assert faces(game, OBSERVER, "lifted_ruby") == ""
    game.push("liar")
    assert faces(game, OBSERVER, "lifted_ruby") == "125"
    assert faces(game, "ruby", "lifted_azure") == "336"
    lifted = next(event for event in game.events(0, OBSERVER) if event["name"] == "lifted")
    assert lifted["args"]["dice"] == {"ruby": ["1", "2", "5"], "azure": ["3", "3", "6"]}
    roll(game, ["444", "44"])
    assert faces(game, OBSERVER, "lifted_ruby") == "125"
    bids(game, "1x2")  # the next round has begun
    assert faces(game, OBSERVER, "lifted_ruby") == faces(game, OBSERVER, "lifted_azure") == ""


def test_the_order_in_which_dice_fell_is_not_seen() -> None:
    one, other = rolled("521", "363"), rolled("152", "633")
    for role in ("ruby", "azure", OBSERVER):
        assert json.dumps(one.view(role)) == json.dumps(other.view(role))


def test_the_others_dice_change_nothing_one_sees() -> None:
    one, other = rolled("521", "363"), rolled("521", "111")
    assert json.dumps(one.view("ruby")) == json.dumps(other.view("ruby"))
    assert one.estimate("ruby") == other.estimate("ruby")


def test_a_bid_stands_once_the_next_player_was_asked() -> None:
    game = rolled("1", "2")
    bids(game, "1x1")
    with pytest.raises(UndoBarrier):
        game.undo("ruby")


def test_the_standing_bid_is_told_with_the_question() -> None:
    game = rolled("1", "2")
    standing: Callable[[], Any] = lambda: game.view("azure")["question"]["args"]["standing"]  # noqa: E731
    assert standing()["text"] == "there is no bid yet"
    bids(game, "1x4")
    assert standing()["args"] == {"player": {"role": "ruby"}, "quantity": 1, "face": 4}


def test_how_likely_a_bid_is() -> None:
    """By hand: 2 x 5 with a five of one's own and one unknown die needs a five or a six of it."""
    game = rolled("5", "1")
    bids(game, "2x5")
    assert game.likely("ruby") == pytest.approx(1 / 3)  # type: ignore[attr-defined]
    assert game.likely("azure") == 0  # type: ignore[attr-defined]
    assert (game.estimate("azure") or 0) > 0 > (game.estimate("ruby") or 0)


# -- imagining ---------------------------------------------------------------------------------------------------------


def test_hidden_dice_fall_as_dice_do() -> None:
    """After a round that was shown: a pair is as likely as it is with two dice, and what was shown has fallen."""
    game = rondel.new("liars_dice", seats=2, seed=4, options={"dice": 2})
    for answer in ("bid(4,6)", "liar"):
        game.push(answer)
    (lifted,) = [event["args"]["dice"] for event in game.events(0, "ruby") if event["name"] == "lifted"]
    role = next(each for each in game.roles if len(game.view(each)["containers"][f"cup_{each}"]["tokens"]) == 1)
    other = next(each for each in game.roles if each != role)
    pairs: Counter[tuple[str, ...]] = Counter()
    times = 360
    for seed in range(times):
        imagined = game.imagine(role, seed)
        pairs[tuple(die["face"] for die in imagined.view(other)["containers"][f"cup_{other}"]["tokens"])] += 1
        assert [event["args"]["dice"] for event in replayed(imagined).events(0, role) if event["name"] == "lifted"] == [lifted]
    assert sum(pairs.values()) == times
    for one in "123456":
        for two in "123456":
            if one <= two:
                share = (1 if one == two else 2) / 36
                assert abs(pairs[one, two] / times - share) < 4 * (share * (1 - share) / times) ** 0.5


def replayed(game: rondel.Game) -> rondel.Game:
    """The game of its record, with all that was told."""
    return rondel.replay(game.record(), seed=1)
