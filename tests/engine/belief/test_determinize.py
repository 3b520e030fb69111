"""Imagining: the laws, on games that hide in different ways."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import rondel
from rondel import EVERYONE, ActivePlayer, Dealing, Facts, GameEnd, Pile, PlayingCard, Row, To, _, on
from rondel.engine import Game
from rondel.engine.belief import determinize, repair, shared_history
from rondel.engine.belief.determinize import _matching_view, imagine, last_view
from rondel.engine.belief.information_state import from_json
from rondel.engine.belief.repair import RepairingSampler
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.records.record import replay
from rondel.errors import BadRecord, HiddenInformation, UnknownRole
from rondel.shelf.reversi import Reversi
from rondel.shelf.tic_tac_toe import TicTacToe
from rondel.testing import LAWS, check
from tests.engine.belief.test_information_state import played
from tests.engine.rules.duel import Duel
from tests.engine.rules.flock import Flock
from tests.engine.rules.hearts import Hearts
from tests.engine.rules.holdem import Holdem
from tests.engine.rules.passing import Passing
from tests.engine.rules.robots import Robots
from tests.engine.witness import witness

GAMES: dict[str, Callable[[], Game]] = {
    "reversi": lambda: Reversi(options={"size": 6}),
    "flock": lambda: Flock(seed=2),
    "passing": lambda: Passing(seed=2, options={"held": 5}),
    "duel": lambda: Duel(seed=2),
    "kuhn_poker": lambda: rondel.new("kuhn_poker", seed=2, options={"hands": 3}),
    "liars_dice": lambda: rondel.new("liars_dice", seats=3, seed=2, options={"dice": 2}),
    "shephy": lambda: rondel.new("shephy", seed=2),
    "seed_swap": lambda: rondel.new("seed_swap", seats=2, seed=2, options={"seasons": 1, "hand_size": 4}),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.no_cover
@pytest.mark.played
def test_the_laws(name: str) -> None:
    """It never touches the real game; equal states and seeds give equal games, byte for byte; and whoever imagines knows as
    much in the imagined game as in the real one."""
    for number, game in enumerate(played(GAMES[name](), plies=24)):
        if number % 6 != 5 and not game.is_over:
            continue
        before = witness(game)
        for role in game.roles[:2]:
            state = game.information_state(role)
            imagined = game.imagine(role, 7)
            assert imagined.consistent == "history"
            assert imagined.information_state(role) == state
            assert replay(type(game), imagined.record(), 1).information_state(role) == state
            other = imagine(type(game), from_json(json.loads(json.dumps(state.to_json()))), 7)
            assert replay(type(game), other.record(), 1).information_state(role) == state
            if name != "reversi":  # where nothing is hidden it is made of the game itself, which comes to the same
                assert json.dumps(other.snapshot()) == json.dumps(imagined.snapshot())
            assert replay(type(game), imagined.record(), None).key() == imagined.key()
        assert witness(game) == before
        assert not game.consistent


def test_different_seeds_imagine_different_hands() -> None:
    game = Passing(seed=1, options={"held": 4})
    hands = {
        tuple(sorted(card.face for card in imagined.hands["east"]))
        for imagined in (game.imagine("north", seed) for seed in range(8))
        if isinstance(imagined, Passing)
    }
    assert len(hands) > 4
    assert not any(card.face in hand for hand in hands for card in game.hands["north"])


def test_two_games_that_one_cannot_tell_apart_are_imagined_alike() -> None:
    """The same deal, but that two cards of others are exchanged."""
    game = Passing(seed=1, options={"held": 3})
    answers = [list(answer) for answer in game.record()["answers"]]
    answers[1][1], answers[3][1] = answers[3][1], answers[1][1]
    other = replay(Passing, {**game.record(), "answers": answers}, 99)
    assert other.key() != game.key()
    assert json.dumps(game.imagine("north", 5).snapshot()) == json.dumps(other.imagine("north", 5).snapshot())


def test_what_was_seen_since_is_true_of_the_imagined_past() -> None:
    """Three cards that north got from west lie in west's imagined hand before they are passed."""
    game = Passing(seed=5)
    for role in game.roles:
        for _card in range(3):
            game.push(game.moves(role)[0], role)
    got = [card.face for card in game.hands["north"]][-3:]
    imagined = game.imagine("north", 1)
    passed = [text for role, text in imagined.record()["answers"] if role == "west"]
    assert passed == [f"choose({face})" for face in got]


def test_an_imagined_game_goes_on_by_its_seed() -> None:
    game = rondel.new("shephy", seed=4)
    one, other = game.imagine(game.roles[0], 1), game.imagine(game.roles[0], 1)
    for each in (one, other):
        for _turn in range(10):
            if not each.is_over:
                each.push(each.moves()[0])
    assert one.snapshot() == other.snapshot()


def test_what_is_open_need_not_be_made_up() -> None:
    game = Reversi()
    for _each in range(9):
        game.push(game.moves()[0])
    imagined = game.imagine("black", 3)
    again = imagined.imagine("black", 4)
    for each in (imagined, again):
        assert each.consistent == "history"
        assert each.key() == game.key()
        assert each.information_state("white") == game.information_state("white")


# -- hands of cards ----------------------------------------------------------------------------------------------------


def hearts(seed: int, plies: int, held: int = 13) -> Hearts:
    """So many random answers into a deal of Hearts."""
    game = Hearts(seed=seed, options={"held": held})
    for _before in played(game, plies=plies):
        pass
    return game


@pytest.mark.parametrize("plies", [0, 1, 5, 11, 12, 20, 33, 46, 58, 63, 64])
@pytest.mark.no_cover
@pytest.mark.played
def test_hearts_is_imagined_at_every_stage(plies: int) -> None:
    """What north has passed lies to the left until it is played, who did not follow suit has none of it, and no answer is tried
    in vain: what is supposed at one go need not be mended."""
    game = hearts(3, plies)
    state = game.information_state("north")
    imagined = imagine(Hearts, state, plies)
    assert isinstance(imagined, Hearts)
    assert imagined.consistent == "history"
    assert replay(Hearts, imagined.record(), 1).information_state("north") == state
    sampler = RepairingSampler(Hearts, state, SeededRandom(plies))
    assert sampler.sample()
    assert sampler.tried <= len(game.record()["answers"]) + 12
    if 12 <= plies < 64:
        passed = {text[7:9] for role, text in game.record()["answers"][52:] if role == "north" and text.startswith("choose")}
        gone = {event["args"]["card"] for event in game.events(0, "north") if event["name"] == "play"}
        assert passed - gone <= {card.face for card in imagined.hands["east"]}
        for role in ("east", "south", "west"):
            assert not {card.face[-1] for card in imagined.hands[role]} & lacking(game, role)


def lacking(game: Hearts, role: str) -> set[str]:
    """The suits that a role did not follow."""
    plays = [(event["role"], event["args"]["card"]) for event in game.events(0, "observer") if event["name"] == "play"]
    tricks = [plays[first : first + 4] for first in range(0, len(plays), 4)]
    return {trick[0][1][-1] for trick in tricks for who, card in trick if who == role and card[-1] != trick[0][1][-1]}


@pytest.mark.no_cover
@pytest.mark.played
def test_every_deal_of_hearts_is_as_likely_as_the_other() -> None:
    """Four cards each, of which three are passed: north knows four cards of its own, and three that west was dealt. Of the nine
    others four were dealt to east, four to south and one to west, each as likely as the other; now one is in east's hand, and
    four are in south's and west's each."""
    game = hearts(1, 12, 4)
    assert game.passed.value
    passed = {text[7:9] for who, text in game.record()["answers"] if who == "north"}
    known = passed | {card.face for card in game.hands["north"]}
    others = [face for face in game.cards if face not in known]
    assert len(others) == 9
    times = 250
    dealt: Counter[tuple[str, str]] = Counter()
    now: Counter[tuple[str, str]] = Counter()
    for seed in range(times):
        imagined = game.imagine("north", seed)
        assert isinstance(imagined, Hearts)
        draws = [text[5:7] for who, text in imagined.record()["answers"] if who == "chance"]
        dealt.update((game.roles[number % 4], face) for number, face in enumerate(draws))
        now.update((role, card.face) for role, hand in imagined.hands.items() for card in hand)
    for counted, shares in ((dealt, {"east": 4, "south": 4, "west": 1}), (now, {"east": 1, "south": 4, "west": 4})):
        for role, share in shares.items():
            for face in others:
                assert abs(counted[role, face] / times - share / 9) < 4 * (share * (9 - share) / 81 / times) ** 0.5


@pytest.mark.no_cover
@pytest.mark.played
def test_what_nobody_helps_with_is_likely_all_the_same() -> None:
    """Without any help of the game: each card that north does not hold is in each of the other hands as often."""
    game = Passing(seed=1, options={"held": 3})
    times = 250
    found: Counter[tuple[str, str]] = Counter()
    for seed in range(times):
        imagined = game.imagine("north", seed)
        assert isinstance(imagined, Passing)
        found.update((role, card.face) for role in ("east", "south", "west") for card in imagined.hands[role])
    assert len(found) == 27
    assert all(abs(count / times - 1 / 3) < 4 * (2 / 9 / times) ** 0.5 for count in found.values())


# -- where the history cannot be lived again ---------------------------------------------------------------------------


def test_a_game_that_begins_in_the_middle_is_imagined_from_there() -> None:
    """West's hand is hidden; its cards are some of those that are nowhere to be seen."""
    contents = {
        "hand_north": ["2C", "3C", "4C"],
        "hand_east": ["2D", "3D", "4D"],
        "hand_south": ["2S", "3S", "4S"],
        "hand_west": ["2H", "3H"],
        "trick": ["4H"],
    }
    position = {
        "state": "Lead",
        "containers": {
            **{name: [{"kind": "card", "face": face} for face in faces] for name, faces in contents.items()},
            "deck": [],
        },
    }
    game = Passing(seed=1, options={"held": 3}, position=position)
    imagined = game.imagine("north", 1)
    assert isinstance(imagined, Passing)
    hidden = sorted(card.face for role in ("east", "south", "west") for card in imagined.hands[role])
    assert hidden == sorted(face for name in ("hand_east", "hand_south", "hand_west") for face in contents[name])
    assert [len(imagined.hands[role]) for role in imagined.roles] == [3, 3, 3, 2]
    assert imagined.view("north")["moves"] == game.view("north")["moves"]


@pytest.mark.interpreted("compiled code has the patience as a constant, and takes seconds")
def test_what_cannot_have_been_is_not_imagined(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that no game can show: a card is seen that the deck does not hold."""
    monkeypatch.setattr(repair, "ATTEMPTS", (50,) * 5)
    state = Passing(seed=1, options={"held": 3}).information_state("north")
    data = json.loads(json.dumps(state.to_json()).replace('"2C"', '"XX"').replace('"3C"', '"XX"').replace('"4C"', '"XX"'))
    data["stream"][0][1]["view"]["moves"] = []
    told = r"north cannot imagine .* \(0 of 1 steps in attempt 5, after \d+ answers\), .*its present view \(.+\)\. .*suppose"
    with pytest.raises(HiddenInformation, match=told):
        imagine(Passing, from_json(data), 1)


def test_a_state_is_of_one_game_and_one_version() -> None:
    state = TicTacToe().information_state("x")
    with pytest.raises(BadRecord, match="this information state is of 'tic_tac_toe', version 1; the rules are 'duel'"):
        imagine(Duel, state, 1)
    with pytest.raises(UnknownRole, match="unknown role 'sheep'"):
        TicTacToe().imagine("sheep", 1)


def test_the_last_view_is_the_view() -> None:
    game = Flock(seed=1)
    game.push(game.moves()[0])
    assert last_view(game.information_state("shepherd")) == game.view("shepherd")


def at_random(game: Game, until: Callable[[Game], bool]) -> Game:
    """The game after random moves."""
    rng = Random(1)
    while not until(game) and not game.is_over:
        role = rng.choice(game.active)
        game.push(rng.choice(game.moves(role)), role)
    return game


def test_an_imagined_position_keeps_who_was_eliminated() -> None:
    game = at_random(Holdem(seed=0), lambda game: len(game.eliminated) == 2)
    assert not game.is_over
    (role, *_others) = [each for each in game.roles if each not in game.eliminated]
    imagined = _matching_view(Holdem, game.information_state(role), 1, SeededRandom(1))
    assert imagined.consistent == "view"
    assert imagined.eliminated == game.eliminated
    assert imagined.information_state(role) != game.information_state(role)
    at_random(imagined, lambda _game: False)
    assert set(game.eliminated) <= set(imagined.eliminated)


@pytest.mark.interpreted("it counts calls that compiled code makes directly")
@pytest.mark.parametrize("announced", [True, False])
@pytest.mark.no_cover
def test_announced_orders_of_four_are_imagined(announced: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The orders of three others are made up before they are announced, each from fifteen, two in a row."""
    tried: list[int] = []

    class Counted(RepairingSampler):
        def sample(self) -> bool:
            good = super().sample()
            tried.append(self.tried)
            return good

    monkeypatch.setattr(determinize, "RepairingSampler", Counted)
    monkeypatch.setattr(shared_history, "RepairingSampler", Counted)
    game = at_random(
        Robots(seed=0, options={"rounds": 3, "announced": announced}), lambda game: len(game.record()["answers"]) == 20
    )
    for role in ("red", "black"):
        tried.clear()
        imagined = game.imagine(role, 1)
        assert imagined.consistent == "history"
        assert 20 <= sum(tried) < 100, "the announced order of each role is tried first"
        assert imagined.information_state(role) == game.information_state(role)
        assert json.dumps(game.imagine(role, 1).snapshot()) == json.dumps(imagined.snapshot())


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", [Holdem, Robots])
@pytest.mark.no_cover
@pytest.mark.played
def test_every_law_holds_where_players_are_eliminated_and_orders_announced(kind: type[Game], law: str) -> None:
    options = {"rounds": 2} if kind is Robots else {"deals": 3}
    check(lambda: kind(seed=7, options=options), law, seed=1, plies=24)


@pytest.mark.interpreted("it counts calls that compiled code makes directly")
@pytest.mark.no_cover
def test_an_attempt_without_patience_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The orders of the others are announced in an unknown order, so that the first guess of some seeds is wrong."""
    lived: list[RepairingSampler] = []

    class Noted(RepairingSampler):
        def sample(self) -> bool:
            lived.append(self)
            return super().sample()

    monkeypatch.setattr(determinize, "RepairingSampler", Noted)
    monkeypatch.setattr(repair, "ATTEMPTS", (0, 1_000))
    game = at_random(Robots(seed=5), lambda game: len(game.record()["answers"]) == 16)
    assert imagine(Robots, game.information_state("blue"), 0).consistent == "history"
    assert len(lived) == 2


class Patience(Game):
    """Two cards each, face down: the holder sees them. Histories of it are not sampled."""

    name = "patience_of_two"
    seats = ("left", "right")
    kinds = (PlayingCard,)
    facts = Facts(imagined="view")

    def setup(self) -> To[Look]:
        self.cards = self.each(Row, "cards", visible_to=EVERYONE)
        self.deck = self.add(Pile("deck"))
        for card in PlayingCard.set(dict.fromkeys(("AS", "KS", "QS", "JS"), 1)):
            self.deck.add(card)
        return Look


class Look(Dealing[Patience]):
    """Deals."""

    def enter(self, game: Patience) -> To[Look] | To[Wait]:
        again = self.fill(game, game.deck, game.cards.values(), 2)
        for role, row in game.cards.items():
            for card in row:
                card.turn_down(role)
        return again or Wait


class Wait(ActivePlayer[Patience]):
    description = _("{actplayer} waits")
    my_turn = _("{you} must wait")


@on(Wait, _("{actplayer} waits"))
def wait(game: Patience) -> To[GameEnd]:
    return GameEnd


def test_cards_that_lie_face_down_do_so_in_a_game_imagined_from_the_view() -> None:
    game = rondel.new(Patience, seed=1)
    state = game.information_state("left")
    imagined = _matching_view(Patience, state, 5, SeededRandom(5))
    for role in ("left", "observer"):
        assert [bare(each) for each in shown(imagined, role)] == [bare(each) for each in shown(game, role)]
    assert [each["face"] for each in shown(imagined, "right")[1]], "their holder sees them there as well"


def shown(game: Patience, role: str) -> list[list[dict[str, Any]]]:
    """What a role sees of the cards of each player."""
    return [game.view(role)["containers"][row.name]["tokens"] for row in game.cards.values()]


def bare(tokens: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in token.items() if name != "id"} for token in tokens]


def test_a_game_imagined_from_the_view_is_not_searched_for_a_history_for_long() -> None:
    assert repair.attempts(Patience) == repair.BRIEF
    assert repair.attempts(Reversi) == repair.ATTEMPTS
