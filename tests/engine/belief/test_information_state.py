"""Information states: what a role knows, and that nothing else makes a difference."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

import pytest

import rondel
from rondel.engine import Game, InformationState
from rondel.engine.belief.information_state import SAID, SAW, ObservationReader, apply_delta, from_json, view_delta
from rondel.engine.records.record import replay, restore
from rondel.errors import BadRecord, UnknownRole
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.duel import Duel
from tests.engine.rules.flock import Flock
from tests.engine.rules.passing import Passing

GAMES: dict[str, Callable[[], Game]] = {
    "tic_tac_toe": TicTacToe,
    "flock": lambda: Flock(seed=2),
    "passing": lambda: Passing(seed=2, options={"held": 4}),
    "duel": lambda: Duel(seed=2),
    "liars_dice": lambda: rondel.new("liars_dice", seats=2, seed=2, options={"dice": 2}),
    "seed_swap": lambda: rondel.new("seed_swap", seats=2, seed=2, options={"seasons": 1, "hand_size": 3}),
}


def played(game: Game, seed: int = 3, plies: int = 60) -> Iterator[Game]:
    """The game before each of some random answers, and after the last."""
    chooser = random.Random(seed)
    for _each in range(plies):
        yield game
        if game.is_over:
            return
        role = chooser.choice(game.active)
        game.push(chooser.choice(game.moves(role)), role)
    yield game


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.played
def test_it_does_not_matter_when_one_asks_nor_where(name: str) -> None:
    """Written up answer by answer, all at once, in a copy, in a restored game and in a replayed one it is the same."""
    for number, game in enumerate(played(GAMES[name]())):
        for role in game.roles:
            state = game.information_state(role)
            if number % 5 == 0:
                for twin in (
                    game.copy(),
                    restore(type(game), json.loads(json.dumps(game.snapshot()))),
                    replay(type(game), game.record(), None),
                ):
                    again = twin.information_state(role)
                    assert again == state
                    assert hash(again) == hash(state)


@pytest.mark.parametrize("name", GAMES)
def test_it_can_be_sent_elsewhere(name: str) -> None:
    *_before, game = played(GAMES[name]())
    for role in game.roles:
        state = game.information_state(role)
        again = from_json(json.loads(json.dumps(state.to_json())))
        assert json.loads(state.to_text()) == state.to_json()
        assert (again, hash(again)) == (state, hash(state))
    assert len({game.information_state(role) for role in game.roles}) == len(game.roles)


def test_a_pop_is_noticed() -> None:
    game = Flock(seed=1)
    before = game.information_state("shepherd")
    game.push(game.moves()[0])
    after = game.information_state("shepherd")
    assert after != before
    game.pop()
    assert game.information_state("shepherd") == before
    game.push(game.moves()[0])
    assert game.information_state("shepherd") == after


EXPLICIT: dict[str, Callable[[], Game]] = {
    "flock": lambda: Flock(chance="explicit"),
    "duel": lambda: Duel(chance="explicit"),
    "leduc_poker": lambda: rondel.new("leduc_poker", chance="explicit"),
    "liars_dice": lambda: rondel.new("liars_dice", seats=2, options={"dice": 2}, chance="explicit"),
    "seed_swap": lambda: rondel.new("seed_swap", seats=2, options={"seasons": 1, "hand_size": 3}, chance="explicit"),
}


@pytest.mark.parametrize("name", [*GAMES, *[f"{name}, explicit" for name in EXPLICIT]])
@pytest.mark.played
def test_it_goes_back_with_the_game(name: str) -> None:
    """To and fro at random, with what chance answers, and with undo, it is what a copy has that has been nowhere else."""
    game = EXPLICIT[name.removesuffix(", explicit")]() if name.endswith(", explicit") else GAMES[name]()
    chooser = random.Random(5)
    pushed = undone = 0
    for number in range(45):
        if pushed and (game.is_over or chooser.random() < 0.4):
            for _each in range(chooser.randrange(1, min(4, pushed) + 1)):
                game.pop()
                pushed -= 1
        elif not game.is_over:
            role = chooser.choice(game.active)
            if number % 6 == 5 and role != rondel.CHANCE and game.may_undo(role, agreed=True):
                game.undo(role, agreed=True)
                undone += 1
                pushed = 0  # an undo is for good
            else:
                game.push(chooser.choice(game.moves(role)), role)
                pushed += 1
        role = chooser.choice(game.roles)
        assert game.information_state(role) == game.copy().information_state(role)
    assert undone or name != "tic_tac_toe"


@pytest.mark.interpreted("a class that is compiled cannot be patched")
def test_going_back_replays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search may ask in every position of a tree: each is come to in one step from the last."""
    game = rondel.new("leduc_poker", seed=1)
    game.information_state("first")
    kind = type(game)
    begun: list[int] = []
    start = kind.setup

    def setup(self: Game) -> object:
        begun.append(1)
        return start(self)

    monkeypatch.setattr(kind, "setup", setup)
    for _each in range(5):
        for move in game.moves():
            game.push(move)
            game.information_state("first")
            game.pop()
            game.information_state("first")
    assert not begun


def test_what_it_holds() -> None:
    game = TicTacToe()
    game.push("mark(b2)")
    game.push("mark(a1)")
    state = game.information_state("x")
    assert (state.game, state.role, state.seats, state.options) == ("tic_tac_toe", "x", 2, {})
    assert [what for what, _text in state.stream] == [SAW, SAID, SAW, SAW]
    assert state.stream[1] == (SAID, "mark(b2)")
    assert [event["name"] for event in json.loads(state.stream[3][1])["events"]] == ["mark"]
    assert [what for what, _text in game.information_state("o").stream] == [SAW, SAW, SAID, SAW]
    assert state != "x"
    assert repr(state) == "<InformationState of x in tic_tac_toe: 4 items>"


def test_the_view_can_be_put_together_from_what_was_new() -> None:
    *_before, game = played(Flock(seed=4))
    view: dict[str, object] = {}
    for what, text in game.information_state("shepherd").stream:
        if what == SAW:
            view = apply_delta(view, json.loads(text)["view"])
    assert view == game.view("shepherd")


def test_what_is_new_in_a_view() -> None:
    before = {"state": "A", "props": {"a": 1}, "containers": {}}
    now = {"state": "B", "props": {"a": 1, "b": 2}, "containers": {}}
    assert view_delta(before, now) == {"state": "B", "props": {"b": 2}}
    assert apply_delta(before, view_delta(before, now)) == now
    assert view_delta(now, now) == {}


# -- what it does not hold ---------------------------------------------------------------------------------------------


def test_games_that_differ_only_in_what_is_hidden_are_the_same_to_who_does_not_see_it() -> None:
    """East has another card than in the other game; the answers differ in that alone."""
    game = Passing(seed=1, options={"held": 3})
    answers = game.record()["answers"]
    texts = [text for _role, text in answers]
    east, west = 1, 3  # the second and the fourth card that was dealt
    texts[east], texts[west] = texts[west], texts[east]
    record = {**game.record(), "answers": [[role, text] for (role, _old), text in zip(answers, texts, strict=True)]}
    other = replay(Passing, record, 1)
    assert other.key() != game.key()
    for role in ("north", "south"):
        assert other.information_state(role) == game.information_state(role)
    for role in ("east", "west"):
        assert other.information_state(role) != game.information_state(role)


def test_how_many_answers_others_have_given_unseen_does_not_show() -> None:
    """Left changes his mind twice, and nobody sees it."""
    game, other = Duel(seed=1), Duel(seed=1)
    for each, said in ((game, (2,)), (other, (3, 1, 2))):
        each.push("go")
        for number in said:
            each.push(f"say({number})", "left")
    assert len(other.record()["answers"]) == len(game.record()["answers"]) + 2
    assert other.information_state("right") == game.information_state("right")
    assert other.information_state("left") != game.information_state("left")
    for each in (game, other):
        each.push("say(3)", "right")
    assert other.information_state("right") == game.information_state("right")


def test_a_start_position_is_known_as_far_as_it_is_seen() -> None:
    def start(east: str) -> Game:
        hands = {"hand_north": ["2C", "3C", "4C"], "hand_east": ["2D", "3D", east]}
        contents = {name: [{"kind": "card", "face": face} for face in faces] for name, faces in hands.items()}
        position = {"state": "Lead", "containers": {**contents, "deck": []}}
        return Passing(seed=1, options={"held": 3}, position=position)

    one, other = start("4D"), start("4S")
    assert one.information_state("north") == other.information_state("north")
    assert one.information_state("east") != other.information_state("east")
    assert one.information_state("north") != Passing(seed=1, options={"held": 3}).information_state("north")
    assert "hand_east" not in json.dumps(one.information_state("north").to_json()["position"])


def test_a_hidden_statistic_of_a_start_position_is_known_at_the_end() -> None:
    def start(won: int) -> Game:
        dealt = [{"kind": "card", "face": face} for face in ("JS", "QS")]
        hands = {f"hand_{role}": [card] for role, card in zip(("first", "second"), dealt, strict=True)}
        deck = [{"kind": "card", "face": face} for face in ("JH", "QH", "KH", "KS")]
        stats = {"won": {"first": won, "second": 0}, "showdowns": won}
        return rondel.new(
            "leduc_poker", seed=3, position={"state": "MayBet", "stats": stats, "containers": {**hands, "deck": deck}}
        )

    one, other = start(0), start(7)
    assert one.information_state("first") == other.information_state("first")
    assert "won" not in json.dumps(other.information_state("first").to_json()["position"])
    *_earlier, ended = played(other)
    assert ended.is_over
    assert ended.information_state("first").to_json()["position"]["stats"]["showdowns"] == 7


# -- mistakes ----------------------------------------------------------------------------------------------------------


def test_only_roles_know_anything() -> None:
    with pytest.raises(UnknownRole, match="unknown role 'sheep'"):
        TicTacToe().information_state("sheep")


def test_what_is_no_information_state_is_refused() -> None:
    data = TicTacToe().information_state("x").to_json()
    for spoilt in (None, {}, {**data, "rondel": 99}, {**data, "stream": [["thought", "x"]]}, {**data, "stream": [3]}):
        with pytest.raises(BadRecord):
            from_json(spoilt)  # type: ignore[arg-type]
    del data["role"]
    with pytest.raises(BadRecord, match="cannot be read: KeyError"):
        from_json(data)


def test_it_is_a_value() -> None:
    state = TicTacToe().information_state("x")
    assert isinstance(state, InformationState)
    assert {state: 1}[TicTacToe().information_state("x")] == 1


@pytest.mark.parametrize("name", GAMES)
def test_unread_events_are_those_of_the_next_reading_without_the_changes_of_the_view(name: str) -> None:
    for game in played(GAMES[name]()):
        for role in game.roles:
            reader = ObservationReader(role)
            unread = reader.unread_events(game)
            reader.read(game)
            assert unread == [{key: event[key] for key in event if key != "changes"} for event in reader.told]
