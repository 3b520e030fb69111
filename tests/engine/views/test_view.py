"""Views: what one role may see, and nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import rondel
from rondel.engine import EVERYONE, OBSERVER, ActivePlayer, Game, GameEnd, Prop, Row, To, _, on
from rondel.engine.text import read
from rondel.engine.views.view import Alike, fold, parts, parts_told, told_to
from rondel.engine.views.view import view as view_of
from rondel.errors import UnknownRole
from rondel.shelf.reversi import Reversi
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.play.running.test_suspension import flock
from tests.engine.rules.duel import Duel
from tests.engine.rules.flock import Flock
from tests.engine.rules.passing import Passing
from tests.engine.rules.workshop import Piece, Workshop, trial, workshop
from tests.engine.witness import WRONG_TYPE


def test_a_whole_view() -> None:
    game = TicTacToe()
    for cell in ("a1", "b2"):
        game.push(f"mark({cell})")
    view = game.view("o")
    assert view == {
        "game": "tic_tac_toe",
        "role": "o",
        "state": "PlayerTurn",
        "private": None,
        "active": ["x"],
        "over": False,
        "question": {"text": "{actplayer} must mark a cell", "args": {"you": {"role": "o"}, "actplayer": {"role": "x"}}},
        "play_order": ["x", "o"],
        "progress": 22,
        "scores": None,
        "winners": [],
        "ranks": None,
        "eliminated": [],
        "stats": {},
        "props": {},
        "containers": {
            "board": {
                "tokens": [
                    {"id": 0, "at": "a1", "kind": "mark", "owner": "x"},
                    {"id": 1, "at": "b2", "kind": "mark", "owner": "o"},
                ]
            }
        },
        "args": {},
        "moves": [],
    }
    assert [move["text"] for move in game.view("x")["moves"]] == [str(move) for move in game.moves()]
    assert game.view("x")["question"]["text"] == "Mark a cell"


def test_who_waits_for_several_is_told_how_many() -> None:
    game = Duel()
    game.push("go")
    for said, left in ((), 2), (("say(1)",), 1):
        for text in said:
            game.push(text, "left")
        question = game.view(OBSERVER)["question"]
        assert question["text"] == ("{number} player must choose" if left == 2 else "{actplayer} must choose")
        assert read(question, {}) == ("2 players must choose" if left == 2 else "right must choose")
        assert question["args"]["number"] == left
    assert question["args"]["actplayer"] == {"role": "right"}


def test_a_view_of_a_finished_game() -> None:
    game = TicTacToe()
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        game.push(f"mark({cell})")
    for role in ("x", "o", OBSERVER):
        view = game.view(role)
        assert (view["over"], view["active"], view["winners"], view["scores"]) == (True, [], ["x"], {"x": 1, "o": 0})
        assert (view["question"], view["moves"], view["progress"]) == (None, [], 100)


class Masks(Game):
    """Everything lies open, until somebody does something for himself; the engine has not been told that anybody will."""

    name = "masks"
    title = _("Masks")
    seats = ("left", "right")
    kinds = (Piece,)

    def setup(self) -> To[Masking]:
        self.row = self.add(Row("row", visible_to=EVERYONE))
        self.row.add(Piece(face="a"))
        self.open_note = self.add(Prop("open_note", 0, visible_to=EVERYONE))
        self.own_note = self.add(Prop("own_note", 0, visible_to=("left",)))
        return Masking


class Masking(ActivePlayer[Masks]):
    description = _("{actplayer} must do something")
    my_turn = _("{you} must do something")


@on(Masking, _("{actplayer} counts"))
def count(game: Masks) -> To[Masking]:
    game.open_note.value += 1
    return Masking


@on(Masking, _("{actplayer} writes"))
def write(game: Masks) -> To[Masking]:
    game.own_note.value += 1
    return Masking


@on(Masking, _("{actplayer} masks"))
def mask(game: Masks) -> To[Masking]:
    game.row[0].turn_down("left")
    return Masking


@on(Masking, _("{actplayer} shows"))
def show(game: Masks) -> To[Masking]:
    game.row[0].turn_up()
    return Masking


@on(Masking, _("{actplayer} whispers"))
def whisper(game: Masks) -> To[Masking]:
    game.notify("psst", _("psst"), to=("left",))
    return Masking


@on(Masking, _("{actplayer} ends"))
def end(game: Masks) -> To[GameEnd]:
    return GameEnd


@pytest.mark.parametrize(
    ("moves", "alike"),
    [
        (("count", "count"), True),
        (("count", "write", "count"), False),
        (("mask", "count"), False),
        (("mask", "show", "count"), False),
        (("whisper", "count"), False),
    ],
)
def test_what_is_looked_at_once_for_all_is_what_everybody_sees_and_is_told(moves: tuple[str, ...], alike: bool) -> None:
    game = Masks()
    for move in moves:
        game.push(move)
    readers = (*game.roles, OBSERVER)
    for first in readers:
        seen = Alike(game)
        view_of(game, first, alike=seen)
        assert [view_of(game, role, alike=seen) for role in readers] == [game.view(role) for role in readers]
        events, for_all = told_to(game, {first: 0})
        assert for_all == alike
        assert all(game.events(0, role) == events[first] for role in readers) == alike
    game.push("count")
    assert told_to(game, {"left": len(game.events(0, "left")) - 1})[1] == ("whisper" not in moves)


def test_the_news_of_several_roles_are_those_of_each_wherever_they_begin() -> None:
    game = Masks()
    for move in ("count", "whisper", "write", "count", "mask", "show", "count"):
        game.push(move)
    readers = (*game.roles, OBSERVER)
    for number in range(4):
        since = {role: max(0, number - place) for place, role in enumerate(readers)}
        assert told_to(game, since)[0] == {role: game.events(since[role], role) for role in readers}
        assert [game.view(role) for role in readers] == [game.copy().view(role) for role in readers]


def test_a_view_is_the_callers() -> None:
    game = workshop()
    before = json.dumps(game.view("left"))
    view = game.view("left")
    view["containers"]["open"]["tokens"].clear()
    view["props"]["count"] = 9
    view["play_order"].clear()
    assert json.dumps(game.view("left")) == before


@pytest.mark.parametrize("role", ["sheep", "chance", "", "*", None, 3])
def test_only_roles_and_the_observer_look(role: Any) -> None:
    game = TicTacToe()
    for look in (game.view, lambda role: game.events(0, role)):
        with pytest.raises((UnknownRole, *WRONG_TYPE)):
            look(role)


def test_the_observer_sees_what_everyone_sees() -> None:
    game = Passing(seed=1, options={"held": 3})
    view = game.view(OBSERVER)
    assert view["containers"] == {
        **{f"hand_{role}": {"backs": 3} for role in game.roles},
        "trick": {"tokens": []},
    }
    assert view["moves"] == []


def test_what_declares_nothing_is_nowhere_in_any_view() -> None:
    game = workshop()
    game.secret.value = "needle"
    game.hidden[0].face = "needle"
    game.pile.tokens()[0].set("needle", 1)
    for role in (*game.roles, OBSERVER):
        assert "needle" not in json.dumps([game.view(role), game.events(0, role)])
        assert "hidden" not in game.view(role)["containers"]
        assert "secret" not in game.view(role)["props"]


# -- scores ------------------------------------------------------------------------------------------------------------


class Secretive(Duel):
    """The same, but only one may see the scores."""

    score_visible_to = ("left",)


class Silent(Duel):
    """The same, and nobody sees the scores."""

    score_visible_to = ()


@pytest.mark.parametrize(
    ("kind", "seers"), [(Duel, ["left", "right", OBSERVER]), (Secretive, ["left"]), (Silent, [])], ids=["open", "one", "nobody"]
)
def test_scores_are_hidden_until_the_end_unless_declared(kind: type[Duel], seers: list[str]) -> None:
    assert Duel.score_visible_to == EVERYONE
    game = kind(seed=1)
    for number in range(3):
        shown = {role: game.view(role)["scores"] for role in ("left", "right", OBSERVER)}
        assert shown == {role: {"left": number, "right": 0} if role in seers else None for role in shown}
        game.push("go")
        game.push("say(3)", "left")
        game.push("say(1)", "right")
    for role in ("left", "right", OBSERVER):
        assert game.view(role)["scores"] == {"left": 3, "right": 0}


# -- events ------------------------------------------------------------------------------------------------------------


def test_what_is_seen_of_each_part_is_what_the_view_holds() -> None:
    for game in (Reversi(), Flock(seed=3), workshop()):
        for role in (*game.roles, OBSERVER):
            view = game.view(role)
            found = {f"container:{name}": part for name, part in view["containers"].items()}
            assert parts(game, role) == {**found, **{f"prop:{name}": value for name, value in view["props"].items()}}


GAMES: dict[str, Callable[[], Game]] = {
    "reversi": Reversi,
    "flock": lambda: Flock(seed=3, chance="explicit"),
    "passing": lambda: Passing(seed=3, options={"held": 4}, chance="explicit"),
    "duel": lambda: Duel(seed=1),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.no_cover
@pytest.mark.played
def test_a_view_folded_over_the_changes_is_the_view_at_each_event(name: str, seed: int) -> None:
    """An action is told when it begins, and a rule's words when they are said; so the view folded up to an event that
    began a rule is the one from which the rule's move was pushed."""
    game = GAMES[name]()
    watchers = (*game.roles, OBSERVER)
    folded = {role: parts(game, role) for role in watchers}
    heard = dict.fromkeys(watchers, 0)
    chooser = random.Random(seed)
    while not game.is_over:
        before = {role: parts(game, role) for role in watchers}
        begins = game._machine.suspended is None
        role = chooser.choice(game.active)
        move = chooser.choice(game.moves(role))
        game.push(move, role)
        for watcher in watchers:
            for event in game.events(heard[watcher], watcher):
                assert event["number"] == heard[watcher]
                heard[watcher] += 1
                for change in event["changes"]:
                    assert folded[watcher].get(change["of"]) != change["is"], "only what has changed is sent"
                    folded[watcher][change["of"]] = change["is"]
                if begins and event["name"] == move.action:
                    assert folded[watcher] == before[watcher]
    for watcher in watchers:
        everything = game.events(0, watcher)
        assert [event["number"] for event in everything] == list(range(len(everything)))
        for since in range(len(everything) + 2):
            assert game.events(since, watcher) == everything[since:]
        assert game.events(-3, watcher) == everything


@trial
def tells_in_between(game: Workshop) -> None:
    game.counter.value = 1
    game.notify("one", "now {n}", n=1)
    game.secret.value = 1
    game.open.add(Piece(face="x"))
    game.hands["left"][0].remove()
    game.notify("two", "now {n}", to=("left",), n=2, player="right", role="left")
    game.own.value = 2
    game.notify("three")
    game.counter.value = 3


def test_changes_are_what_the_role_sees_of_them() -> None:
    game = workshop(tells_in_between)
    game.push("do(tells_in_between)")
    game.push("wait")
    changes = {
        role: [(event["name"], sorted(change["of"] for change in event["changes"])) for event in game.events(0, role)]
        for role in ("left", "right")
    }
    assert changes == {
        "left": [
            ("do", []),
            ("one", ["prop:count"]),
            ("two", ["container:hand_left", "container:open"]),
            ("three", ["prop:own"]),
            ("wait", ["prop:count"]),
        ],
        "right": [
            ("do", []),
            ("one", ["prop:count"]),
            ("three", ["container:hand_left", "container:open"]),
            ("wait", ["prop:count"]),
        ],
    }
    told = game.events(2, "left")[0]
    assert (told["role"], told["args"]) == ("left", {"n": 2, "player": "right"})
    assert told["text"] == {"text": "now {n}", "args": {"n": 2, "player": {"role": "right"}}}
    assert game.events(3, "left")[0]["text"] is None


def test_what_has_changed_since_the_last_event_is_to_be_had_as_well() -> None:
    game = workshop(tells_in_between)
    assert game.untold("left") == []
    game.push("do(tells_in_between)")
    assert game.untold("left") == game.untold("right") == [{"of": "prop:count", "is": 3}]
    assert parts_told(game, "left")["prop:count"] == 1
    with pytest.raises(UnknownRole):
        game.untold("sheep")


@pytest.mark.parametrize("name", GAMES)
def test_what_was_told_and_what_was_not_make_up_what_is_seen(name: str) -> None:
    """The deltas are the difference of the views: folded from any event to any other, and from the last one to now."""
    game = GAMES[name]()
    watchers = (*game.roles, OBSERVER)
    chooser = random.Random(2)
    told = {role: [parts_told(game, role)] for role in watchers}
    heard = {role: len(game.events(0, role)) for role in watchers}
    while not game.is_over:
        role = chooser.choice(game.active)
        game.push(chooser.choice(game.moves(role)), role)
        for watcher in watchers:
            folded = told[watcher][-1]
            for event in game.events(heard[watcher], watcher):
                folded = fold(folded, event["changes"])
                heard[watcher] += 1
            told[watcher].append(folded)
            assert folded == parts_told(game, watcher)
            assert fold(folded, game.untold(watcher)) == parts(game, watcher)


def test_looking_at_events_changes_nothing() -> None:
    game = flock([1, 3, 10], ["Falling Rock", "Meteor"])
    game.push("play(Falling Rock)")
    before = (game.key(), json.dumps(game.view("shepherd")), len(game._journal.entries))
    game.events(0, "shepherd")
    assert (game.key(), json.dumps(game.view("shepherd")), len(game._journal.entries)) == before


# -- the scene ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*GAMES, "workshop"])
def test_the_scene_is_json_and_never_changes(name: str) -> None:
    game = GAMES[name]() if name in GAMES else workshop()
    before = json.dumps(game.scene())
    chooser = random.Random(1)
    for _each in range(8):
        if game.active:
            role = chooser.choice(game.active)
            game.push(chooser.choice([move for move in game.moves(role) if str(move) != "end"]), role)
    assert json.dumps(game.scene()) == before
    scene = json.loads(before)
    assert [role["name"] for role in scene["roles"]] == list(game.roles)
    assert set(scene) == {
        "game",
        "title",
        "version",
        "options",
        "roles",
        "teams",
        "stats",
        "containers",
        "counters",
        "labels",
        "written",
        "quiet",
        "says",
        "owners",
        "open",
        "kinds",
    }


def test_the_scene_says_what_parts_are_called_where_the_rules_do() -> None:
    assert Reversi().scene()["labels"] == {}
    assert rondel.new("shephy").scene()["labels"]["stock_1000"] == "1000"


def test_the_scene_of_a_board_game() -> None:
    scene = Reversi(options={"size": 6}).scene()
    assert (scene["game"], scene["title"], scene["version"], scene["options"]) == ("reversi", "Reversi", 1, {"size": 6})
    assert scene["roles"][0] == {"name": "black", "label": "black", "colour": "#1b1814", "shape": "disc"}
    (board,) = scene["containers"]
    assert (board["name"], board["rows"], board["columns"]) == ("board", 6, 6)
    assert scene["kinds"]["disc"]["faces"]["white"] == {"shape": "disc", "colour": "#f4efe4"}
