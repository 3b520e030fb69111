"""The rules of Hearts: deal by deal against OpenSpiel's game, then whole games, what each player sees and may suppose, bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, product
from random import Random
from typing import Any

import pyspiel
import pytest

import rondel
from rondel.engine import CHANCE, OBSERVER, Game, Move
from rondel.engine.components.playing_cards import PACK, rank, suit
from rondel.errors import IllegalMove, UndoBarrier
from rondel.testing import walk

SEATS = ("north", "east", "south", "west")
TOP = [face for face in PACK if rank(face) > 11] + ["JH"]
"""A hand that takes every trick."""


def held(*hands: str, deal: int = 4, scores: Sequence[int] = (), **options: Any) -> Game:
    """A game in which these hands are about to be played: ``held("2C QS", "3C AH", ...)``."""
    containers = {f"hand_{role}": cards(hand) for role, hand in zip(SEATS, hands, strict=True)}
    position: dict[str, Any] = {
        "state": "Opening",
        "props": {"deal_num": deal},
        "containers": {**containers, "deck": []},
    }
    if scores:
        position["scores"] = list(scores)
    return rondel.new("hearts", seed=1, options=options, position=position)


def cards(hand: str) -> list[dict[str, str]]:
    return [{"kind": "card", "face": face} for face in hand.split()]


def plays(game: Game, played: str) -> Game:
    for face in played.split():
        game.push(f"play({face})")
    return game


def faces(game: Game, reader: str, container: str) -> list[str] | int:
    """The faces there, or how many cards, for a reader who only sees their backs."""
    seen = game.view(reader)["containers"][container]
    return [token["face"] for token in seen["tokens"]] if "tokens" in seen else int(seen["backs"])


def names(game: Game, role: str) -> list[str]:
    return sorted([move.words[0] for move in game.moves(role)], key=PACK.index)


# -- OpenSpiel's game --------------------------------------------------------------------------------------------------

FLAGS = (
    "no_pts_on_first_trick",
    "can_lead_any_club",
    "jd_bonus",
    "avoid_all_tricks_bonus",
    "must_break_hearts",
    "qs_breaks_hearts",
    "can_lead_hearts_instead_of_qs",
)
DIRECTIONS = (1, 3, 2, 0)
"""How many seats on the cards of deals 1 to 4 are passed: left, right, across, hold. OpenSpiel numbers directions so."""
NUMBERS = {face: 4 * (rank(face) - 2) + ("clubs", "diamonds", "hearts", "spades").index(suit(face)) for face in PACK}
"""OpenSpiel's numbers of the cards."""

Policy = Callable[[str, list[Move]], Move]


def deal_of(theirs: pyspiel.Game, deal: int, dealt: Sequence[str], passes: bool) -> pyspiel.State:
    state = theirs.new_initial_state()
    state.apply_action(DIRECTIONS[deal - 1] if passes else 0)
    for face in dealt:
        state.apply_action(NUMBERS[face])
    return state


def play_both(game: Game, state: pyspiel.State, policy: Policy) -> None:
    """Play out one deal in both games, with the same answers; everything must be equal at every ply."""
    while not state.is_terminal():
        role = game.roles[state.current_player()]
        assert role in game.active
        moves = game.moves(role)
        assert sorted([NUMBERS[move.words[0]] for move in moves]) == state.legal_actions(), str(state)
        chosen = policy(role, moves)
        game.push(chosen, role)
        state.apply_action(NUMBERS[chosen.words[0]])
    assert game.is_over
    assert list(game.scores.values()) == [26 - worth for worth in state.returns()]


def test_random_deals_are_openspiels(scaled: Callable[[int], int]) -> None:
    """Half of them as the rules are, half with any of the options; passed to the left, to the right, across, or not at all."""
    for seed in range(scaled(2_000)):
        random = Random(seed)
        flags = {name: random.random() < 0.5 for name in FLAGS if seed % 2} | {"pass_cards": random.random() < 0.9}
        deal = 1 + seed // 2 % 4
        position = {"state": "Deal", "props": {"deal_num": deal}}
        game = rondel.new("hearts", seed=seed, options={"target": 1, **flags}, position=position)
        dealt = [text.removeprefix("draw(")[:2] for _chance, text in game.record()["answers"]]
        state = deal_of(pyspiel.load_game("hearts", flags), deal, dealt, flags["pass_cards"])
        greed = random.choice(SEATS)  # plays high and so takes most; the others play anything

        def policy(role: str, moves: list[Move], random: Random = random, greed: str = greed) -> Move:
            if role == greed and random.random() < 0.8:
                return max(moves, key=lambda move: rank(move.words[0]))
            return random.choice(moves)

        play_both(game, state, policy)


def test_shooting_the_moon_is_openspiels(scaled: Callable[[int], int]) -> None:
    """One seat takes every trick but, now and then, one that it gives away."""
    moons = 0
    for seed in range(scaled(400)):
        random = Random(seed)
        rest = random.sample([face for face in PACK if face not in TOP], 39)
        shooter = random.randrange(4)
        hands = [rest[:13], rest[13:26], rest[26:]]
        hands.insert(shooter, TOP[:])
        flags = {name: random.random() < 0.5 for name in ("jd_bonus", "avoid_all_tricks_bonus")}
        game = held(*[" ".join(hand) for hand in hands], target=1, scores=(), **flags)
        dealt = [hands[number % 4][number // 4] for number in range(52)]
        state = deal_of(pyspiel.load_game("hearts", flags), 4, dealt, True)
        slip = random.randrange(60)

        def policy(role: str, moves: list[Move], shooter: int = shooter, slip: int = slip, random: Random = random) -> Move:
            ranked = sorted(moves, key=lambda move: rank(move.words[0]))
            if role != SEATS[shooter]:
                return random.choice(moves)
            return ranked[0] if len(moves) == slip else ranked[-1]

        play_both(game, state, policy)
        moons += any(event["name"] == "moon" for event in game.events(0, OBSERVER))
    assert moons


# -- the play, by hand -------------------------------------------------------------------------------------------------


def test_the_two_of_clubs_leads_and_suit_is_followed() -> None:
    game = held("3C AS", "2C KH", "4D AH", "KC 5C")
    assert game.active == ("east",)
    assert names(game, "east") == ["2C"]
    plays(game, "2C")
    assert game.view("south")["props"]["suit_led"] == "clubs"
    assert names(game, "south") == ["4D"]  # no points on the first trick
    plays(game, "4D")
    assert names(game, "west") == ["5C", "KC"]
    plays(game, "KC 3C")
    assert game.active == ("west",)
    assert {token["owner"] for token in game.view(OBSERVER)["containers"]["taken"]["tokens"]} == {"west"}
    assert faces(game, OBSERVER, "taken") == ["2C", "3C", "4D", "KC"]
    assert game.view(OBSERVER)["props"]["current_trick_num"] == 2


def test_points_may_be_played_to_the_first_trick_by_who_has_nothing_else() -> None:
    game = plays(held("2C 3D", "QS 7H", "4C 4D", "5C 5D"), "2C")
    assert names(game, "east") == ["QS", "7H"]
    with pytest.raises(IllegalMove):
        game.push("play(4C)")


def test_hearts_are_not_led_before_they_are_broken() -> None:
    game = plays(held("2C 3H 3D", "AC 7H 8D", "4C 4H 4D", "5C 5H 5D"), "2C AC 4C 5C")
    assert names(game, "east") == ["8D"]
    assert not game.view(OBSERVER)["props"]["hearts_broken"]
    for either, led in ((False, ["QS"]), (True, ["QS", "7H"])):
        hands = ("2C 3H 3D", "AC 7H QS", "4C 4H 4D", "5C 5H 5D")
        queen = plays(held(*hands, can_lead_hearts_instead_of_qs=either), "2C AC 4C 5C")
        assert names(queen, "east") == led
    broken = plays(held("2C 3D 3H", "AC 7S 7H", "4C QS 4H", "5C 5D 5S"), "2C AC 4C 5C 7S QS 5S 3H")
    assert broken.view(OBSERVER)["props"]["hearts_broken"]
    assert names(broken, "south") == ["4H"]


# -- whole games -------------------------------------------------------------------------------------------------------


def test_deals_go_on_until_somebody_has_enough_and_the_lowest_wins() -> None:
    game = rondel.new("hearts", seed=3, options={"target": 120})
    directions: list[Any] = []
    total, deal = 0.0, 1
    for move in walk(game, Random(3), 2_000):
        if game.state == "Passing" and all(faces(game, role, f"passing_{role}") == [] for role in SEATS):
            view = game.view("north")
            assert [view["props"][name] for name in ("current_trick_num", "suit_led", "hearts_broken")] == [0, None, False]
            directions.append(view["args"]["otherplayer"])
        game.push(move)
        if game.view("north")["props"]["deal_num"] != deal:
            deal += 1
            assert sum(game.scores.values()) - total in (26, 78)
            total = sum(game.scores.values())
            assert game.is_over == (max(game.scores.values()) >= 120)
    given = [event["role"] for event in game.events(0, "observer") if event["name"] == "extra_time"]
    assert given == list(SEATS) * (deal - 2), "each deal after the first; the last deal number is that of one never dealt"
    assert directions[:4] == ["east", "west", "south", "east"]  # and in the fourth deal nothing is passed
    lowest = min(game.scores.values())
    assert game.winners == tuple([role for role, score in game.scores.items() if score == lowest])


def test_who_ties_for_the_lowest_score_wins_together() -> None:
    hands = ("2C 3H", "4C 9H", "AC 8H", "5C KH")
    game = plays(held(*hands, target=50, scores=(20, 47, 21, 20)), "2C 4C AC 5C 8H KH 3H 9H")
    assert game.scores == {"north": 20, "east": 47, "south": 21, "west": 24}
    assert not game.is_over
    game = plays(held(*hands, target=47, scores=(20, 47, 21, 16)), "2C 4C AC 5C 8H KH 3H 9H")
    assert game.scores == {"north": 20, "east": 47, "south": 21, "west": 20}
    assert game.winners == ("north", "west")
    assert game.returns == {"north": 0.5, "east": -0.5, "south": -0.5, "west": 0.5}


def test_without_passing_the_first_deal_is_played_at_once() -> None:
    game = rondel.new("hearts", seed=4, options={"pass_cards": False})
    assert game.state == "Trick"
    assert names(game, game.player) == ["2C"]


def test_a_whole_game_is_ended_by_those_who_are_away() -> None:
    game = rondel.new("hearts", seed=5)
    while not game.is_over:
        move = game.zombie_move(game.active[0])
        if game.state == "Trick":
            assert rank(move.words[0]) == min(rank(face) for face in names(game, game.player))
        game.push(move)
    assert max(game.scores.values()) >= 100


# -- passing, and what is seen -----------------------------------------------------------------------------------------


def passed(seed: int, deal: int = 1) -> tuple[Game, dict[str, list[str]]]:
    """A game in which everybody has passed on his first three cards, and what these were."""
    position = {"state": "Deal", "props": {"deal_num": deal}} if deal > 1 else None
    game = rondel.new("hearts", seed=seed, position=position)
    given: dict[str, list[str]] = {}
    for role in reversed(SEATS):
        given[role] = names(game, role)[:3]
        for face in given[role]:
            game.push(f"give({face})", role)
    return game, given


@pytest.mark.parametrize(("deal", "seats_on"), [(1, 1), (2, 3), (3, 2), (5, 1)])
def test_three_cards_are_passed_unseen_by_the_others(deal: int, seats_on: int) -> None:
    game, given = passed(7, deal)
    for number, role in enumerate(SEATS):
        receiver = SEATS[(number + seats_on) % 4]
        hand = faces(game, receiver, f"hand_{receiver}")
        assert isinstance(hand, list)
        assert set(given[role]) <= set(hand)
        assert len(hand) == 13
        for reader in (*SEATS, OBSERVER):
            told = [event["args"] for event in game.events(0, reader) if event["name"] == "pass"]
            assert (role in [each["player"] for each in told]) == (reader in (role, receiver))


def test_a_card_laid_aside_may_be_taken_back_until_all_have_chosen() -> None:
    game = rondel.new("hearts", seed=8)
    first = names(game, "south")[0]
    game.push(f"give({first})", "south")
    assert faces(game, "south", "passing_south") == [first]
    assert all("passing_south" not in game.view(reader)["containers"] for reader in ("north", OBSERVER))
    assert faces(game, OBSERVER, "hand_south") == 12
    asked = game.view("south")["question"]
    assert asked["args"]["number"] == 2
    assert asked["args"]["otherplayer"] == {"role": "west"}
    game.undo("south")
    assert faces(game, "south", "hand_south") == names(game, "south")
    assert faces(game, OBSERVER, "hand_south") == 13
    done, _given = passed(8)
    with pytest.raises(UndoBarrier):
        done.undo("south")


def test_hands_are_sorted_and_seen_by_their_owners_only() -> None:
    game, _given = passed(9)
    for role in SEATS:
        hand = faces(game, role, f"hand_{role}")
        assert isinstance(hand, list)
        assert hand == [face for face in PACK if face in hand]
        assert [faces(game, reader, f"hand_{role}") for reader in (*SEATS, OBSERVER) if reader != role] == [13] * 4


# -- what may be supposed ----------------------------------------------------------------------------------------------


def hands_in(game: Game) -> dict[str, set[str]]:
    return {role: set(names_of(game.view(role), f"hand_{role}")) for role in SEATS}


def names_of(view: Mapping[str, Any], container: str) -> list[str]:
    return [token["face"] for token in view["containers"][container]["tokens"]]


@pytest.mark.played
def test_a_deal_is_imagined_at_every_ply_from_its_own_history(scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(40)):
        random = Random(seed)
        game = rondel.new("hearts", seed=seed, options={"target": 1, **({"must_break_hearts": False} if seed % 2 else {})})
        for ply, move in enumerate(walk(game, random)):
            if ply % 4 == 0:
                role = random.choice(SEATS)
                imagined = game.imagine(role, ply)
                assert imagined.consistent == "history"
                assert imagined.view(role) == game.view(role)
            game.push(move)


def test_it_is_known_who_has_no_more_of_a_suit_and_what_was_passed_on() -> None:
    game, given = passed(11)
    lacks: dict[str, set[str]] = {role: set() for role in SEATS}
    played: set[str] = set()
    for move in walk(game, Random(10), 42):
        led = game.view(OBSERVER)["props"]["suit_led"]
        if led and suit(move.words[0]) != led:
            lacks[move.role].add(led)
        played.add(move.words[0])
        game.push(move)
    assert sum(len(suits) for suits in lacks.values()) > 2
    real = hands_in(game)["north"]
    others: set[frozenset[str]] = set()
    for seed in range(8):
        hands = hands_in(game.imagine("north", seed))
        assert hands["north"] == real
        assert set(given["north"]) - played <= hands["east"]
        for role in ("east", "south", "west"):
            assert not lacks[role] & {suit(face) for face in hands[role]}
        others.add(frozenset(hands["south"]))
    assert len(others) > 1


def test_in_the_last_tricks_all_that_may_be_is_imagined() -> None:
    game = rondel.new("hearts", seed=1, options={"pass_cards": False})
    for move in walk(game, Random(2), 46):
        game.push(move)
    role = game.active[0]
    real = hands_in(game)
    others = [other for other in SEATS if other != role]
    seen: set[str] = set()
    for seed in range(12):
        hands = hands_in(game.imagine(role, seed))
        assert hands[role] == real[role]
        assert [len(hands[other]) for other in others] == [len(real[other]) for other in others]
        assert set().union(*[hands[other] for other in others]) == set().union(*[real[other] for other in others])
        seen.add(str([sorted(hands[other]) for other in others]))
    assert len(seen) > 1


# -- bots --------------------------------------------------------------------------------------------------------------


def best(game: Game, role: str, random: Random) -> Move:
    """The move after which the position looks best, as the greedy bot finds it: an estimate looks at nothing that is hidden."""
    moves = game.moves(role)
    worth: list[float] = []
    for move in moves:
        game.push(move, role)
        worth.append(game.returns[role] if game.is_over else game.estimate(role) or 0.0)
        game.pop()
    return random.choice([move for move, value in zip(moves, worth, strict=True) if value == max(worth)])


def test_who_plays_by_the_estimate_takes_far_fewer_points_than_who_plays_anything() -> None:
    random = Random(1)
    own = others = 0.0
    for seed in range(32):
        game = rondel.new("hearts", seed=seed, options={"target": 1})
        me = SEATS[seed % 4]
        while not game.is_over:
            role = random.choice(game.active)
            game.push(best(game, role, random) if role == me else random.choice(game.moves(role)), role)
        own += game.scores[me]
        others += (sum(game.scores.values()) - game.scores[me]) / 3
    assert own < others / 2


def test_the_estimate_looks_at_nothing_that_is_hidden() -> None:
    game, _given = passed(12)
    for move in walk(game, Random(12), 30):
        game.push(move)
    role = game.active[0]
    for seed in range(3):
        assert game.imagine(role, seed).estimate(role) == game.estimate(role)


def test_the_cards_just_dealt_do_not_change_what_the_points_say() -> None:
    first, second = (rondel.new("hearts", seed=seed) for seed in (1, 2))
    assert first.view("north") != second.view("north")
    assert first.estimate("north") == second.estimate("north") == 0


def test_chance_deals_each_card_as_likely() -> None:
    game = rondel.new("hearts", chance="explicit")
    assert game.active == (CHANCE,)
    assert {round(move.probability * 52, 6) for move in game.moves()} == {1.0}
    game.push("draw(QS)")
    assert len(game.moves()) == 51


def test_each_card_is_as_likely_at_each_place_of_a_deal_and_behind_each_suit() -> None:
    """Chi-squares of card and place, and of the suits of two cards in a row; a fair deal passes each limit about once in 30,000
    times, and these deals are fixed."""
    deals = 240
    places: dict[str, Counter[tuple[str, int]]] = {"in turn": Counter(), "early or late": Counter()}
    rows: Counter[tuple[str, str]] = Counter()
    for seed in range(deals):
        drawn = [
            move.removeprefix("draw(").rstrip(")") for _, move in rondel.new("hearts", seed=f"deal {seed}").record()["answers"]
        ]
        assert sorted(drawn) == sorted(PACK)
        places["in turn"].update((face, place % 4) for place, face in enumerate(drawn))
        places["early or late"].update((face, place // 13) for place, face in enumerate(drawn))
        rows.update((suit(one), suit(next_one)) for one, next_one in pairwise(drawn))
    for found in places.values():
        square = sum((found[face, place] - deals / 4) ** 2 / (deals / 4) for face in PACK for place in range(4))
        assert square < most(51 * 3)
    square = 0.0
    for one, other in product({suit(face) for face in PACK}, repeat=2):
        expected = deals * 13 * (12 if one == other else 13) / 52
        square += (rows[one, other] - expected) ** 2 / expected
    assert square < most(15)


def most(free: int) -> float:
    """The limit of a chi-square with so many degrees of freedom, at four sigma (Wilson and Hilferty 1931)."""
    return float(free * (1 - 2 / (9 * free) + 4 * (2 / (9 * free)) ** 0.5) ** 3)
