"""The rules of Spades: deal by deal against OpenSpiel's game, then whole games, what each player may suppose, bots."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import pyspiel
import pytest

import rondel
from rondel.engine import CHANCE, OBSERVER, Move
from rondel.engine.components.playing_cards import PACK, rank, suit
from rondel.errors import IllegalMove
from rondel.shelf.spades import Spades
from rondel.testing import walk
from tests.shelf.advised import advised

SEATS = ("north", "east", "south", "west")
NUMBERS = {face: 13 * ("clubs", "diamonds", "hearts", "spades").index(suit(face)) + rank(face) - 2 for face in PACK}
"""OpenSpiel's numbers of the cards; a bid is 52 and its tricks."""


def held(
    *hands: str, bids: str = "", scores: tuple[int, int] = (0, 0), begun: tuple[int, int] = (0, 0), **options: Any
) -> Spades:
    """A game in which these hands are about to be played: ``held("AS 2C", ..., bids="1 0 1 2")``."""
    containers = {f"hand_{role}": cards(hand) for role, hand in zip(SEATS, hands, strict=True)}
    position = {
        "state": "Trick" if bids else "Bidding",
        "props": {f"bid_{role}": int(bid) for role, bid in zip(SEATS, bids.split(), strict=False)} | {"bags": list(begun)},
        "containers": {**containers, "deck": []},
        "scores": [scores[seat % 2] for seat in range(4)],
    }
    return rondel.new(Spades, seed=1, options=options, position=position)


def cards(hand: str) -> list[dict[str, str]]:
    return [{"kind": "card", "face": face} for face in hand.split()]


def plays(game: Spades, played: str) -> Spades:
    for face in played.split():
        game.push(f"play({face})")
    return game


def words(game: Spades) -> list[str]:
    return [move.words[0] for move in game.moves()]


def number(move: Move) -> int:
    return NUMBERS[move.words[0]] if move.action == "play" else 52 + int(move.words[0])


def test_random_deals_are_openspiels(scaled: Callable[[int], int]) -> None:
    """OpenSpiel 2.0.2 never breaks spades: its leader always has to lead another suit if it can. So spades that ours may lead
    before are left out."""
    led = 0
    for seed in range(scaled(2_000)):
        random = Random(seed)
        options = {"target": 1, "mercy": -1, "failed_nil_helps": True}
        game = rondel.new(Spades, seed=seed, options=options)
        state = pyspiel.load_game("spades").new_initial_state()
        for _chance, text in game.record()["answers"]:
            state.apply_action(NUMBERS[text.removeprefix("draw(")[:2]])
        low = random.random() < 0.5  # bids of a few tricks, which are sometimes made
        while not state.is_terminal():
            assert game.roles[state.current_player()] == game.active[0]
            moves = game.moves()
            if state.legal_actions() != [number(move) for move in sorted(moves, key=number)]:
                led += 1
                assert len(game.trick) == 0
                assert any(suit(card) == "spades" for card in game.gone)
                assert {suit(face) for face in words(game)} > {"spades"}
                moves = [move for move in moves if suit(move.words[0]) != "spades"]
            assert state.legal_actions() == sorted([number(move) for move in moves])
            if low and moves[0].action == "bid":
                moves = moves[:5]
            move = random.choice(moves)
            game.push(move)
            state.apply_action(number(move))
        points = {"north": 0, "east": 0}
        ended = False
        for event in game.events(0, OBSERVER):
            ended = ended or event["name"] == "count"
            if event["name"] in ("points", "bags") and not ended:
                points[event["args"]["player"]] += event["args"].get("points", -100)
        assert list(points.values()) == state.returns()[:2], str(state)
    assert led


def test_a_spade_takes_the_trick_and_suit_is_followed() -> None:
    game = held("AC 2S", "KC 3D", "4C 5D", "9D 3S", bids="1 1 1 1")
    assert words(game) == ["AC"], "spades are not broken"
    with pytest.raises(IllegalMove):
        game.push("play(2S)")
    plays(game, "AC")
    assert words(game) == ["KC"]
    plays(game, "KC 4C 3S")
    assert game.active == ("west",)
    assert [game.tricks[role].value for role in SEATS] == [0, 0, 0, 1]


def test_broken_spades_may_be_led_and_unbroken_ones_by_who_has_nothing_else() -> None:
    broken = plays(held("AC 2S 3C 4S", "KC 3D 4D 5H", "4C 5D 6D 6H", "9D 3S TD 7H", bids="1 1 1 1"), "AC KC 4C 3S TD 2S 3D 5D")
    assert broken.active == ("north",)
    assert words(broken) == ["3C", "4S"]
    assert words(held("AS 2S", "KC 3D", "4C 5D", "9D 3S", bids="1 1 1 1")) == ["AS", "2S"]
    free = held("AC 2S", "KC 3D", "4C 5D", "9D 3S", bids="1 1 1 1", must_break_spades=False)
    assert sorted(words(free)) == ["2S", "AC"]


def test_partners_bid_at_most_thirteen() -> None:
    game = rondel.new(Spades, seed=2)
    for bid in ("bid(10)", "bid(0)"):
        game.push(bid)
    assert words(game) == ["0", "1", "2", "3"]


HANDS = ("AC AD", "2C 2D", "3C 3D", "4C 4D")
"""North takes both tricks."""
PLAYED = "AC 2C 3C 4C AD 2D 3D 4D"


@pytest.mark.parametrize(
    ("bids", "helps", "points"),
    [
        ("1 1 1 1", False, (20, -20)),
        ("1 1 0 1", False, (10 + 1 + 100, -20)),
        ("1 0 1 2", False, (20, 100 - 20)),
        ("2 0 1 0", False, (-30, 200)),
        ("0 1 1 1", False, (-100 - 10 + 2, -20)),
        ("0 1 1 1", True, (-100 + 10 + 1, -20)),
        ("0 1 0 1", False, (-100 + 100 + 2, -20)),
    ],
)
def test_points_of_a_deal(bids: str, helps: bool, points: tuple[int, int]) -> None:
    game = plays(held(*HANDS, bids=bids, failed_nil_helps=helps), PLAYED)
    assert [game.scores[role] for role in SEATS] == [*points, *points]


def test_ten_bags_cost_a_hundred_points() -> None:
    assert plays(held(*HANDS, bids="1 1 0 1", begun=(8, 9)), PLAYED).scores["north"] == 111
    tenth = plays(held(*HANDS, bids="1 1 0 1", begun=(9, 9)), PLAYED)
    assert tenth.scores["north"] == 11
    assert tenth.bags.value == (0, 9)
    free = plays(held(*HANDS, bids="1 1 0 1", begun=(9, 9), bags=False), PLAYED)
    assert free.scores["north"] == 111


def test_the_higher_side_wins_at_the_target_and_the_game_goes_on_when_equal() -> None:
    won = plays(held(*HANDS, bids="2 1 0 1", scores=(400, 480)), PLAYED)
    assert won.is_over
    assert won.winners == ("north", "south")
    assert won.returns == {"north": 0.5, "east": -0.5, "south": 0.5, "west": -0.5}
    equal = plays(held(*HANDS, bids="2 1 0 0", scores=(400, 430)), PLAYED)
    assert equal.scores["north"] == equal.scores["east"] == 520
    assert not equal.is_over
    lost = plays(held(*HANDS, bids="2 2 0 1", scores=(0, -180)), PLAYED)
    assert lost.winners == ("north", "south")


def test_the_next_seat_bids_first_in_the_next_deal() -> None:
    game = rondel.new(Spades, seed=3)
    first = [game.active[0]]
    for move in walk(game, Random(3), 800):
        deal = game.deal_num.value
        game.push(move)
        if game.is_over:
            break
        if game.deal_num.value != deal:
            first.append(game.active[0])
    assert first == list(SEATS * 3)[: len(first)]
    assert len(first) > 1


def test_who_did_not_follow_suit_is_supposed_to_have_none() -> None:
    for seed in range(3):
        game = rondel.new(Spades, seed=seed)
        lacks: dict[str, set[str]] = {role: set() for role in SEATS}
        for move in walk(game, Random(seed), 4 + 34):
            led = suit(game.trick[0]) if len(game.trick) else ""
            if led and move.action == "play" and suit(move.words[0]) != led:
                lacks[move.role].add(led)
            game.push(move)
        role = game.active[0]
        for draw in range(4):
            imagined = cast("Spades", game.imagine(role, draw))
            assert imagined.consistent == "history"
            assert imagined.view(role) == game.view(role)
            for other in SEATS:
                assert not lacks[other] & {suit(card) for card in imagined.hands[other]}


def test_a_long_spade_suit_is_worth_a_high_bid_and_low_cards_a_nil() -> None:
    strong = held("AS KS QS JS TS 9S AC KC 2C AD 3D 2D 2H", *["3C 4C 5C 6C 7C 8C 9C TC JC QC 4D 5D 6D"] * 3)
    weak = held("2S 3S 2C 3C 4C 2D 3D 4D 5D 2H 3H 4H 5H", *["6C 7C 8C 9C TC JC QC KC AC 6D 7D 8D 9D"] * 3)
    assert 8 <= int(advised(strong).words[0]) <= 11
    assert advised(weak).words[0] == "0"


def test_who_plays_by_the_estimate_wins(scaled: Callable[[int], int]) -> None:
    won = 0.0
    games = max(6, scaled(40))
    for seed in range(games):
        random = Random(seed)
        game = rondel.new(Spades, seed=seed, options={"target": 100})
        while not game.is_over:
            mine = SEATS.index(game.active[0]) % 2 == seed % 2
            game.push(advised(game) if mine else random.choice(game.moves()))
        won += game.returns[SEATS[seed % 2]]
    assert won > 0.4 * games, "a win is worth a half to each partner"


def test_chance_deals_each_card_as_likely() -> None:
    game = rondel.new(Spades, chance="explicit")
    assert game.active == (CHANCE,)
    assert {round(move.probability * 52, 6) for move in game.moves()} == {1.0}
