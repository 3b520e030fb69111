"""The rules of Kuhn poker: its whole tree against OpenSpiel's, its known values, what each player sees, several hands."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

import pyspiel
import pytest

import rondel
from rondel.engine import CHANCE, OBSERVER, Game
from rondel.engine.imagination import Imagination
from rondel.errors import IllegalMove, UndoBarrier
from rondel.players import Question
from rondel.players.bots.greedy_bot import GreedyBot
from rondel.testing import dice, walk

RANKS = "JQK"
PASSES = ("check", "fold")
"""What OpenSpiel calls a pass (0); the others are its bets (1)."""


def dealt(first: str, second: str) -> Game:
    """A hand with these cards."""
    game = rondel.new("kuhn_poker", chance="explicit")
    game.push(f"draw({first})")
    game.push(f"draw({second})")
    return game


def played(first: str, second: str, moves: str) -> Game:
    game = dealt(first, second)
    for move in moves.split():
        game.push(move)
    return game


# -- what others know --------------------------------------------------------------------------------------------------


def test_all_thirty_ways_to_play_are_those_of_openspiel() -> None:
    theirs = pyspiel.load_game("kuhn_poker")
    ends = 0

    def compare(game: Game, state: pyspiel.State) -> None:
        nonlocal ends
        assert game.is_over == state.is_terminal()
        if game.is_over:
            ends += 1
            assert list(game.returns.values()) == state.returns()
            return
        moves = game.moves()
        assert game.active == (game.roles[state.current_player()],)
        assert [int(move.text not in PASSES) for move in moves] == state.legal_actions()
        for move, action in zip(moves, state.legal_actions(), strict=True):
            game.push(move)
            compare(game, state.child(action))
            game.pop()

    for first, second in permutations(range(3), 2):
        state = theirs.new_initial_state()
        for card in (first, second):
            state.apply_action(card)
        compare(dealt(RANKS[first], RANKS[second]), state)
    assert ends == 30


def histories() -> Iterator[tuple[Fraction, Game]]:
    """Every point where a player decides or the game is over, with the chance that the cards fall so."""
    game = rondel.new("kuhn_poker", chance="explicit")

    def visit(chance: Fraction) -> Iterator[tuple[Fraction, Game]]:
        asks_chance = game.active == (CHANCE,)
        if not asks_chance:
            yield chance, game
        for move in game.moves() if game.active else ():
            game.push(move)
            yield from visit(chance * Fraction(move.probability).limit_denominator(10) if asks_chance else chance)
            game.pop()

    yield from visit(Fraction(1))


def test_there_are_54_histories_and_12_information_sets() -> None:
    seen: dict[str, set[str]] = {"first": set(), "second": set()}
    count = 0
    for _chance, game in histories():
        count += 1
        for role in game.active:
            seen[role].add(json.dumps(game.view(role)))
    assert count == 54
    assert [len(views) for views in seen.values()] == [6, 6]


Strategy = Callable[[str, str, str], Fraction]
"""The chance to bet or call: who decides, the card, what has been played so far."""


def value(strategy: Strategy) -> Fraction:
    """What the first player wins on average."""
    total = Fraction(0)
    for chance, game in histories():
        if not game.is_over:
            continue
        reached, said = chance, ""
        for role, text in game.record()["answers"]:
            if role == CHANCE:
                continue
            bets = strategy(role, hand(game, role), said)
            reached *= 1 - bets if text in PASSES else bets
            said += "p" if text in PASSES else "b"
        total += reached * Fraction(game.returns["first"])
    return total


def hand(game: Game, role: str) -> str:
    """The card a player was dealt."""
    cards = [text for who, text in game.record()["answers"] if who == CHANCE]
    return str(cards[game.roles.index(role)][len("draw(")])


def test_play_by_tossing_a_coin_wins_an_eighth() -> None:
    assert value(lambda _role, _card, _said: Fraction(1, 2)) == Fraction(1, 8)


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhns_own_strategies_lose_an_eighteenth(bluff: Fraction) -> None:
    """The first player's best strategies, which bluff with a jack up to a third of the time, against the second's best."""

    def strategy(role: str, card: str, said: str) -> Fraction:
        number = RANKS.index(card)
        if role == "first":
            return (
                (bluff, Fraction(0), 3 * bluff)[number]
                if not said
                else (Fraction(0), bluff + Fraction(1, 3), Fraction(1))[number]
            )
        return (
            (Fraction(1, 3), Fraction(0), Fraction(1))[number]
            if said == "p"
            else (Fraction(0), Fraction(1, 3), Fraction(1))[number]
        )

    assert value(strategy) == Fraction(-1, 18)


# -- the rules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "moves", "winnings"),
    [
        ("K", "Q", "check check", 1),
        ("J", "Q", "check check", -1),
        ("J", "K", "bet fold", 1),
        ("Q", "J", "bet call", 2),
        ("K", "J", "check bet fold", -1),
        ("Q", "K", "check bet call", -2),
    ],
)
def test_who_wins_how_much(first: str, second: str, moves: str, winnings: int) -> None:
    game = played(first, second, moves)
    assert game.is_over
    assert game.scores == {"first": winnings, "second": -winnings}
    assert game.returns == {"first": winnings, "second": -winnings}
    assert game.winners == (("first",) if winnings > 0 else ("second",))


def test_bets_are_answered_and_nothing_else() -> None:
    game = dealt("J", "Q")
    with pytest.raises(IllegalMove):
        game.push("call")
    game.push("bet")
    assert [str(move) for move in game.moves()] == ["fold", "call"]


# -- what is seen ------------------------------------------------------------------------------------------------------


def cards(game: Game, reader: str, container: str) -> object:
    seen = game.view(reader)["containers"][container]
    return [token["face"] for token in seen["tokens"]] if "tokens" in seen else seen["backs"]


def test_each_sees_the_own_card_and_nobody_the_third() -> None:
    game = dealt("J", "K")
    assert cards(game, "first", "hand_first") == ["J"]
    assert cards(game, "second", "hand_first") == 1
    assert cards(game, OBSERVER, "hand_first") == cards(game, OBSERVER, "hand_second") == 1
    assert cards(game, "first", "deck") == cards(game, OBSERVER, "deck") == 1


def test_a_showdown_shows_both_cards_and_a_fold_none() -> None:
    shown = played("J", "K", "check check")
    assert cards(shown, OBSERVER, "shown") == ["J", "K"]
    assert [event["text"]["args"].get("card") for event in shown.events(0, OBSERVER) if event["name"] == "show"] == ["J", "K"]
    folded = played("J", "K", "bet fold")
    assert cards(folded, "first", "shown") == []
    assert cards(folded, "first", "hand_second") == 1
    assert "K" not in json.dumps([folded.view("first"), folded.events(0, "first")])


def test_no_move_is_taken_back_once_the_other_was_asked() -> None:
    game = played("J", "K", "check")
    with pytest.raises(UndoBarrier):
        game.undo("first")


# -- several hands -----------------------------------------------------------------------------------------------------


def test_hands_are_begun_in_turn_and_winnings_add_up() -> None:
    game = rondel.new("kuhn_poker", seed=5, options={"hands": 4})
    openers = [game.active[0]]
    total = 0.0
    for number in range(4):
        assert game.view(OBSERVER)["props"]["hands_left"] == 4 - number
        for text in ("bet", "call"):
            game.push(text)
        if not game.is_over:
            openers.append(game.active[0])
        assert abs(game.scores["first"] - total) == 2
        total = game.scores["first"]
        assert sum(game.scores.values()) == 0
    assert game.is_over
    assert openers == ["first", "second", "first", "second"]


def test_each_hand_has_all_three_cards_and_two_antes() -> None:
    game = rondel.new("kuhn_poker", seed=1, options={"hands": 30})
    dealt_cards: set[str] = set()
    for move in walk(game, Random(1)):
        before = game.view(OBSERVER)["props"]["hands_left"]
        game.push(move)
        if not game.is_over and game.view(OBSERVER)["props"]["hands_left"] < before:
            assert len(game.view(OBSERVER)["containers"]["pot"]["tokens"]) == 2
            assert cards(game, OBSERVER, "shown") == []
            assert cards(game, OBSERVER, "deck") == 1
            dealt_cards |= {str(cards(game, role, f"hand_{role}")) for role in game.roles}
    assert dealt_cards == {"['J']", "['Q']", "['K']"}


def test_a_king_looks_better_than_a_jack() -> None:
    worth = [dealt(own, "Q" if own != "Q" else "J").estimate("first") or 0 for own in RANKS]
    assert worth == [-1, 0, 1], "in chips"


def test_the_greedy_bot_folds_a_jack_and_never_a_king() -> None:
    for own, said in (("J", {"fold"}), ("K", {"call"})):
        game = dice("kuhn_poker", f"draw({'K' if own == 'J' else 'J'})", f"draw({own})")
        game.push("bet")
        question = Question("second", game.view("second"), imagination=Imagination(game, "second"))
        assert {GreedyBot(seed=seed).answer(question) for seed in range(8)} == said


# -- imagining ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", [(), ("check",), ("bet",), ("check", "bet")])
@pytest.mark.parametrize("role", ["first", "second"])
@pytest.mark.played
def test_the_other_card_is_either_of_the_two_as_often(role: str, answers: tuple[str, ...]) -> None:
    game = dice("kuhn_poker", "draw(K)", "draw(J)")
    for answer in answers:
        game.push(answer)
    other = "second" if role == "first" else "first"
    drawn = Counter(game.imagine(role, seed).record()["answers"][other == "second"][1] for seed in range(200))
    assert set(drawn) == {f"draw({rank})" for rank in "JQK"} - {"draw(K)" if role == "first" else "draw(J)"}
    assert all(abs(count - 100) < 4 * 50**0.5 for count in drawn.values())


def test_what_was_shown_was_dealt() -> None:
    """Two hands are shown and one is folded; in the fourth the other's card is hidden again."""
    game = rondel.new("kuhn_poker", seed=5, options={"hands": 6})
    for answer in ("check", "check", "bet", "fold", "bet", "call", "check"):
        game.push(answer)
    real = [text for role, text in game.record()["answers"] if role == "chance"]
    found: list[set[str]] = [set() for _draw in real]
    for seed in range(40):
        imagined = game.imagine("first", seed)
        assert imagined.consistent == "history"
        draws = [text for who, text in imagined.record()["answers"] if who == "chance"]
        for drawn, text in zip(found, draws, strict=True):
            drawn.add(text)
    assert [len(each) for each in found] == [1, 1, 2, 1, 1, 1, 2, 1]
    assert all(text in drawn for text, drawn in zip(real, found, strict=True))


def test_chips_of_both_are_round() -> None:
    faces = rondel.new("kuhn_poker").scene()["kinds"]["chip"]["faces"]
    assert {face["shape"] for face in faces.values()} == {"disc"}
