"""Spans: long ranges of whole numbers, listed as one entry, against the moves of their numbers."""

from __future__ import annotations

import json
from random import Random

import pytest

from rondel.engine.components.move import CACHED, KeptNumbers, Move, Span, count, expanded, nth, of_text, one_by_one
from rondel.engine.play.walk import Walk
from rondel.errors import IllegalMove, MalformedMove, RulesError
from rondel.learning.action_space import Numbering
from rondel.players.bots.random_bot import RandomBot
from rondel.players.match import play
from rondel.players.terminal.typed import NotUnderstood, names, understand
from rondel.testing import check
from tests.engine.rules.auction import PURSE, Auction
from tests.engine.rules.paying import Paying

LAWS = ("moves", "refusal", "suspension")


def begun(*texts: str) -> Auction:
    game = Auction(seed=1)
    for text in texts:
        game.push(text, "left" if text.startswith("seal") else None)
    return game


def test_every_number_is_a_move_and_a_view_has_one_entry() -> None:
    game = begun("open_with(vase,300)")
    texts = [str(move) for move in game.moves()]
    assert texts == ["give_up", *[f"bid({number})" for number in range(301, PURSE + 1)]]
    listed = game.view("right")["moves"]
    assert [each["text"] for each in listed] == ["give_up", "bid(301)"]
    assert listed[1]["numbers"] == {"least": 301, "most": PURSE, "step": 1, "before": "bid(", "after": ")", "part": "coins"}
    assert [each["text"] for each in one_by_one(listed)] == texts
    assert json.loads(json.dumps(listed)) == listed
    assert len(json.dumps(game.view("right"))) < 2_000
    game.push("bid(17000)")
    assert game.price.value == 17_000
    move = game.moves()[-1]
    assert (str(move), move.forced, move.describe()) == ("bid(20000)", False, "left bids 20000")
    game.push(move)
    assert game.view("left")["moves"] == [] != [each["text"] for each in game.view("right")["moves"]] == ["give_up"]


def test_each_option_before_the_number_has_a_range_of_its_own() -> None:
    game = begun()
    assert [each["numbers"] for each in game.view("left")["moves"]] == [
        {"least": 100, "most": 10_000, "step": 100, "before": "open_with(clock,", "after": ")", "part": "coins"},
        {"least": 200, "most": 10_000, "step": 100, "before": "open_with(vase,", "after": ")", "part": "coins"},
    ]
    assert len(game.moves()) == 100 + 99
    game.push("open_with(clock,4200)")
    assert (game.lot.value, game.price.value) == ("clock", 4200)
    game.pop()
    for text in ("open_with(vase,100)", "open_with(clock,150)", "open_with(clock,10100)", "open_with(clock,0100)"):
        with pytest.raises(IllegalMove, match=r"open_with\(clock,100\) to open_with\(clock,10000\), open_with\(vase,200\) to"):
            game.push(text)
    for text in (
        "open_with(clock,+100)",
        "open_with(clock, 100)",
        "open_with(clock,\u0661\u0660\u0660)",
        "open_with(clock,1_00)",
    ):
        with pytest.raises((IllegalMove, MalformedMove)):
            game.push(text)
    assert game.price.value == 0


def test_a_rule_begun_by_a_number_waits_for_its_question() -> None:
    game = begun("open_with(vase,300)", "give_up", "seal(777)")
    assert game.view("left")["question"]["text"] == "{you} must confirm"
    assert game.view("right")["moves"][0]["numbers"]["most"] == PURSE
    game.push("seal(20000)", "right")
    game.push("choose(halve)", "left")
    game.push("choose(keep)", "right")
    assert game.is_over
    assert game.scores == {"left": 388, "right": PURSE}


@pytest.mark.parametrize("law", LAWS)
def test_the_laws_hold(law: str) -> None:
    check(lambda: Auction(seed=3), law, seed=1, plies=6)


def test_a_list_with_ranges_counts_as_its_moves() -> None:
    span = Span("left", "bid", (), range(10, 50, 5), "", ("coins",))
    fold = Auction(seed=1).moves()[0]
    assert (count([fold, span]), count([fold]), count([])) == (9, 1, 0)
    whole = expanded([fold, span])
    assert [nth([fold, span], place).text for place in range(9)] == [move.text for move in whole]
    assert [of_text([fold, span], move.text) is not None for move in whole] == [True] * 9
    assert of_text([fold, span], "bid(51)") is None
    down = Span("left", "bid", (), range(-3, -60, -3), "", ("coins",))
    assert (down.text, down.numbers) == ("bid(-57)", range(-57, 0, 3))
    assert of_text([down], "bid(-30)") is not None
    with pytest.raises(IndexError):
        nth([fold, span], 9)
    with pytest.raises(RulesError, match="there are 2,000,000 legal moves, too many to list one by one"):
        expanded([Span("left", "bid", (), range(2_000_000), "", ())])


def test_the_moves_of_numbers_are_made_once_for_all_lists() -> None:
    kept = KeptNumbers()
    ranges = (range(40, 70), range(50, 100), range(10, 60), range(-5, 20), range(200, 300), range(0, 90, 3), range(98, 20, -1))
    far = (range(10_000, 10_030), range(CACHED + 1))
    seen: dict[int, Move] = {}
    for numbers in (*ranges, *far, *ranges):
        span = Span("left", "bid", (), numbers, "", ("coins",), kept)
        listed = expanded([span])
        assert [move.text for move in listed] == [f"bid({number})" for number in sorted(numbers)]
        assert [move.only for move in listed] == sorted(numbers)
        if numbers.step == 1 and numbers not in far:
            assert all(seen.setdefault(move.only, move) is move for move in listed)
    first, again = begun("open_with(vase,300)", "bid(17000)").moves(), begun("open_with(vase,300)", "bid(17000)").moves()
    assert first == again
    assert first is not again
    assert [move.text for move in first[1:]] == [f"bid({number})" for number in range(17_001, PURSE + 1)]


def test_a_random_walk_takes_the_same_moves_as_the_whole_list() -> None:
    for seed in range(20):
        game, other = Paying(), Paying()
        walk = Walk(game)
        assert walk.stroll(Random(seed).random, 4) == 4
        rng = Random(seed)
        for _step in range(4):
            moves = other.moves()
            other.push(moves[int(rng.random() * len(moves))])
        assert game.key() == other.key()


def test_numbers_are_a_domain_of_the_action_space() -> None:
    game = Paying()
    numbering = Numbering(game, "fixed")
    assert numbering.texts == tuple([f"pay({number})" for number in range(-5, 46)])
    assert sum(numbering.mask(game.moves())) == numbering.count == 51
    found = numbering.find(game.moves(), 3)
    assert found is not None
    assert found.text == "pay(-2)"
    assert Numbering(Auction(seed=1)).why.startswith("its rules ask questions midway")


def test_bots_play_it_to_the_end() -> None:
    for seed in range(5):
        game = play(Auction(seed=seed), {"left": RandomBot(seed=seed), "right": RandomBot(seed=seed + 100)})
        assert game.is_over


def test_a_number_can_be_typed() -> None:
    listed = begun("open_with(vase,300)").view("right")["moves"]
    assert names(listed) == ["give_up", "bid 301-20000"]
    assert [understand(each, listed) for each in ("4000", "bid 4000", "bid(4000)", "BID 4000", "1")] == [
        *["bid(4000)"] * 4,
        "give_up",
    ]
    for typed in ("bid", "2", "bid 300", "bid 20001", "250", "b"):
        with pytest.raises(NotUnderstood, match="Type a number from 301 to 20000, as in bid 301"):
            understand(typed, listed)
    first = begun().view("left")["moves"]
    assert understand("open_with vase 500", first) == "open_with(vase,500)"
    assert understand("vase 500", first) == "open_with(vase,500)"
    with pytest.raises(NotUnderstood, match="in steps of 100"):
        understand("vase 550", first)
