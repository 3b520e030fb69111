"""The rules of Skat: deals against OpenSpiel's game, the auction, values of games, what each player may suppose, bots."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import pyspiel
import pytest

import rondel
from rondel.engine import OBSERVER
from rondel.errors import IllegalMove
from rondel.shelf.skat import Skat
from rondel.shelf.skat.values import BIDS, PACK32
from rondel.testing import walk
from tests.shelf.advised import advised

SEATS = ("north", "east", "west")
PASS, KINDS = 32, ("diamonds", "hearts", "spades", "clubs", "grand", "null")
"""OpenSpiel's number of a pass; the games have the numbers after it."""
DEALT = (*[0] * 3, *[1] * 3, *[2] * 3, 3, 3, *[0] * 4, *[1] * 4, *[2] * 4, *[0] * 3, *[1] * 3, *[2] * 3)
"""Who gets OpenSpiel's cards, in the order in which it deals; 3 is the skat."""


def card(face: str) -> dict[str, str]:
    return {"kind": "card", "face": face}


def position(
    hands: list[list[str]], skat: list[str], state: str = "Call", player: str = "east", **props: Any
) -> dict[str, Any]:
    """A position before a deal is played; north is forehand."""
    order = SEATS[SEATS.index(player) :] + SEATS[: SEATS.index(player)]
    containers = {f"hand_{role}": [card(face) for face in hand] for role, hand in zip(SEATS, hands, strict=True)}
    marks = {"marks_north": [{"kind": "mark", "face": "forehand"}]}
    return {
        "state": state,
        "play_order": list(order),
        "props": {"deal_num": 1, "bidders": list(SEATS), **props},
        "containers": {"deck": [], "skat": [card(face) for face in skat], **containers, **marks},
    }


def dealt(*hands: str, **given: Any) -> Skat:
    """A game in which these hands lie on the table; the last ones are the skat."""
    faces = [hand.split() for hand in hands]
    options = {"deals": 1, **{name: given.pop(name) for name in ("seeger",) if name in given}}
    return rondel.new(Skat, seed=1, options=options, position=position(faces[:3], faces[3], **given))


def pushed(game: Skat, answers: str) -> Skat:
    for each in answers.split("; "):
        game.push(each)
    return game


def words(game: Skat) -> set[str]:
    return {move.words[0] for move in game.moves()}


def face_of(state: Any, action: int) -> str:
    return cast("str", state.action_to_string(action))[::-1]


def test_random_deals_are_openspiels(scaled: Callable[[int], int]) -> None:
    """From the skat on: OpenSpiel's bidders name the game at once, and play no game from the hand."""
    kinds = set()
    for seed in range(scaled(2_000)):
        random = Random(seed)
        state = pyspiel.load_game("skat").new_initial_state()
        hands: list[list[str]] = [[], [], [], []]
        for place in DEALT:
            action = random.choice(state.legal_actions())
            hands[place].append(face_of(state, action))
            state.apply_action(action)
        kind = random.choice(KINDS)
        declarer = random.randrange(3)
        while state.legal_actions()[0] == PASS:
            bids = PASS + 1 + KINDS.index(kind)
            state.apply_action(bids if state.current_player() == declarer and bids in state.legal_actions() else PASS)
        if state.is_terminal():
            continue
        kinds.add(kind)
        player = SEATS[declarer]
        game = rondel.new(
            Skat, seed=seed, options={"deals": 1}, position=position(hands[:3], hands[3], "Talon", player, bid=18)
        )
        game.push("take_skat")
        hand = [card.face for card in game.hands[player]]
        laid = sorted(random.sample(hand, 2), key=hand.index)  # two cards are chosen in the order of the hand
        numbers = {face_of(state, action): action for action in range(PASS)}
        for face in laid:
            game.push(f"lay({face})")
            state.apply_action(numbers[face])
        game.push(f"announce({kind})")
        if kind == "null":
            game.push("promise(plain)")
        while not state.is_terminal():
            assert SEATS[state.current_player()] == game.active[0], str(state)
            assert state.legal_actions() == sorted([numbers[face] for face in words(game)]), str(state)
            action = random.choice(state.legal_actions())
            state.apply_action(action)
            game.push(f"play({face_of(state, action)})")
        points = next(line for line in str(state).splitlines() if "Points" in line)
        told = [event["args"] for event in game.events(0, OBSERVER) if event["name"] == "points"]
        if kind != "null":
            assert told == [{"player": player, "points": int(points.split("(")[2].split(" /")[0])}], points
    assert kinds == set(KINDS)


def test_there_are_63_bids_from_18_to_264() -> None:
    assert BIDS[:8] == (18, 20, 22, 23, 24, 27, 30, 33)
    assert BIDS[-4:] == (204, 216, 240, 264)
    assert len(BIDS) == 63


DEAL = (
    "JC JS AC TC KC AS TS AH TH AD",
    "JH JD QC 9C 8C KS QS 9S KH QH",
    "7C 8S 7S 9H 8H 7H TD KD QD 9D",
    "8D 7D",
)


@pytest.mark.parametrize(
    ("auction", "declarer", "bid"),
    [
        ("resign; resign; resign", "", 0),
        ("resign; resign; call(18)", "north", 18),
        ("call(18); resign; resign", "east", 18),
        ("call(18); hold; resign; resign", "north", 18),
        ("call(18); hold; call(20); resign; call(22); resign", "west", 22),
        ("call(18); hold; resign; call(20); hold; call(22); hold; resign", "north", 22),
        ("resign; call(18); resign", "west", 18),
    ],
)
def test_the_second_bids_the_first_answers_and_the_third_bids_to_who_is_left(auction: str, declarer: str, bid: int) -> None:
    game = pushed(dealt(*DEAL), auction)
    if not declarer:
        assert game.is_over
        assert set(game.scores.values()) == {0}
        return
    assert (game.state, game.active, game.bid.value) == ("Talon", (declarer,), bid)


def test_nobody_bids_less_than_the_next_value() -> None:
    game = dealt(*DEAL)
    assert [str(move) for move in game.moves()] == ["call(18)", "resign"]
    with pytest.raises(IllegalMove):
        game.push("call(20)")


def counted(
    own: str, skat: str, taken: int, contract: tuple[str, str] = ("clubs", "plain"), bid: int = 18, **given: Any
) -> Skat:
    """A deal that has been played: north, who had these cards, has taken that many of the other cards, the cheapest first, and
    all of its own."""
    faces = own.split()
    others = sorted(set(PACK32) - set(faces) - set(skat.split()), key=lambda face: ("789JQKTA".index(face[0]), face))
    piles: dict[str, list[dict[str, Any]]] = {"north": [], "east": []}
    for face in faces:
        piles["north" if taken else "east"].append({"kind": "card", "face": face, "owner": "north"})
    for number, face in enumerate(others):
        piles["north" if number < taken else "east"].append(
            {"kind": "card", "face": face, "owner": ("east", "west")[number % 2]}
        )
    marks = [{"kind": "mark", "face": face} for face in ("forehand", contract[0])]
    seeger = given.pop("seeger", False)
    where = {
        "state": "Count",
        "props": {"deal_num": 1, "bid": bid, "contract": list(contract), **given},
        "containers": {
            "deck": [],
            "skat": [card(face) for face in skat.split()],
            "marks_north": marks,
            **{f"taken_{role}": pile for role, pile in piles.items()},
        },
    }
    return rondel.new(Skat, seed=1, options={"deals": 1, "seeger": seeger}, position=where)


WITH_ONE = ("JC JH AC TC KC QC 9C AS TS AH", "8D 7D")
WITHOUT_TWO = ("JH JD AS TS KS QS 9S AC AD AH", "8D 7D")
WITH_FOUR = ("JC JS JH JD AC TC KC QC AS AH", "8D 7D")


@pytest.mark.parametrize(
    ("cards", "taken", "contract", "given", "score"),
    [
        (WITH_ONE, 13, ("clubs", "plain"), {}, 24),  # with one, game two
        (WITHOUT_TWO, 13, ("spades", "plain"), {}, 33),  # without two, game three
        (WITH_FOUR, 13, ("grand", "plain"), {}, 120),  # with four, game five
        (WITH_FOUR, 13, ("clubs", "plain"), {}, 12 * 9),  # the trumps below the jacks count as well: with eight, game nine
        (WITH_ONE, 13, ("clubs", "plain"), {"from_hand": True}, 36),
        (WITH_ONE, 19, ("clubs", "plain"), {}, 36),  # schneider
        (WITH_ONE, 20, ("clubs", "plain"), {}, 48),  # schwarz
        (WITH_ONE, 20, ("clubs", "schwarz"), {"from_hand": True}, 12 * 7),
        (WITH_FOUR, 20, ("grand", "open"), {"from_hand": True}, 264),  # the highest value there is
        (WITH_ONE, 8, ("clubs", "schneider"), {"from_hand": True}, -2 * 12 * 5),  # won, but less than announced
        (WITH_ONE, 0, ("clubs", "plain"), {}, -2 * 12 * 4),  # the declarer is schwarz
        (("JC JD AH TH KH 9H 8H AS TS AC", "8D 7D"), 13, ("hearts", "plain"), {"bid": 30}, -60),  # 20, and 30 was bid
        (WITH_ONE, 13, ("clubs", "plain"), {"seeger": True}, 74),
        (WITH_ONE, 0, ("null", "plain"), {"bid": 23}, 23),
        (WITH_ONE, 0, ("null", "open"), {"from_hand": True}, 59),
        (WITH_ONE, 1, ("null", "open"), {"bid": 23}, -92),
    ],
)
def test_values_of_games(
    cards: tuple[str, str], taken: int, contract: tuple[str, str], given: dict[str, Any], score: int
) -> None:
    assert counted(*cards, taken, contract, **given).scores["north"] == score


def test_a_lost_game_brings_both_opponents_40() -> None:
    game = counted(*WITH_ONE, 0, seeger=True)
    assert game.scores == {"north": -2 * 48 - 50, "east": 40, "west": 40}


def test_a_null_game_ends_with_the_first_trick_of_the_declarer() -> None:
    game = pushed(
        dealt(*DEAL),
        "resign; resign; call(18); take_skat; lay(AC); lay(TC); announce(null); promise(plain); play(KC); play(QC); play(7C)",
    )
    assert game.is_over
    assert game.scores["north"] == -96


def test_jacks_are_trumps_and_suit_is_followed() -> None:
    game = pushed(dealt(*DEAL), "resign; resign; call(18); play_from_hand; announce(diamonds); promise(plain); play(JC)")
    assert words(game) == {"JH", "JD"}
    pushed(game, "play(JD)")
    assert words(game) == {"TD", "KD", "QD", "9D"}


def test_open_cards_are_seen_by_everybody_and_others_by_their_holder_alone() -> None:
    game = pushed(dealt(*DEAL), "resign; resign; call(18); play_from_hand")
    assert "tokens" not in game.view("east")["containers"]["hand_north"]
    pushed(game, "announce(null)")
    assert words(game) == {"plain", "open"}
    game.push("promise(open)")
    for role in ("east", "west"):
        view = game.view(role)["containers"]
        assert {card.get("face") for card in view["open_north"]["tokens"]} == set(DEAL[0].split())
        assert "tokens" not in view["skat"]


def test_a_declarer_knows_the_cards_laid_down() -> None:
    game = pushed(dealt(*DEAL), "resign; resign; call(18); take_skat; lay(8D); lay(7D)")
    heard = {
        role: [event["args"]["cards"] for event in game.events(0, role) if event["name"] in ("skat", "lays")] for role in SEATS
    }
    assert heard == {"north": [["8D", "7D"], ["8D", "7D"]], "east": [], "west": []}
    assert all(game.view(role)["containers"]["skat"] == {"backs": 2} for role in SEATS)


def test_the_next_seat_is_forehand_in_the_next_deal() -> None:
    game = rondel.new(Skat, seed=2)
    first = [game.forehand()]
    while not game.is_over:
        deal = game.deal_num.value
        game.push(game.moves()[-1])
        if game.deal_num.value != deal:
            first.append(game.forehand())
    at = SEATS.index(first[0])
    assert first == [SEATS[(at + deal) % 3] for deal in range(9)]


def test_what_a_player_may_suppose_agrees_with_what_it_has_seen() -> None:
    for seed in range(4):
        game = rondel.new(Skat, seed=seed, options={"deals": 2})
        for move in walk(game, Random(seed), 60 + 5 * seed):
            game.push(move)
        if game.is_over:
            continue
        for role in SEATS:
            imagined = cast("Skat", game.imagine(role, 1))
            assert imagined.consistent == "history", (seed, role)
            assert imagined.view(role) == game.view(role)


def test_a_strong_hand_bids_and_a_weak_one_passes() -> None:
    strong = dealt("7C 8S 7S 9H 8H 7H TD KD QD 9D", "JC JS JH AC TC KC AS TS AH TH", "JD QC 9C 8C KS QS 9S KH QH AD", "8D 7D")
    assert str(advised(strong)) == "call(18)"
    weak = dealt("JC JS JH AC TC KC AS TS AH TH", "7C 8S QS 9H 8H KH TD KD QD 9D", "JD QC 9C 8C KS 7S 9S 7H QH AD", "8D 7D")
    assert str(advised(weak)) == "resign"


def in_a_trick(*hands: str, led: str, leader: str, kind: str = "clubs") -> Skat:
    """North plays alone, from the hand, and somebody has led a card; the next player's turn."""
    given = position([hand.split() for hand in hands], ["8D", "7D"], "Trick", SEATS[(SEATS.index(leader) + 1) % 3])
    given["props"] |= {"bid": 18, "bidders": ["north"], "from_hand": True, "contract": (kind, "plain")}
    given["containers"] |= {
        "trick": [{**card(led), "owner": leader}],
        "marks_north": [{"kind": "mark", "face": face} for face in ("forehand", kind)],
    }
    return rondel.new(Skat, seed=1, options={"deals": 1}, position=given)


def test_a_partner_adds_points_to_a_trick_that_is_safe_and_none_to_one_that_is_lost() -> None:
    north, west = "JC JS AC TC KC 9C AH KS TS 9H", "TH KH 7H JH QC 8C AD QD JD 9D"
    safe = in_a_trick(north, "QS 9S 8S 7S TD KD QH 8H 7C", west, led="AS", leader="east")
    assert str(advised(safe)) in ("play(TH)", "play(AD)")
    lost = in_a_trick(north.replace("AH ", ""), "AS QS 9S 8S 7S TD KD QH 8H 7C", west, led="AH", leader="north")
    assert str(advised(lost)) == "play(8H)"


def test_a_declarer_of_null_stays_below_the_trick() -> None:
    hands = ("7C 8C AC 7S 9S 8H TH 7H 8S 9D", "JC QC AS TS KS QH AH KD QD JH", "9C TC JS QS 9H JD TD AD KH")
    game = in_a_trick(*hands, led="KC", leader="west", kind="null")
    assert str(advised(game)) == "play(8C)"
