"""The rules of Leduc poker: its whole tree against OpenSpiel's, what uniform play loses, several hands, imagining."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
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

CARDS = ("JS", "JH", "QS", "QH", "KS", "KH")
"""OpenSpiel's cards 0 to 5, of which two have the same rank each."""
ACTIONS = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise_bet": 2}
"""OpenSpiel calls a check a call, and a bet a raise."""


def played(first: str, second: str, moves: str, table: str = "", *more: str) -> Game:
    """A hand with these cards; a card on the table is named where the moves go on after the first round."""
    game = dice("leduc_poker", *[f"draw({card})" for card in (first, second, table, *more) if card])
    for move in moves.split():
        game.push(move)
    return game


def cards(game: Game, reader: str, container: str) -> object:
    seen = game.view(reader)["containers"][container]
    return [token["face"] for token in seen["tokens"]] if "tokens" in seen else seen["backs"]


# -- the whole tree ----------------------------------------------------------------------------------------------------


class Node:
    """A point of the tree: who is asked, what is known there, and what follows on each answer, as likely as it is."""

    def __init__(self, asked: str, knowledge: int, nexts: list[tuple[Fraction, Node]], worth: Fraction) -> None:
        self.asked = asked
        self.knowledge = knowledge
        """The number of the information state of who is asked."""
        self.nexts = nexts
        self.worth = worth
        """What the first player has won at an end."""


@pytest.fixture(scope="module")
def tree() -> tuple[Node, Counter[str]]:
    """The whole game, compared with OpenSpiel's at every point; and how many points and information states there are."""
    game = rondel.new("leduc_poker", chance="explicit")
    sizes: Counter[str] = Counter()
    ours: dict[object, str] = {}
    theirs: dict[str, int] = {}

    def visit(state: pyspiel.State) -> Node:
        assert game.is_over == state.is_terminal()
        if game.is_over:
            sizes["ends"] += 1
            assert list(game.returns.values()) == state.returns()
            return Node("", 0, [], Fraction(game.returns["first"]))
        moves = game.moves()
        chance = state.is_chance_node()
        assert game.active == ((CHANCE,) if chance else (game.roles[state.current_player()],))
        if chance:
            numbers = {CARDS.index(move.words[0]): move for move in moves}
            assert {number: move.probability for number, move in numbers.items()} == pytest.approx(
                dict(state.chance_outcomes()), abs=1e-12
            )
            knowledge = 0
        else:
            numbers = {ACTIONS[move.action]: move for move in moves}
            assert list(numbers) == state.legal_actions()
            known = state.information_state_string()
            assert ours.setdefault(game.information_state(game.active[0]), known) == known
            knowledge = theirs.setdefault(known, len(theirs))
        asked = game.active[0]
        nexts: list[tuple[Fraction, Node]] = []
        for number, move in numbers.items():
            game.push(move)
            nexts.append((Fraction(1, len(moves)), visit(state.child(number))))
            game.pop()
        return Node(asked, knowledge, nexts, Fraction(0))

    root = visit(pyspiel.load_game("leduc_poker").new_initial_state())
    sizes["ours"], sizes["theirs"] = len(ours), len(theirs)
    return root, sizes


def test_the_whole_tree_is_openspiels(tree: tuple[Node, Counter[str]]) -> None:
    """30 deals; in each, 4 folds before a card is laid on the table, and 5 ways to get there, then 4 cards and 9 ends."""
    _root, sizes = tree
    assert sizes == {"ends": 30 * (4 + 5 * 4 * 9), "ours": 936, "theirs": 936}


def best_answer(root: Node, role: str) -> Fraction:
    """What a player wins who knows that the other plays every move alike."""
    sign = 1 if role == "first" else -1
    points: defaultdict[int, list[tuple[Fraction, Node]]] = defaultdict(list)

    def reach(node: Node, likely: Fraction) -> None:
        """How likely each point is if the player does what leads there."""
        if node.asked == role:
            points[node.knowledge].append((likely, node))
        for share, after in node.nexts:
            reach(after, likely if node.asked == role else likely * share)

    @cache
    def choice(knowledge: int) -> int:
        """The move that is best with that knowledge, by number."""
        moves = range(len(points[knowledge][0][1].nexts))
        return max(moves, key=lambda move: sum(likely * worth(node.nexts[move][1]) for likely, node in points[knowledge]))

    @cache
    def worth(node: Node) -> Fraction:
        if not node.nexts:
            return sign * node.worth
        if node.asked == role:
            return worth(node.nexts[choice(node.knowledge)][1])
        return sum((share * worth(after) for share, after in node.nexts), Fraction(0))

    reach(root, Fraction(1))
    return worth(root)


def test_who_plays_every_move_alike_can_be_exploited_as_others_found(tree: tuple[Node, Counter[str]]) -> None:
    """OpenSpiel's ``exploitability`` and the value of uniform play there: 2.373611 and -0.078125."""
    root, _sizes = tree

    def uniform(node: Node) -> Fraction:
        return sum((share * uniform(after) for share, after in node.nexts), node.worth)

    assert uniform(root) == Fraction(-5, 64)
    total = best_answer(root, "first") + best_answer(root, "second")
    assert float(total / 2) == pytest.approx(2.373611, abs=1e-6)


# -- the rules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "table", "moves", "winnings"),
    [
        ("KS", "QS", "", "bet fold", 1),
        ("JS", "QS", "", "check bet fold", -1),
        ("JS", "QS", "", "bet raise_bet fold", -3),
        ("KS", "QS", "JS", "check check check check", 1),
        ("KS", "QS", "QH", "check check check check", -1),
        ("JS", "KS", "JH", "bet call bet call", 7),
        ("JS", "JH", "KH", "bet call bet call", 0),
        ("JS", "KS", "QH", "bet raise_bet call bet raise_bet call", -13),
        ("JS", "KS", "QH", "bet raise_bet call check bet raise_bet fold", 9),
    ],
)
def test_who_wins_how_much(first: str, second: str, table: str, moves: str, winnings: int) -> None:
    game = played(first, second, moves, table)
    assert game.is_over
    assert game.scores == game.returns == {"first": winnings, "second": -winnings}
    assert game.winners == {0: ("first", "second"), 1: ("first",), -1: ("second",)}[(winnings > 0) - (winnings < 0)]


def test_a_round_has_one_bet_and_one_raise() -> None:
    game = played("JS", "QS", "bet", "KS")
    assert [str(move) for move in game.moves()] == ["fold", "call", "raise_bet"]
    game.push("raise_bet")
    assert [str(move) for move in game.moves()] == ["fold", "call"]
    with pytest.raises(IllegalMove):
        game.push("raise_bet")
    game.push("call")
    assert [str(move) for move in game.moves()] == ["check", "bet"]
    assert game.active == ("first",)


def test_who_opens_the_hand_opens_both_rounds() -> None:
    assert played("JS", "QS", "check bet call", "KS").active == ("first",)
    assert played("JS", "QS", "bet call", "KS").active == ("first",)


# -- what is seen ------------------------------------------------------------------------------------------------------


def test_each_sees_the_own_card_and_all_see_the_tables() -> None:
    game = played("JS", "KS", "check check", "KH")
    assert cards(game, "first", "hand_first") == ["JS"]
    assert cards(game, "second", "hand_first") == cards(game, OBSERVER, "hand_second") == 1
    assert cards(game, "first", "table") == cards(game, OBSERVER, "table") == ["KH"]
    assert cards(game, "first", "deck") == 3
    with pytest.raises(UndoBarrier):
        game.undo("first")


def test_a_showdown_shows_both_cards_and_a_fold_none() -> None:
    shown = played("JS", "KS", "check check check check", "KH")
    assert [cards(shown, OBSERVER, f"shown_{role}") for role in shown.roles] == [["JS"], ["KS"]]
    assert [each["text"]["args"]["card"] for each in shown.events(0, OBSERVER) if each["name"] == "show"] == ["J♠", "K♠"]
    folded = played("JS", "KS", "bet fold")
    assert [cards(folded, "first", f"shown_{role}") for role in folded.roles] == [[], []]
    assert "KS" not in json.dumps([folded.view("first"), folded.events(0, "first")])


# -- several hands -----------------------------------------------------------------------------------------------------


def test_hands_are_begun_in_turn_and_winnings_add_up() -> None:
    game = rondel.new("leduc_poker", seed=5, options={"hands": 4})
    openers = []
    total = 0.0
    for number in range(4):
        openers.append(game.active[0])
        assert game.view(OBSERVER)["props"]["hands_left"] == 4 - number
        for text in ("bet", "call", "bet", "fold"):
            game.push(text)
        assert abs(game.scores["first"] - total) == 3
        total = game.scores["first"]
    assert game.is_over
    assert openers == ["first", "second", "first", "second"]
    assert total == 0, "each opener has bet, and won what the other had staked"


def test_each_hand_has_all_six_cards_and_two_antes() -> None:
    game = rondel.new("leduc_poker", seed=1, options={"hands": 30})
    dealt: set[str] = set()
    for move in walk(game, Random(1)):
        before = game.view(OBSERVER)["props"]["hands_left"]
        game.push(move)
        if not game.is_over and game.view(OBSERVER)["props"]["hands_left"] < before:
            assert [game.view(OBSERVER)["props"][f"stake_{role}"] for role in game.roles] == [1, 1]
            assert [cards(game, OBSERVER, name) for name in ("shown_first", "shown_second", "table")] == [[], [], []]
            assert cards(game, OBSERVER, "deck") == 4
            dealt |= {str(cards(game, role, f"hand_{role}")) for role in game.roles}
    assert dealt == {f"['{card}']" for card in CARDS}


# -- bots --------------------------------------------------------------------------------------------------------------


def test_a_pair_looks_better_than_a_king_and_a_king_than_a_jack() -> None:
    worth = [played(own, "QS", "check check", "JH").estimate("first") or 0.0 for own in ("JS", "KS", "QH")]
    assert worth[0] > worth[1] > worth[2]
    before = [played(own, "QS" if own[0] != "Q" else "JS", "check").estimate("first") or 0.0 for own in ("JS", "QH", "KS")]
    assert before == pytest.approx([-4 / 5, 0, 4 / 5]), "in chips"


def test_the_greedy_bot_folds_a_last_hand_that_is_likely_lost() -> None:
    """A jack against a bet: to go on would cost three chips, or more, unless another jack is laid on the table; to fold costs
    one. Not every time, as it looks at a few of the cards that may be laid there."""
    said = Counter(answered(played("JS", "KS", "check bet"), seed) for seed in range(8))
    assert said["fold"] >= 5
    assert "fold" not in {answered(played("KS", "JS", "check bet"), seed) for seed in range(8)}


def answered(game: Game, seed: int) -> str:
    role = game.active[0]
    return GreedyBot(seed=seed).answer(Question(role, game.view(role), imagination=Imagination(game, role)))


# -- imagining ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", ["", "bet", "check check", "check bet call check"])
@pytest.mark.parametrize("role", ["first", "second"])
@pytest.mark.played
def test_the_other_card_is_any_of_those_not_seen_as_often(role: str, answers: str) -> None:
    game = played("KS", "JS", answers, "KH", "QS")
    other = "second" if role == "first" else "first"
    laid = len(answers.split()) > 1
    drawn: Counter[str] = Counter()
    for seed in range(200):
        imagined = game.imagine(role, seed)
        assert imagined.consistent == "history"
        draws = [text for who, text in imagined.record()["answers"] if who == CHANCE]
        assert not laid or draws[2] == "draw(KH)"
        drawn[draws[other == "second"]] += 1
    own = "KS" if role == "first" else "JS"
    unseen = [card for card in CARDS if card != own and not (laid and card == "KH")]
    assert set(drawn) == {f"draw({card})" for card in unseen}
    expected = 200 / len(unseen)
    assert all(abs(count - expected) < 4 * expected**0.5 for count in drawn.values())


@pytest.mark.parametrize("role", ["first", "second"])
def test_what_was_shown_was_dealt(role: str) -> None:
    """One hand is shown; one is folded after a card was laid on the table; in the third the other's card is hidden again."""
    game = rondel.new("leduc_poker", seed=5, options={"hands": 6})
    for answer in ("check", "check", "bet", "call", "check", "check", "bet", "fold", "check"):
        game.push(answer)
    real = [text for who, text in game.record()["answers"] if who == CHANCE]
    found: list[set[str]] = [set() for _draw in real]
    for seed in range(60):
        imagined = game.imagine(role, seed)
        assert imagined.consistent == "history"
        for drawn, text in zip(found, [text for who, text in imagined.record()["answers"] if who == CHANCE], strict=True):
            drawn.add(text)
    assert [len(each) for each in found] == {
        "first": [1, 1, 1, 4, 1, 1, 1, 5],  # the second hand is dealt to the second player first
        "second": [1, 1, 1, 1, 4, 1, 5, 1],
    }[role]
    assert all(text in drawn for text, drawn in zip(real, found, strict=True))


def test_of_the_estimates_nothing_is_hidden() -> None:
    game = played("KS", "JS", "check bet call", "JH")
    for role in game.roles:
        assert {game.imagine(role, seed).estimate(role) for seed in range(8)} == {game.estimate(role)}
