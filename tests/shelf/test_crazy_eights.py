"""The rules of Crazy Eights: deals beside OpenSpiel's game, special cards, the renewed stock, points, imagination, bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pyspiel
import pytest

import rondel
from rondel.engine import Move
from rondel.engine.components.playing_cards import PACK
from rondel.errors import IllegalMove
from rondel.shelf.crazy_eights import CrazyEights
from rondel.shelf.crazy_eights.rules import FULL, points
from tests.shelf.advised import advised

SEATS = CrazyEights.seats
DRAW, PASS, SUIT = 52, 53, 54
"""OpenSpiel's numbers of actions; cards come before them."""
SUITS = "CDHS"


def number(face: str) -> int:
    return "23456789TJQKA".index(face[0]) * 4 + SUITS.index(face[1])


def penalty(face: str) -> int:
    """What OpenSpiel 2.0.2 takes off for a card: an ace counts 10 there, and a number two more than that of its action."""
    if face[0] == "8":
        return 50
    return 10 if face[0] in "JQKA" else number(face) + 2


class Beside:
    """One deal beside OpenSpiel's, whose player 0 is the first seat."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        seats = 2 + seed % 4
        self.options: dict[str, Any] = {
            "one_deal": True,
            "special_cards": seed // 4 % 2 == 1,
            "empty_stock": ("shuffle", "turn over", "pass")[seed // 8 % 3],
            "draws": self.random.choice((1, 2, 3, 5, 52)),
            "scoring": "each",
        }
        self.game = rondel.new(CrazyEights, seats=seats, seed=seed, options=self.options)
        parameters = {
            "players": seats,
            "max_draw_cards": self.options["draws"],
            "use_special_cards": self.options["special_cards"],
            "reshuffle": self.options["empty_stock"] != "pass",
        }
        self.state = pyspiel.load_game("crazy_eights", parameters).new_initial_state()
        self.state.apply_action(52 + self.game.roles.index(self.game.dealer.value or ""))
        for role, text in self.game.record()["answers"]:
            if role == rondel.CHANCE and text.startswith("draw("):
                self.state.apply_action(number(text[5:7]))
        self.told = len(self.game.events(0, self.game.player))
        self.seen: Counter[str] = Counter()
        """How often the stock was renewed, cards were drawn for twos, and a player was skipped."""

    def play(self) -> str:
        """Play on to the end; returns how it ended."""
        game, state = self.game, self.state
        while not game.is_over:
            moves = game.moves()
            assert game.roles.index(game.player) == state.current_player(), str(state)
            actions = {self.action(move): move for move in moves}
            assert sorted(actions) == state.legal_actions(), str(state)
            playing = [move for move in moves if move.action == "play"]
            self.push(self.random.choice(playing if playing and self.random.random() < 0.6 else moves))
        return self.counted()

    def action(self, move: Move) -> int:
        if move.action == "play":
            return number(move.words[0])
        if move.action == "name":
            return SUIT + SUITS.index(move.words[0][0].upper())
        return DRAW if move.action == "draw" else PASS

    def push(self, move: Move) -> None:
        game, state = self.game, self.state
        player, since = game.player, self.told
        action = self.action(move)
        self.seen["fine"] += bool(move.action == "draw" and game.due.value)
        game.push(move)
        told = game.events(since, player)
        self.told += len(told)
        self.seen.update([event["name"] for event in told])
        if move.action != "draw":
            state.apply_action(action)
            return
        for event in told:
            if event["name"] == "drawn":
                if not state.is_chance_node():  # it draws all cards for twos in a row
                    state.apply_action(DRAW)
                state.apply_action(number(event["args"]["card"]))

    def counted(self) -> str:
        game, state = self.game, self.state
        blocked = game.passes.value == len(game.roles)
        if blocked:
            assert not state.is_terminal()
            state.apply_action(PASS)  # OpenSpiel lets one more player pass
        assert state.is_terminal(), str(state)
        hands = [[card.face for card in game.hands[role]] for role in game.roles]
        assert [-sum(map(penalty, hand)) for hand in hands] == state.returns(), str(state)
        assert [-sum(map(points, hand)) for hand in hands] == list(game.scores.values())
        return "blocked" if blocked else "long" if all(hands) else "out"


def test_random_deals_are_openspiels(scaled: Callable[[int], int]) -> None:
    """OpenSpiel counts the cards left otherwise, see `penalty`, and ends a deal in which nobody plays one pass later."""
    ends: Counter[str] = Counter()
    for seed in range(scaled(1_000)):
        deal = Beside(seed)
        ends[deal.play()] += 1
        ends.update(deal.seen)
    assert set(ends) >= {"out", "renewed", "fine", "skipped"}


def test_what_a_player_may_suppose_agrees_with_what_it_has_seen() -> None:
    for seed, empty in enumerate(("shuffle", "turn over", "pass")):
        random = Random(seed)
        options = {"empty_stock": empty, "special_cards": seed == 0, "draws": 5}
        game = rondel.new(CrazyEights, seats=2 + seed, seed=seed, options=options)
        for _each in range(90):
            game.push(random.choice(game.moves()))
        for role in game.roles:
            imagined = cast("CrazyEights", game.imagine(role, 1))
            assert imagined.consistent == "history", (seed, role)
            assert imagined.view(role) == game.view(role)


@pytest.mark.parametrize(("empty", "seed"), [("shuffle", 4), ("turn over", 6)])
def test_what_was_left_of_a_long_deal_is_no_riddle_in_the_next(empty: str, seed: int) -> None:
    """Who has many cards at the end of a deal shows them; a history without them would have to be repaired for minutes."""
    random = Random(seed)
    game = rondel.new(CrazyEights, seats=2, seed=seed, options={"empty_stock": empty})
    while game.deal_num.value == 1:
        game.push(random.choice(game.moves()))
    assert sum([len(event["args"]["cards"]) for event in game.events(0, "ash") if event["name"] == "left"]) > 12
    for role in game.roles:
        imagined = cast("CrazyEights", game.imagine(role, 1))
        assert imagined.consistent == "history"
        assert imagined.view(role) == game.view(role)


def dealt(*hands: str, top: str = "9C", stock: str = "", under: str = "", props: Any = None, **options: Any) -> CrazyEights:
    """A deal in which these hands lie on the table, the first player to play, and these cards in the stock, or all others.

    ``under`` lies below the top of the discard pile.
    """
    used = {*" ".join(hands).split(), top, *under.split()}
    left = stock.split() or [face for face in PACK if face not in used]
    roles = SEATS[: len(hands)]
    containers = {f"hand_{role}": cards(hand) for role, hand in zip(roles, hands, strict=True)}
    position = {
        "state": "Turn",
        "play_order": list(roles),
        "props": {"dealer": roles[-1], **(props or {})},
        "containers": {**containers, "discards": cards(f"{under} {top}"), "stock": cards(" ".join(left))},
    }
    return rondel.new(CrazyEights, seats=len(hands), seed=1, options={"one_deal": True, **options}, position=position)


def cards(faces: str) -> list[dict[str, str]]:
    return [{"kind": "card", "face": face} for face in faces.split()]


def texts(game: CrazyEights) -> set[str]:
    return {str(move) for move in game.moves()}


def pushed(game: CrazyEights, answers: str) -> CrazyEights:
    for each in answers.split("; "):
        game.push(each)
    return game


def hand(game: CrazyEights, role: str) -> list[str]:
    return [card.face for card in game.hands[role]]


@pytest.mark.parametrize(("face", "worth"), [("8H", 50), ("KC", 10), ("QC", 10), ("JC", 10), ("TC", 10), ("9C", 9), ("AC", 1)])
def test_what_a_card_is_worth(face: str, worth: int) -> None:
    assert points(face) == worth
    assert sum(map(points, PACK)) == FULL


def test_the_suit_the_rank_and_eights_may_be_played_and_a_card_drawn_in_any_case() -> None:
    game = dealt("2C 9H 8D KH", "3D 4D")
    assert texts(game) == {"play(2C)", "play(9H)", "play(8D)", "draw(stock)"}
    with pytest.raises(IllegalMove):
        game.push("play(KH)")


def test_an_eight_wants_a_suit_until_the_next_card() -> None:
    game = pushed(dealt("8C KH 2C", "3D 4C 8H"), "play(8C)")
    assert texts(game) == {"name(clubs)", "name(diamonds)", "name(spades)", "name(hearts)"}
    game.push("name(diamonds)")
    assert texts(game) == {"play(3D)", "play(8H)", "draw(stock)"}
    assert [disc["face"] for disc in game.view("birch")["containers"]["wanted"]["tokens"]] == ["diamonds"]
    pushed(game, "play(8H); name(spades); draw(stock)")
    assert [disc.face for disc in game.wanted] == ["spades"]


def test_nobody_is_asked_for_a_suit_after_the_last_card() -> None:
    game = pushed(dealt("8C", "3D 4C 8H"), "play(8C)")
    assert (game.is_over, game.scores) == (True, {"ash": 57, "birch": 0})


def test_three_cards_may_be_drawn_and_then_the_turn_may_pass() -> None:
    game = dealt("KH", "3D 4D", stock="5D 6D 7D TD")
    for _card in range(3):
        assert texts(game) == {"draw(stock)"}
        game.push("draw(stock)")
    assert (texts(game), len(hand(game, "ash"))) == ({"decline"}, 4)
    assert game.view("birch")["containers"]["hand_ash"] == {"backs": 4}
    game.push("decline")
    assert (game.player, "draw(stock)" in texts(game)) == ("birch", True)


def test_the_discard_pile_but_for_its_last_card_becomes_the_stock() -> None:
    for empty, shuffled in (("shuffle", True), ("turn over", False)):
        game = pushed(dealt("KH 2H", "3D 4D", stock="5D", under="JS QS KS", empty_stock=empty), "draw(stock)")
        assert [card.face for card in game.discards] == ["9C"]
        assert (len(game.stock), game.stock.shuffled) == (3, shuffled)
    pushed(game, "draw(stock); draw(stock)")
    assert {"JS", "QS"} < {*hand(game, "ash")}  # in the order in which they were played


def test_without_a_stock_all_pass_and_the_fewest_points_win_the_difference() -> None:
    game = pushed(dealt("KH 2H", "3D 4D", "8S 2D", stock="5D", empty_stock="pass"), "draw(stock)")
    assert texts(game) == {"decline"}
    pushed(game, "decline; decline")
    assert texts(game) == {"play(8S)", "decline"}
    game.push("decline")
    assert game.is_over
    assert game.scores == {"ash": 0, "birch": (17 - 7) + (52 - 7), "cedar": 0}


def test_each_writes_down_the_own_points_where_the_option_says_so() -> None:
    game = pushed(dealt("9D", "3D 4D", "8S 2D", scoring="each"), "play(9D)")
    assert game.scores == {"ash": 0, "birch": -7, "cedar": -52}
    assert game.winners == ("ash",)


@pytest.mark.parametrize(
    ("seats", "card", "then"),
    [(2, "QC", "ash"), (3, "QC", "cedar"), (2, "AC", "birch"), (4, "AC", "elm"), (3, "2C", "birch")],
)
def test_special_cards_change_whose_turn_it_is(seats: int, card: str, then: str) -> None:
    hands = (f"{card} KH 3C", "3D 4D", "5D 6D", "7D TD")[:seats]
    plain = pushed(dealt(*hands), f"play({card})")
    assert (plain.player, plain.due.value) == ("birch", 0)
    game = pushed(dealt(*hands, special_cards=True), f"play({card})")
    assert (game.player, game.due.value) == (then, 2 if card == "2C" else 0)


def test_the_turns_go_on_in_the_other_direction_after_an_ace() -> None:
    game = pushed(dealt("AC KH 3C", "3D 4D", "5C AD", "7C TD", special_cards=True), "play(AC); play(7C); play(5C)")
    assert game.play_order.value == ("birch", "ash", "elm", "cedar")


def test_twos_add_up_until_a_player_draws_and_misses_the_turn() -> None:
    game = pushed(dealt("2C KH 3C", "2D 4D 8C", "5D 6D", "7D TD", special_cards=True), "play(2C)")
    assert texts(game) == {"play(2D)", "draw(stock)"}
    pushed(game, "play(2D); draw(stock)")
    assert (len(hand(game, "cedar")), game.player, game.due.value) == (6, "elm", 0)
    assert "play(7D)" in texts(game)


def test_an_eight_is_not_turned_up() -> None:
    buried = 0
    for seed in range(40):
        game = rondel.new(CrazyEights, seed=seed, seats=3)
        buried += len([event for event in game.events(0, "ash") if event["name"] == "buried"])
        assert game.discards[0].face[0] != "8"
        assert (len(game.discards), len(game.stock)) == (1, 36)
    assert buried


def test_the_next_player_deals_and_the_goal_ends_the_game() -> None:
    game = pushed(dealt("9D", "3D 4D", "8S 2D", one_deal=False), "play(9D)")
    assert (game.state, game.player, game.scores["ash"]) == ("NextDeal", "ash", 59)
    game.push("deal")
    assert (game.state, game.player, game.deal_num.value, len(game.stock)) == ("Turn", "birch", 2, 36)
    assert game.dealer.value == "ash"
    over = pushed(dealt("9D", "3D 4D", "8S 2D", one_deal=False, target=59), "play(9D)")
    assert over.is_over


def test_a_deal_is_over_after_a_hundred_cards() -> None:
    game = pushed(dealt("9D KH", "3D 4D", props={"plays": 99}), "play(9D)")
    assert (game.is_over, game.scores) == (True, {"ash": 0, "birch": 3})


def test_a_bot_names_the_suit_it_holds_and_gets_rid_of_high_cards() -> None:
    game = dealt("8C 3H 4H 5H", "3D 4D 6D", "5D 6S TD")
    game.push("play(8C)")
    assert str(advised(game)) == "name(hearts)"
    assert str(advised(dealt("KC 2C 4H", "3D 4D 6D", "5D 6S TD"))) == "play(KC)"
