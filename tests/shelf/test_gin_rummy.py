"""The rules of Gin Rummy: deals beside OpenSpiel's game, melds, knocks, scores, what each player may suppose, bots."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any, cast

import pyspiel
import pytest

import rondel
from rondel.engine import CHANCE, OBSERVER, Move
from rondel.engine.components.playing_cards import PACK
from rondel.errors import IllegalMove
from rondel.shelf.gin_rummy import GinRummy
from rondel.shelf.gin_rummy.melds import Meld, arrangements, deadwood, is_run, left_over, low, melds, total
from tests.shelf.advised import advised

SEATS = ("north", "south")
UPCARD, STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
"""OpenSpiel's numbers of actions; cards come before them, and melds from the last one on."""


def number(face: str) -> int:
    return 13 * "SCDH".index(face[1]) + low(face) - 1


UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


def theirs(state: Any, action: int) -> frozenset[str]:
    """The faces of a meld in OpenSpiel."""
    text = state.action_to_string(action).rpartition(" ")[2]
    return frozenset(text[at] + text[at + 1].upper() for at in range(0, len(text), 2))


def in_parts(meld: Meld) -> list[Meld]:
    """A meld as OpenSpiel lays it: runs have at most five cards there."""
    if len(meld) <= 5:
        return [meld]
    half = len(meld) // 2
    return [*in_parts(meld[:half]), *in_parts(meld[half:])]


def lay(state: Any, laid: list[Meld]) -> None:
    """Lay melds in OpenSpiel's game, each of which it must allow, and say that these are all."""
    for meld in [part for each in laid for part in in_parts(each)]:
        known = {theirs(state, action): action for action in state.legal_actions() if action >= MELDS}
        state.apply_action(known[frozenset(meld)])
    state.apply_action(PASS)


def sensible(game: GinRummy, moves: list[Move], random: Random) -> Move:
    """A random move, more often one after which little is left over, so that there is a knock in most deals."""
    knocks = [move for move in moves if move.action == "knock"]
    if knocks and random.random() < 0.7:
        return random.choice(knocks)
    if moves[0].action == "discard" and random.random() < 0.8:
        faces = game.faces(game.player)
        left = {move: deadwood([each for each in faces if each != move.words[0]]) for move in moves if move.action == "discard"}
        return min(left, key=lambda move: (left[move], random.random()))
    return random.choice(moves)


class Beside:
    """One deal beside OpenSpiel's, whose player 0 is the one who begins."""

    def __init__(self, seed: int, oklahoma: bool) -> None:
        self.random = Random(seed)
        self.game = rondel.new(GinRummy, seed=seed, options={"one_deal": True, "oklahoma": oklahoma})
        self.state = pyspiel.load_game("gin_rummy", {"oklahoma": oklahoma}).new_initial_state()
        dealt = self.drawn(0)
        for face in (*dealt[:20:2], *dealt[1:20:2], dealt[20]):
            self.state.apply_action(number(face))
        self.laid_off: list[int] = []
        """The suits of the cards that were laid off."""
        self.seats = (self.game.player, self.game.opponent(self.game.player))

    def play(self) -> str:
        """Play on to the end; returns how it ended."""
        game, state = self.game, self.state
        while not game.is_over:
            moves = game.moves()
            assert game.player == self.seats[state.current_player()]
            moves = self.compared(moves)
            move = sensible(game, moves, self.random) if self.random.random() < 0.9 else self.random.choice(moves)
            self.push(move)
        if not game.knocker.value:
            if state.legal_actions() and PASS in state.legal_actions():
                state.apply_action(PASS)  # OpenSpiel's opponent may still knock with the last card
            assert state.is_terminal(), str(state)
            return "void"
        return self.counted()

    def compared(self, moves: list[Move]) -> list[Move]:
        """The moves that are legal in both games.

        OpenSpiel's player may discard the card just taken, too. Its runs are lengthened by at most two cards at each end, but
        also by cards laid off on a set. It overlooks a knock where the highest card that is left over is another one in another
        arrangement of as many points; the cards that may be discarded then are right.
        """
        state = self.state
        legal = set(state.legal_actions())
        if self.game.state == "Discard":
            taken = {number(self.game.taken.value)} if self.game.taken.value else set()
            ours = {number(move.words[0]) for move in moves if move.action == "discard"}
            assert ours == {action for action in legal if action < 52} - taken, str(state)
            knocks = {number(move.words[0]) for move in moves if move.action == "knock"}
            if knocks or KNOCK in legal:
                hand = [number(face) for face in self.game.faces(self.game.player)]
                assert knocks == set(UTILS.legal_discards(hand, self.game.limit.value)) - taken, str(state)
            if KNOCK not in legal:
                moves = [move for move in moves if move.action == "discard"]
        elif self.game.state == "LayOff":
            fit = {number(move.words[0]) for move in moves if move.action == "lay_off"}
            alike = {action for action in range(52) if self.laid_off.count(action // 13)}
            assert fit ^ {action for action in legal if action < 52} <= alike, str(state)
            moves = [move for move in moves if move.action == "count" or number(move.words[0]) in legal]
        else:
            names = {"take": UPCARD, "draw": STOCK, "decline": PASS}
            assert {names[move.action] for move in moves} == legal, str(state)
        return moves

    def push(self, move: Move) -> None:
        game, state = self.game, self.state
        before = len(game.record()["answers"])
        player = game.player
        if move.action == "knock":
            state.apply_action(KNOCK)
            state.apply_action(number(move.words[0]))
        game.push(move)
        while game.moves() and game.moves()[0].action in ("meld", "on"):
            game.push(self.random.choice(game.moves()))
        if move.action == "take":
            state.apply_action(UPCARD)
        elif move.action == "decline":
            state.apply_action(PASS)
            if game.state == "Discard":
                state.apply_action(STOCK)
        elif move.action == "draw":
            state.apply_action(STOCK)
        elif move.action in ("discard", "lay_off"):
            state.apply_action(number(move.words[0]))
            if move.action == "lay_off":
                self.laid_off.append(number(move.words[0]) // 13)
        elif move.action == "knock":
            lay(state, game.laid(player))
        for face in self.drawn(before):
            state.apply_action(number(face))

    def drawn(self, since: int) -> list[str]:
        """The faces of the cards that chance has dealt and drawn."""
        answers = self.game.record()["answers"][since:]
        return [text[5:7] for role, text in answers if role == CHANCE and text.startswith("draw(")]

    def counted(self) -> str:
        game, state = self.game, self.state
        knocker = game.knocker.value or ""
        other = game.opponent(knocker)
        left = {role: game.left(role) for role in SEATS}
        if left[knocker] and not state.is_terminal():
            state.apply_action(PASS)  # no more layoffs
        lay(state, game.laid(other))
        assert state.is_terminal(), str(state)
        for seat, role in enumerate(self.seats):
            assert f"Player{seat}: Deadwood={left[role]}\n" in str(state)
        score = game.scores[knocker] - game.scores[other]
        if left[knocker] == left[other] and left[knocker]:
            assert score == -25  # OpenSpiel gives nothing for an undercut by equal points
            return "equal"
        assert score == state.returns()[self.seats.index(knocker)], str(state)
        return "gin" if not left[knocker] else "knock" if score > 0 else "undercut"


def test_random_deals_are_openspiels(scaled: Callable[[int], int]) -> None:
    """OpenSpiel's player may discard the card just taken, and knock with the last discard; those answers are left out."""
    ends = [Beside(seed, seed % 4 == 3).play() for seed in range(scaled(1_000))]
    assert set(ends) >= {"gin", "knock", "void"}


def test_what_a_player_may_suppose_agrees_with_what_it_has_seen() -> None:
    for seed in range(2):
        random = Random(seed)
        game = rondel.new(GinRummy, seed=seed, options={"target": 60})
        for _each in range(20 + 35 * seed):
            if not game.is_over:
                moves = game.moves()
                game.push(sensible(game, moves, random))
        if game.is_over:
            continue
        for role in SEATS:
            imagined = cast("GinRummy", game.imagine(role, 1))
            assert imagined.consistent == "history", (seed, role)
            assert imagined.view(role) == game.view(role)


def dealt(
    north: str, south: str, *, upcard: str = "KD", player: str = "north", state: str = "Draw", stock: int = 20, **given: Any
) -> GinRummy:
    """A game in which these hands lie on the table, and that many cards in the stock."""
    used = {*north.split(), *south.split(), upcard}
    left = [face for face in PACK if face not in used]
    props = given.pop("props", {})
    position = {
        "state": state,
        "play_order": [player, "south" if player == "north" else "north"],
        "props": {"dealer": "south", **props},
        "containers": {
            "hand_north": cards(north.split()),
            "hand_south": cards(south.split()),
            "discards": cards([*left[stock:], upcard]),
            "stock": cards(left[:stock]),
        },
    }
    return rondel.new(GinRummy, seed=1, options={"one_deal": True, **given}, position=position)


def cards(faces: list[str]) -> list[dict[str, str]]:
    return [{"kind": "card", "face": face} for face in faces]


def words(game: GinRummy, action: str) -> set[str]:
    return {move.words[0] for move in game.moves() if move.action == action}


def pushed(game: GinRummy, answers: str) -> GinRummy:
    for each in answers.split("; "):
        game.push(each)
    return game


RUNS = "4S 5S 6S 7S 9H 9D 9C"
"""Two melds, to which three cards belong."""
OTHERS = "AC 2D 4H 6C 8C TD JH QC QD KC"
"""No two of these belong together, and they count 71."""


def best(faces: list[str]) -> int:
    """The fewest points left over, by trying all sets of melds."""
    found = melds(faces, 13)
    tried = [
        total([face for meld in laid for face in meld])
        for size in range(4)
        for laid in combinations(found, size)
        if len({face for meld in laid for face in meld}) == sum([len(meld) for meld in laid])
    ]
    return total(faces) - max(tried)


def test_the_points_left_over_are_the_fewest_there_can_be(scaled: Callable[[int], int]) -> None:
    random = Random(5)
    for _each in range(scaled(2_000)):
        ranks = random.sample("A23456789TJQK", 5)
        faces = random.sample([rank + suit for rank in ranks for suit in "CDSH"], 10)
        assert deadwood(faces) == best(faces) == UTILS.min_deadwood([number(face) for face in faces]), faces
        for laid in arrangements(faces):
            assert total(left_over(faces, laid)) == deadwood(faces), faces
            assert all(meld in melds(faces, 13) for meld in laid)


def test_an_ace_is_low() -> None:
    assert melds(["AS", "2S", "3S"]) == [("AS", "2S", "3S")]
    assert melds(["QS", "KS", "AS"]) == []
    assert (deadwood(["QS", "KS", "AS"]), is_run(("AS", "2S", "3S"))) == (21, True)


def test_both_may_take_the_upcard_and_else_the_first_draws() -> None:
    game = rondel.new(GinRummy, seed=4, options={"one_deal": True})
    first = game.player
    assert game.dealer.value == game.opponent(first)
    game.push("decline")
    assert (game.state, game.player) == ("Upcard", game.opponent(first))
    game.push("decline")
    assert (game.state, game.player, len(game.hands[first]), len(game.stock)) == ("Discard", first, 11, 30)
    assert len(game.discards) == 1


def test_a_taken_card_is_not_discarded_in_the_same_turn() -> None:
    game = pushed(dealt(OTHERS, RUNS + " AD 2H KH"), "take(KD)")
    assert words(game, "discard") == set(OTHERS.split())
    with pytest.raises(IllegalMove):
        game.push("discard(KD)")
    assert [card.face for card in game.discards][-1] != "KD"
    game.push("discard(AC)")
    assert (game.discards[-1].face, game.player) == ("AC", "south")


def test_the_top_of_the_discard_pile_is_seen_and_a_drawn_card_by_its_player_alone() -> None:
    game = pushed(dealt(OTHERS, RUNS + " AD 2H KH"), "draw(stock)")
    drawn = {role: [event["args"]["cards"] for event in game.events(0, role) if event["name"] == "drawn"] for role in SEATS}
    assert (len(drawn["north"]), drawn["south"]) == (1, [])
    for role in (*SEATS, OBSERVER):
        assert game.view(role)["containers"]["discards"]["tokens"][-1]["face"] == "KD"
    assert game.scene()["containers"][1] == {"name": "discards", "layout": "pile"}
    assert game.view("south")["containers"]["hand_north"] == {"backs": 11}


@pytest.mark.parametrize(
    ("hand", "oklahoma", "knocks"),
    [
        (RUNS + " AD 2H KH KS", 10, set()),  # two kings
        (RUNS + " AD 2H JH", 10, {"JH"}),  # three left over
        (RUNS + " 2D 8H JH", 10, {"JH"}),  # ten
        (RUNS + " 3D 8H JH", 10, set()),  # eleven
        (RUNS + " 2D 8H JH", 9, set()),
    ],
)
def test_ten_points_may_be_left_over_in_a_knock(hand: str, oklahoma: int, knocks: set[str]) -> None:
    assert words(dealt(hand, OTHERS, upcard="3C", state="Discard", props={"limit": oklahoma}), "knock") == knocks


def test_the_upcard_is_the_limit_in_oklahoma() -> None:
    limits = {}
    for seed in range(40):
        game = rondel.new(GinRummy, seed=seed, options={"oklahoma": True})
        limits[game.discards[0].face[0]] = game.limit.value
    assert limits["A"] == 0
    assert {limits[face] for face in "TJQK"} == {10}
    assert limits["7"] == 7


KNOCK_6 = RUNS + " AD 2H 3C KH"
"""A hand that leaves six points over without the king."""
GIN = RUNS + " 2H 3H 4H KH"


@pytest.mark.parametrize(
    ("north", "south", "answers", "options", "score"),
    [
        (KNOCK_6, OTHERS, "", {}, (71 - 6, 0)),
        (KNOCK_6, "8S TS 3S 3H AH KC KS QC JC TC", "count", {}, (35 - 6, 0)),
        (KNOCK_6, "8S TS 3S 3H AH KC KS QC JC TC", "lay_off(8S); lay_off(3S)", {}, (24 - 6, 0)),
        (KNOCK_6, "TC JC QC KC 2C 2D 2S AH 3S 8S", "lay_off(3S); lay_off(8S); count", {}, (0, 6 - 1 + 25)),
        (KNOCK_6, "TC JC QC KC 2C 2D 2S AH 5H 8S", "lay_off(8S)", {}, (0, 25)),  # equal points
        (KNOCK_6, "TC JC QC KC 2C 2D 2S AH 5H 8S", "lay_off(8S)", {"undercut_bonus": 10}, (0, 10)),
        (GIN, "8S AC 2D 5C 6C TD JH QC QD KC", "", {}, (72 + 25, 0)),  # the eight is not laid off
        (GIN, "8S AC 2D 5C 6C TD JH QC QD KC", "", {"gin_bonus": 20}, (72 + 20, 0)),
        (GIN, "TC JC QC KC AC AS AH 2C 2D 2S", "", {}, (25, 0)),  # no undercut
    ],
)
def test_the_points_of_a_knock(north: str, south: str, answers: str, options: dict[str, int], score: tuple[int, int]) -> None:
    game = dealt(north, south, upcard="3D", state="Discard", **cast("Any", options))
    game.push("knock(KH)")
    if answers:
        pushed(game, answers)
    assert game.is_over
    assert (game.scores["north"], game.scores["south"]) == score


def test_a_card_is_laid_off_where_its_player_says() -> None:
    north, south = "4S 5S 6S 7S 8C 8D 8H AD 2H 3C KH", "8S 9S 3H AH KC KS QC JC TC 6D"
    for meld, more in (("7S", {"9S"}), ("8H", set())):
        game = pushed(dealt(north, south, upcard="3D", state="Discard"), "knock(KH); lay_off(8S)")
        assert words(game, "on") == {"7S", "8H"}
        game.push(f"on({meld})")
        assert words(game, "lay_off") == more
        assert sorted(map(len, game.laid("north"))) == ([3, 5] if more else [4, 4])


def test_a_knocker_melds_as_he_likes() -> None:
    game = dealt("4S 4C 4H 4D 5S 6S 7S AD 2H TC KH", OTHERS.replace("4H", "3S"), upcard="3D", state="Discard")
    assert not words(game, "knock")
    game = dealt("4S 4C 4H 4D 5S 6S 7S AD 2H 3C KH", OTHERS.replace("4H", "3S"), upcard="3D", state="Discard")
    game.push("knock(KH)")
    ways = words(game, "meld")
    assert ways == {"4♠5♠6♠7♠ 4♣4♦4♥", "5♠6♠7♠ 4♣4♦4♠4♥"}
    game.push("meld(5♠6♠7♠ 4♣4♦4♠4♥)")
    assert (game.melds["north"].value, game.state) == ((3, 4), "GameEnd")
    assert [card.face for card in game.open["north"]][:3] == ["5S", "6S", "7S"]


def test_nobody_draws_the_last_two_cards() -> None:
    game = pushed(dealt(OTHERS, RUNS + " AD 2H KH", stock=3), "draw(stock)")
    game.push(f"discard({sorted(words(game, 'discard'))[0]})")
    assert game.is_over
    assert game.scores == {"north": 0, "south": 0}


def test_the_loser_deals_and_after_a_void_deal_the_same_player() -> None:
    game = dealt(KNOCK_6, OTHERS, upcard="3D", state="Discard", one_deal=False)
    game.push("knock(KH)")
    assert (game.state, game.player, len(game.open["south"])) == ("Look", "north", 10)
    game.push("go_on")
    assert (game.state, game.player) == ("NextDeal", "south")
    game.push("deal")
    assert (game.state, game.player, game.deal_num.value, len(game.stock)) == ("Upcard", "north", 2, 31)
    assert not len(game.open["north"])
    void = pushed(dealt(OTHERS, RUNS + " AD 2H KH", stock=3, one_deal=False, player="south"), "draw(stock)")
    void.push("discard(KH)")
    assert (void.state, void.player) == ("NextDeal", "south")


def test_a_deal_ends_when_fifty_cards_were_taken() -> None:
    game = dealt(OTHERS, RUNS + " AD 2H KH", props={"takes": 48})
    pushed(game, "take(KD); discard(AC); take(AC)")
    assert game.is_over


def test_a_bot_takes_a_card_that_makes_a_meld_and_knocks_with_little() -> None:
    useful = dealt("KS KC 5S 6S 9H 2D 7C JD 4H AC", OTHERS.replace("KC", "3S").replace("AC", "8D"), upcard="KD")
    assert useful.estimate("north") is not None
    useful.push("take(KD)")
    assert str(advised(useful)) in ("discard(JD)", "discard(9H)")
    little = dealt(KNOCK_6, OTHERS, upcard="3D", state="Discard")
    assert str(advised(little)) == "knock(KH)"
