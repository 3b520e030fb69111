"""The advice of Hearts: the cases of its playout policy, and play by it."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

import rondel
from rondel.engine import Game
from rondel.shelf.hearts.advice import discarded, followed, led, passed
from rondel.testing import walk

SEATS = ("north", "east", "south", "west")


def policy(game: Game, role: str) -> str:
    """What the playout policy plays."""
    move = game.playout_move(role, game.moves(role))
    assert move is not None
    assert move in game.moves(role)
    return move.text


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("QS KS 2S AH 3C 4C 5C 6C", "QS"),
        ("AS 2S AH 3C 4C 5C 6C", "AS"),
        ("QS 2S 3S 4S 5S AH 2H 3C", "AH"),
        ("2S 3S 4S KD 2C 3C 4C 5C", "KD"),
    ],
)
def test_it_passes_high_spades_unless_lower_ones_protect_them(hand: str, card: str) -> None:
    assert passed(hand.split(), hand.split()) == card


@pytest.mark.parametrize(
    ("hand", "unseen", "card"),
    [
        ("AS 3S TD", {"QS", "2S", "2D", "KD", "AD"}, "TD"),
        ("3S 8S TD", {"QS", "2S", "2D", "KD", "AD"}, "8S"),
        ("QS 3D", {"2S", "KS", "2D", "4D"}, "3D"),
        ("KC 2D", {"2C", "AC", "3D"}, "2D"),
        ("KC 2D", {"2C", "AC"}, "KC"),
    ],
)
def test_it_leads_what_is_likely_to_be_beaten_and_low_spades_to_flush_out_the_queen(
    hand: str, unseen: set[str], card: str
) -> None:
    assert led(hand.split(), hand.split(), unseen) == card


@pytest.mark.parametrize(
    ("own", "highest", "last", "card"),
    [
        ("3D 8D KD", "9D", False, "8D"),
        ("TD KD", "9D", True, "KD"),
        ("TD KD", "9D", False, "TD"),
        ("QS 2S", "KS", False, "QS"),
        ("QS AS", "JS", True, "AS"),
        ("3S KS AS", "JS", False, "3S"),
        ("KS AS", "JS", False, "KS"),
    ],
)
def test_it_follows_below_the_winning_card_if_it_can(own: str, highest: str, last: bool, card: str) -> None:
    assert followed(own.split(), highest, last) == card


@pytest.mark.parametrize(
    ("hand", "unseen", "card"),
    [
        ("QS AS AH", {"2S", "2H"}, "QS"),
        ("AS AH", {"QS", "2S", "2H"}, "AS"),
        ("AS AH", {"2S", "2H"}, "AH"),
        ("KD 2C AC 3C", {"2D", "4C"}, "KD"),
    ],
)
def test_it_discards_the_queen_then_what_may_catch_her_then_hearts(hand: str, unseen: set[str], card: str) -> None:
    assert discarded(hand.split(), hand.split(), unseen) == card


def test_the_policy_looks_at_nothing_that_is_hidden() -> None:
    """In every imagined world the role would play the same."""
    for plies in (0, 1, 20, 33, 45):
        game = rondel.new("hearts", seed=3)
        for move in walk(game, Random(3), plies):
            game.push(move)
        role = game.active[0]
        assert {policy(game.imagine(role, seed), role) for seed in range(4)} == {policy(game, role)}


def test_who_plays_by_the_policy_takes_far_fewer_points_than_who_plays_anything() -> None:
    random = Random(1)
    own, others = [], []
    for seed in range(32):
        game = rondel.new("hearts", seed=seed, options={"target": 1})
        me = SEATS[seed % 4]
        while not game.is_over:
            role = random.choice(game.active)
            game.push(policy(game, role) if role == me else random.choice(game.moves(role)).text, role)
        own.append(game.scores[me])
        others += [game.scores[role] for role in SEATS if role != me]
    assert fmean(own) < fmean(others) / 2
