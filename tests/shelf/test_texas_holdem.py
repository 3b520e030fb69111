"""Texas hold'em: hand by hand against pokerkit, published rulings on all-in raises and the dead button, and games of bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

import pytest
from pokerkit import Automation, NoLimitTexasHoldem, State

import rondel
from rondel import PlayingCard
from rondel.engine.components.playing_cards import PACK
from rondel.players import bot, play
from rondel.shelf.texas_holdem import TexasHoldem
from rondel.shelf.texas_holdem.advice import equity
from rondel.testing import dice
from tests.shelf.advised import advised

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def stacks(game: TexasHoldem) -> dict[str, int]:
    return {role: game.chips[role].value + game.staked[role].value for role in game.roles}


def card(face: str) -> str:
    """Pokerkit's name of a card."""
    return face[0] + face[1].lower()


@dataclass
class Mirror:
    """A hand in pokerkit, which follows a hand of ours.

    With a big blind that is all-in for less, a call costs a full big blind here, as cardrooms rule, and in pokerkit what lies
    there: such a hand is not followed. Who has answered and faces all-ins below the big blind may not raise here (rule 47 of
    the Tournament Directors Association, "less than a full bet"); pokerkit measures by the last bet, even by such an all-in.
    Of two odd chips or more, pokerkit gives the first winner all, and we one to each winner in turn (Robert's Rules of Poker).
    """

    number: int
    order: list[str]
    followed: bool
    state: State
    board: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, game: TexasHoldem) -> Mirror:
        """At the first card of a hand, after the blinds."""
        order = game.after(game.seat("button"))
        small, big = game.blinds.value
        posts_small = game.seat("small blind") in order
        blinds: Any = (small, big) if posts_small else (big,)
        chips = stacks(game)
        state = NoLimitTexasHoldem.create_state(
            AUTOMATIONS, True, 0, blinds, big, tuple(chips[role] for role in order), len(order)
        )
        return cls(game.hand.value, order, chips[game.seat("big blind")] >= big, state)

    def draw(self, face: str, stage: str) -> None:
        if not self.followed:
            return
        if stage == "Deal":
            self.state.deal_hole(card(face))
            return
        if self.state.checking_or_calling_amount == 0:  # pokerkit asks a big blind whose opponents are all all-in
            self.state.check_or_call()
        self.board.append(card(face))
        if len(self.board) >= 3:
            self.state.burn_card("??")
            self.state.deal_board("".join(self.board if len(self.board) == 3 else self.board[-1:]))

    def compare(self, game: TexasHoldem) -> None:
        """Whose turn it is, and what is legal."""
        if not self.followed:
            return
        role, state = game.player, self.state
        where = f"hand {self.number}, {role}: {state.operations}"
        assert state.actor_index == self.order.index(role), where
        raises = game.raises(role)
        answered, full = game.answered[role].value, game.step.value > game.blinds.value[1]
        least, most = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
        assert state.checking_or_calling_amount == min(game.missing(role), game.chips[role].value), where
        if raises or answered < 0 or full:
            assert (least, most) == ((raises[0], raises[-1]) if raises else (None, None)), where
        assert state.can_fold() == (game.missing(role) > 0), where
        assert list(state.pot_amounts) == list(game.pots.value), where

    def act(self, move: str) -> None:
        if not self.followed:
            return
        if move == "fold":
            self.state.fold()
        elif move in ("check", "call"):
            self.state.check_or_call()
        else:
            self.state.complete_bet_or_raise_to(int(move[move.index("(") + 1 : -1]))

    def end(self, chips: dict[str, int]) -> None:
        if not self.followed:
            return
        assert not self.state.status, f"hand {self.number} goes on: {self.state.operations}"
        beside = [ours - theirs for ours, theirs in zip([chips[role] for role in self.order], self.state.stacks, strict=True)]
        assert sum(beside) == 0
        assert max(beside) <= 1, f"hand {self.number}: {self.state.operations}"
        assert -min(beside) <= max(0, len(self.order) - 2), f"hand {self.number}: {self.state.operations}"


def some_move(game: TexasHoldem, rng: Random) -> str:
    """Mostly calls, and raises of all sizes."""
    raises = game.raises(game.player)
    if raises and rng.random() < 0.35:
        near = raises[min(len(raises) - 1, int(rng.expovariate(1 / 40)))]
        return f"{'raise_to' if game.level.value else 'bet'}({rng.choice((raises[0], raises[-1], near, near))})"
    if game.missing(game.player):
        return "fold" if rng.random() < 0.2 else "call"
    return "check"


def follow(seats: int, seed: int) -> int:
    """A match beside pokerkit; returns the number of hands."""
    rng = Random(seed)
    options = {"chips": rng.choice((45, 200, 1000)), "small_blind": rng.choice((1, 5, 10)), "rise": 5, "hands": 40}
    game = TexasHoldem(seats=seats, options=options, chance="explicit")
    total = sum(stacks(game).values())
    mirror: Mirror | None = None
    while not game.is_over:
        if mirror is None or mirror.number != game.hand.value:
            if mirror is not None:
                mirror.end(stacks(game))
            mirror = Mirror.of(game)
        if game.active == (rondel.CHANCE,):
            stage, move = game.state, str(rng.choice(game.moves()))
            game.push(move)
            mirror.draw(move[move.index("(") + 1 : -1], stage)
        else:
            mirror.compare(game)
            move = some_move(game, rng)
            game.push(move)
            mirror.act(move)
        assert sum(stacks(game).values()) == total
    assert mirror is not None
    mirror.end(stacks(game))
    return mirror.number


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 9])
def test_hands_as_in_pokerkit(seats: int, scaled: Callable[[int], int]) -> None:
    """The legal actions, pots and payoffs of the same cards and actions."""
    wanted, seed, hands = scaled(1000), 100, 0
    while hands < wanted:
        hands += follow(seats, seed)
        seed += 1


def moves(game: TexasHoldem) -> list[str]:
    return sorted({move.action for move in game.moves()})


def played(chips: int, *answers: str, seats: int = 3, small_blind: int = 50) -> TexasHoldem:
    """A first hand of equal chips: red has the button, orange and yellow the blinds."""
    game = TexasHoldem(seats=seats, seed=1, options={"chips": chips, "small_blind": small_blind})
    for answer in answers:
        game.push(answer)
    return game


def test_the_least_raise_is_the_last_one() -> None:
    """Rule 43 of the Tournament Directors Association: with blinds of 25 and 50, a raise to 300 is followed by one to 550."""
    game = played(2000, seats=4, small_blind=25)
    assert game.raises(game.player)[0] == 100
    game.push("raise_to(300)")
    assert game.raises(game.player)[0] == 550
    game.push("raise_to(800)")
    assert game.raises(game.player)[0] == 1300
    assert game.raises(game.player)[-1] == 2000


def test_two_players_begin_with_the_small_blind_and_later_with_the_big_blind() -> None:
    game = played(1000, seats=2)
    assert (game.seat("button"), game.seat("small blind"), game.player) == ("red", "red", "red")
    game.push("call")
    assert (game.player, moves(game)) == ("orange", ["check", "raise_to"])
    game.push("check")
    assert (len(game.board), game.player) == (3, "orange")


def test_who_folds_out_all_others_wins_without_showing() -> None:
    game = played(1000, "fold", "fold")
    assert stacks(game) == {"red": 1000, "orange": 950, "yellow": 1050}
    assert not [event for event in game.events(0, "red") if event["name"] == "shows"]
    assert [game.seat(mark) for mark in ("button", "small blind", "big blind")] == ["orange", "yellow", "red"]


def at_the_flop(chips: dict[str, int], button: str) -> TexasHoldem:
    """Nobody has bet on the flop yet, and blinds are 50 and 100; the first after the button is to act."""
    roles = tuple(chips)
    first = roles[(roles.index(button) + 1) % len(roles)]
    order = [*roles[roles.index(first) :], *roles[: roles.index(first)]]
    packs = iter(PACK)
    containers: dict[str, Any] = {f"hole_{role}": [_card(next(packs)), _card(next(packs))] for role in roles}
    containers["board"] = [_card(next(packs)) for _each in range(3)]
    containers["deck"] = [_card(face) for face in packs]
    props: dict[str, Any] = {f"chips_{role}": number for role, number in chips.items()}
    props |= {f"staked_{role}": 100 for role in roles} | {f"answered_{role}": -1 for role in roles}
    props |= {"level": 0, "step": 100, "blinds": [50, 100], "hand": 1, "pots": [100 * len(roles)]}
    position = {"state": "Bet", "play_order": order, "containers": containers, "props": props}
    return TexasHoldem(seats=len(roles), seed=1, position=position)


def _card(face: str) -> dict[str, str]:
    return {"kind": PlayingCard.name, "face": face}


def test_a_short_all_in_does_not_reopen_the_betting_and_two_that_add_up_do() -> None:
    """Rule 47 of the Tournament Directors Association."""
    chips = {"red": 5000, "orange": 5000, "yellow": 175, "green": 5000}
    game = at_the_flop(chips, button="green")
    for answer in ("bet(100)", "call", "raise_to(175)", "call"):
        game.push(answer)
    assert (game.player, game.missing("red"), moves(game)) == ("red", 75, ["call", "fold"])
    game = at_the_flop(chips | {"green": 200}, button="green")
    for answer in ("bet(100)", "call", "raise_to(175)", "raise_to(200)"):
        game.push(answer)
    assert (game.player, game.missing("red"), moves(game)) == ("red", 100, ["call", "fold", "raise_to"])
    assert game.raises("red")[0] == 300


def test_after_a_check_an_all_in_below_the_big_blind_may_only_be_called() -> None:
    game = at_the_flop({"red": 5000, "orange": 60, "yellow": 5000}, button="yellow")
    for answer in ("check", "bet(60)", "call"):
        game.push(answer)
    assert (game.player, moves(game)) == ("red", ["call", "fold"])
    game = at_the_flop({"red": 5000, "orange": 60, "yellow": 5000}, button="yellow")
    for answer in ("check", "bet(60)"):
        game.push(answer)
    assert (game.player, game.raises("yellow")[0]) == ("yellow", 160)


@pytest.mark.parametrize("seed", range(3))
def test_bots_play_to_the_end(seed: int) -> None:
    game = TexasHoldem(seats=4, seed=seed, options={"chips": 200})
    play(game, {role: bot("random", seed=number) for number, role in enumerate(game.roles)})
    assert game.is_over
    assert sum(game.scores.values()) == 800
    assert [game.scores[role] for role in game.winners] == [800]
    assert len(game.eliminated) == 3


# -- what is known, and bots -------------------------------------------------------------------------------------------


def test_what_was_seen_is_imagined_and_nothing_else_known() -> None:
    """Over several hands, with boards that were run out and hands that were shown; the others' cards differ."""
    game = rondel.new(TexasHoldem, seats=4, seed=3, options={"chips": 100})
    random = Random(5)
    others: set[tuple[str, ...]] = set()
    for number in range(16):
        role = game.active[0]
        if number % 5 == 0 and not game.is_over:
            imagined = cast("TexasHoldem", game.imagine(role, number))
            assert imagined.consistent == "history"
            assert imagined.view(role) == game.view(role)
            rivals = [each for each in game.roles if each != role]
            others.add(tuple([card.face for each in rivals for card in imagined.hole[each]]))
        game.push(some_move(game, random))
    assert len(others) > 2


def test_aces_are_worth_more_than_rags_and_a_flush_than_a_pair() -> None:
    assert equity(("AS", "AD"), ()) > equity(("KS", "QS"), ()) > equity(("7D", "2C"), ())
    board = ("2S", "9S", "KS", "4D", "3C")
    assert equity(("AS", "5S"), board) > equity(("KD", "QD"), board) > equity(("QD", "JD"), board)
    assert equity(("AS", "5S"), ("2S", "9S", "KD")) > equity(("AC", "5D"), ("2S", "9S", "KD")), "a draw to a flush"


def test_the_estimate_calls_with_a_pair_of_aces_and_folds_rags_to_an_all_in() -> None:
    assert [answered(cards, "raise_to(1000)") for cards in ("AS AD", "7D 2C")] == ["call", "fold"]


def answered(cards: str, *moves: str) -> str:
    """What the estimate advises the big blind of two players to answer, with these cards."""
    first, second = cards.split()
    deal = (f"draw({first})", "draw(3H)", f"draw({second})", "draw(4S)")
    game = cast("TexasHoldem", dice("texas_holdem", *deal, seats=2))
    for move in moves:
        game.push(move)
    assert [card.face for card in game.hole[game.player]] == cards.split()
    return advised(game).action
