"""Records, snapshots and copies: a game taken elsewhere, and what is refused on the way."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from rondel.engine import Game, Migration
from rondel.engine.records.position import position_of
from rondel.engine.records.record import FORMAT, replay, restore
from rondel.errors import BadOption, BadPosition, BadRecord, HiddenInformation, RondelError, UnknownRole
from rondel.shelf.liars_dice import LiarsDice
from rondel.shelf.reversi import SIZE, Reversi
from rondel.shelf.tic_tac_toe import TicTacToe
from rondel.turnbase import write as to_turnbase
from tests.engine.play.running.test_suspension import COPIED_METEOR, flock
from tests.engine.rules.duel import Duel
from tests.engine.rules.flock import Flock
from tests.engine.rules.passing import Passing
from tests.engine.rules.workshop import Workshop, trial, workshop
from tests.engine.seeds import mostly_compiled
from tests.engine.witness import WRONG_TYPE, seen, witness

GAMES: dict[str, Callable[..., Game]] = {
    "tic_tac_toe": TicTacToe,
    "reversi": lambda **given: Reversi(options={"size": 6}, **given),
    "flock": Flock,
    "passing": lambda **given: Passing(options={"held": 4}, **given),
    "duel": Duel,
}


def wire(data: Any) -> Any:
    """As it comes back from a file or a socket."""
    return json.loads(json.dumps(data))


def play_on(game: Game, chooser: random.Random) -> None:
    """One random answer."""
    role = chooser.choice(game.active)
    game.push(chooser.choice(game.moves(role)), role)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", mostly_compiled(range(3), 1))
def test_games_go_elsewhere_at_every_answer_and_end_alike(name: str, seed: int) -> None:
    game = GAMES[name](seed=seed)
    chooser = random.Random(seed)
    while not game.is_over:
        for twin in (game.copy(), restore(type(game), wire(game.snapshot())), replay(type(game), wire(game.record()), seed)):
            assert seen(twin) == seen(game)
            assert wire(twin.snapshot()) == wire(game.snapshot())
            choices = chooser.getstate()
            play_on(twin, chooser)
            chooser.setstate(choices)
            after = seen(twin)
            play_on(game, chooser)
            assert seen(game) == after, "it goes on with the same draws"
            game.pop()
            chooser.setstate(choices)
        play_on(game, chooser)
    assert seen(replay(type(game), wire(game.record()), None)) == seen(game)


def test_what_a_record_holds() -> None:
    game = Reversi(options={"size": 6}, seed=1)
    game.push(game.moves()[0])
    assert game.record() == {
        "rondel": FORMAT,
        "game": "reversi",
        "version": 1,
        "seats": 2,
        "options": {"size": 6},
        "answers": [["black", "play_disc(c2)"]],
    }


def test_a_record_is_the_callers_to_keep() -> None:
    game = TicTacToe()
    game.record()["answers"].append(["x", "mark(a1)"])
    game.record()["options"]["size"] = 4
    assert game.record() == TicTacToe().record()


def test_a_start_position_is_the_games_to_keep() -> None:
    given: dict[str, Any] = {"play_order": ["o", "x"], "containers": {"board": []}}
    game = TicTacToe(position=given)
    record, snapshot = game.record(), game.snapshot()
    given["play_order"].reverse()
    record["position"]["play_order"].reverse()
    snapshot["start"]["containers"]["board"].append(1)
    assert game.record()["position"] == game.copy().snapshot()["start"]
    assert game.record()["position"] == {"play_order": ["o", "x"], "containers": {"board": []}}


def test_a_record_of_a_start_position_holds_it() -> None:
    game = flock([1, 3, 10, 30], ["All-purpose Sheep", "Meteor"])
    for answer in COPIED_METEOR:
        game.push(answer)
        for twin in (replay(Flock, wire(game.record()), None), restore(Flock, wire(game.snapshot())), game.copy()):
            assert seen(twin) == seen(game)
            assert wire(twin.record()) == wire(game.record())


# -- what a role may keep ----------------------------------------------------------------------------------------------


def test_a_role_may_keep_the_record_of_an_open_game() -> None:
    game = TicTacToe()
    game.push("mark(a1)")
    assert game.record("o") == game.record()
    with pytest.raises(UnknownRole, match="unknown role 'z'"):
        game.record("z")


def test_a_record_that_would_tell_secrets_is_kept_back_until_the_end() -> None:
    game = Passing(seed=1, options={"held": 3})
    with pytest.raises(HiddenInformation) as caught:
        game.record("north")
    assert str(caught.value) == "north may not keep this record while the game goes on: 'deck' is hidden from it"
    chooser = random.Random(1)
    while not game.is_over:
        play_on(game, chooser)
    with pytest.raises(HiddenInformation, match="'deck' was hidden from it, and is not among what the game reveals at its end"):
        game.record("north")


class OpenAtLast(Passing):
    """A passing after which all cards are shown."""

    reveals = ("*",)


def test_a_game_that_reveals_all_at_its_end_lets_everybody_keep_its_record() -> None:
    game = OpenAtLast(seed=1, options={"held": 3})
    chooser = random.Random(1)
    while not game.is_over:
        play_on(game, chooser)
    assert game.record("north") == game.record()


# -- what is refused ---------------------------------------------------------------------------------------------------


def tic_tac_toe(**changes: Any) -> dict[str, Any]:
    return {**TicTacToe().record(), **changes}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rondel": 2}, "not a record or snapshot of this version of Rondel: 'rondel' is 2, not 1"),
        ({"rondel": None}, "not a record or snapshot of this version of Rondel: 'rondel' is None, not 1"),
        ({"version": 7}, "written by version 7 of TicTacToe; these rules are version 1"),
        ({"version": None}, "written by version None of TicTacToe; these rules are version 1"),
        ({"answers": 5}, "the answers of the record are 5; give a list"),
        ({"answers": "x"}, "the answers of the record are 'x'; give a list"),
        ({"answers": [["x", "mark(a1)"], "o"]}, "answer 2 of the record is 'o'; an answer is [role, move]"),
        ({"answers": [["x"]]}, "answer 1 of the record is ['x']; an answer is [role, move]"),
        ({"answers": [["x", 1]]}, "answer 1 of the record is ['x', 1]; an answer is [role, move]"),
        (
            {"answers": [["x", "mark(a1)"], ["o", "mark(a1)"]]},
            "the record of TicTacToe does not replay at answer 2 of 2: illegal move 'mark(a1)'; legal for o",
        ),
        (
            {"answers": [["z", "mark(a1)"]]},
            "the record of TicTacToe does not replay at answer 1 of 1: unknown role 'z'",
        ),
        (
            {"answers": [["o", "mark(a1)"]]},
            "the record of TicTacToe does not replay at answer 1 of 1: it is not o's turn",
        ),
        (
            {"answers": [["x", "@undo"]]},
            "the record of TicTacToe does not replay at answer 1 of 1: x has not answered anything",
        ),
        (
            {"answers": [["x", "mark(a1)"], ["x", "@undo"]]},
            "the record of TicTacToe does not replay at answer 2 of 2: x cannot take back its last answer alone",
        ),
        (
            {"answers": [["chance", "roll(1)"]]},
            "the record of TicTacToe ends with 'roll(1)' by chance, where chance is not asked",
        ),
        (
            {"answers": [["chance", "roll(1)"], ["x", "mark(a1)"]]},
            "the record of TicTacToe does not replay at answer 1 of 2: 'roll(1)' by chance, where chance is not asked",
        ),
        (
            {"position": {"state": "Nowhere"}},
            "the record of TicTacToe does not replay at answer 0 of 0: unknown state 'Nowhere'",
        ),
    ],
)
def test_a_record_that_does_not_fit_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        replay(TicTacToe, tic_tac_toe(**changes), None)
    assert str(caught.value).startswith(said)


def test_a_record_without_answers_is_none_and_no_game_at_its_beginning() -> None:
    data = tic_tac_toe()
    del data["answers"]
    with pytest.raises(BadRecord, match="the record has no 'answers'; of a game in which nobody has answered yet"):
        replay(TicTacToe, data, None)


@pytest.mark.parametrize("changes", [{"options": {"size": 3}}, {"options": 5}, {"seats": 3}, {"seats": "2"}, {"seats": 2.0}])
def test_a_record_of_another_table_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises((BadOption, *WRONG_TYPE)):
        replay(TicTacToe, tic_tac_toe(**changes), None)


def suspended() -> dict[str, Any]:
    """The snapshot of a suspended game."""
    game = flock([1, 3, 10, 30], ["All-purpose Sheep", "Meteor"])
    for answer in COPIED_METEOR[:3]:
        game.push(answer)
    data: dict[str, Any] = wire(game.snapshot())
    return data


@pytest.mark.parametrize(
    "key", ["rondel", "version", "seats", "options", "position", "made", "draws", "seed", "explicit", "answers"]
)
def test_a_snapshot_that_lacks_something_is_refused(key: str) -> None:
    data = suspended()
    del data[key]
    with pytest.raises(BadRecord):
        restore(Flock, data)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["position"].update(state="Nowhere"),
        lambda data: data["rule"].update(state="Nowhere"),
        lambda data: data["rule"].update(move="play(Wolves)"),
        lambda data: data["rule"].update(actor="sheep"),
        lambda data: data["rule"].update(given=[["shepherd", "choose(Wolves)"]]),
        lambda data: data["rule"].update(given=[["sheep", "choose(Meteor)"]]),
        lambda data: data["rule"]["given"].extend([["shepherd", "choose(3)"], ["shepherd", "choose(10)"]]),
        lambda data: data["rule"].update(given=3),
        lambda data: data["rule"].update(given=[["shepherd", 3]]),
        lambda data: data["rule"].update(given=[["shepherd"]]),
        lambda data: (data.pop("rule"), data["position"].update(state="Refill")),
        lambda data: (data.pop("rule"), data["position"].update(play_order=[])),
        lambda data: data.update(seed="no hexadecimals"),
        lambda data: data.update(seats=9),
        lambda data: data.update(seats="1"),
        lambda data: data.update(options=5),
        lambda data: data.update(made="9"),
        lambda data: data.update(draws=-1),
        lambda data: data.update(answers=[[1]]),
        lambda data: data.update(options={"speed": 3}),
    ],
)
def test_a_snapshot_that_does_not_fit_is_refused(change: Callable[[dict[str, Any]], None]) -> None:
    data = suspended()
    change(data)
    with pytest.raises(BadRecord, match="snapshot"):
        restore(Flock, data)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["position"]["containers"].update(shed=[]),
        lambda data: data["position"]["containers"]["field"].append({"kind": "wolf"}),
        lambda data: data["position"].update(scores=[1, 2]),
        lambda data: data.update(position=[]),
    ],
)
def test_a_snapshot_with_a_wrong_position_is_refused(change: Callable[[dict[str, Any]], None]) -> None:
    data = suspended()
    change(data)
    with pytest.raises(BadPosition):
        restore(Flock, data)


class Later(Flock):
    """The same rules, a version later."""

    version = 2


def test_a_snapshot_of_another_version_is_refused() -> None:
    with pytest.raises(BadRecord, match="written by version 1 of Later; these rules are version 2"):
        restore(Later, suspended())


ASKING = [True]


@trial
def asks_in_this_version(game: Workshop) -> None:
    if ASKING[0]:
        game.choose([1, 2], ask="?")


def test_a_rule_that_asks_nothing_more_is_refused() -> None:
    game = workshop(asks_in_this_version)
    game.push("do(asks_in_this_version)")
    data = wire(game.snapshot())
    ASKING[0] = False
    with pytest.raises(BadRecord, match="the suspended rule of this snapshot asks nothing more under these rules"):
        restore(Workshop, data)
    ASKING[0] = True
    assert seen(restore(Workshop, data)) == seen(game)


# -- copies and imagined games -----------------------------------------------------------------------------------------


def test_nothing_done_to_a_copy_reaches_its_source() -> None:
    game = workshop()
    before = witness(game)
    twin = game.copy()
    assert isinstance(twin, Workshop)
    twin.open[0].face = "turned"
    twin.board.tokens()[0].remove()
    twin.counter.value = 9
    twin.hands["left"][0].move_to(twin.hidden)
    twin.push("wait")
    assert witness(game) == before
    assert seen(twin) != seen(game)


def test_a_copy_has_the_options_and_the_seats_of_its_source() -> None:
    sizes = [4, 8, 6]
    games = [Reversi(options={"size": size}) for size in sizes]  # so the last that was asked for is another's
    copies = [game.copy() for game in games]
    for size, twin in zip(sizes, [*copies, *[twin.copy() for twin in copies]] * 2, strict=False):
        assert (twin.option(SIZE), twin.record()["options"]) == (size, {"size": size})
    assert [len(LiarsDice(seats, 1).copy().roles) for seats in (2, 3, 2)] == [2, 3, 2]


def test_a_copy_is_as_far_as_its_source() -> None:
    game = TicTacToe()
    for marks, answer in enumerate(("mark(b2)", "mark(a1)", "mark(c3)")):
        twin, asked_late = game.copy(), game.copy()
        assert twin.progress == game.progress == round(100 * marks / 9)
        for each in (game, twin, asked_late):
            each.push(answer)
        assert asked_late.copy().progress == twin.progress == game.progress == round(100 * (marks + 1) / 9)
        asked_late.pop()
        assert asked_late.progress == round(100 * marks / 9)


def test_an_imagined_game_is_equal_but_for_the_luck_to_come() -> None:
    game = Duel(seed=1)
    game.push("go")
    game.push("say(1)", "left")
    imagined = game.imagine("left", 7)
    assert seen(imagined) == seen(game)
    for each in (game, imagined):
        each.push("say(2)", "right")
    assert seen(imagined) == seen(game)
    assert seen(replay(Duel, wire(imagined.record()), None)) == seen(imagined)
    assert imagined.snapshot()["seed"] != game.snapshot()["seed"]


@pytest.mark.parametrize("answers", range(7))
def test_the_record_of_an_imagined_game_replays(answers: int) -> None:
    game = flock([1, 3, 10, 30], ["All-purpose Sheep", "Meteor"])
    for answer in COPIED_METEOR[:answers]:
        game.push(answer)
    imagined = game.imagine("shepherd", 7)
    assert seen(imagined) == seen(game)
    assert seen(replay(Flock, wire(imagined.record()), None)) == seen(game)


# -- spoilt data -------------------------------------------------------------------------------------------------------

JUNK: list[Any] = [None, True, 0, -1, 3, 1.5, "", "x", [], {}, ["x"], {"a": 1}, [[]], 10**30, float("nan")]


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every part of some plain data."""
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for step, part in steps for place in places(part, (*path, step)))]


def spoil(data: Any, chooser: random.Random) -> Any:
    """Put in, take out, double or replace one part of some plain data."""
    spoilt = wire(data)
    path = chooser.choice([place for place in places(spoilt) if place])
    holder = spoilt
    for step in path[:-1]:
        holder = holder[step]
    match chooser.randrange(4):
        case 0:
            del holder[path[-1]]
        case 1 if isinstance(holder, dict):
            holder["junk"] = chooser.choice(JUNK)
        case 2 if isinstance(holder, list):
            holder.append(chooser.choice(holder))
        case _:
            holder[path[-1]] = chooser.choice(JUNK)
    return spoilt


def sorted_anew(position: dict[str, Any]) -> None:
    """What a migration may do: look at every token, and change something."""
    for contents in position["containers"].values():
        for token in contents:
            token["face"] = token.get("face", "").strip()


NEWER: dict[str, type[Game]] = {}


def newer(kind: type[Game]) -> type[Game]:
    """The same rules, one version later."""
    if kind.name in NEWER:
        return NEWER[kind.name]
    step = Migration(1, 2, props={"old": "new"}, containers={"old": "new"}, kinds={"old": "new"}, change=sorted_anew)
    return NEWER.setdefault(kind.name, type(kind.__name__, (kind,), {"version": 2, "migrations": (step,)}))


SPOILT: dict[str, tuple[Callable[[Game], Any], Callable[[type[Game], Any], Game]]] = {
    "snapshot": (lambda game: game.snapshot(), restore),
    "record": (lambda game: game.record(), lambda kind, data: replay(kind, data, None)),
    "position": (
        lambda game: game._machine.at_rest(lambda: position_of(game)),
        lambda kind, data: kind(position=data, seed=1),
    ),
    "turnbase": (lambda game: to_turnbase(game), lambda kind, data: kind(position=data, seed=1)),
    "older": (lambda game: game.snapshot(), lambda kind, data: restore(newer(kind), data)),
}


@pytest.mark.parametrize("what", SPOILT)
@pytest.mark.played
def test_spoilt_data_is_refused_or_means_something(what: str, scaled: Callable[[int], int]) -> None:
    """Whatever is wrong with it, nothing but a refusal of our own comes of it, or a game that can be looked at."""
    games: list[Game] = [flock([1, 3, 10, 30], ["All-purpose Sheep", "Meteor"]), Flock(seed=3), TicTacToe()]
    games += [Passing(seed=1, options={"held": 3}), Duel(seed=1)]
    for answer in COPIED_METEOR[:3]:
        games[0].push(answer)
    games[2].push("mark(a1)")
    games[2].undo("x", agreed=True)
    games[3].push(games[3].moves("east")[0], "east")
    chooser = random.Random(what)
    take, read = SPOILT[what]
    refusals: tuple[type[Exception], ...] = (RondelError, *WRONG_TYPE)
    refused = 0
    for _each in range(scaled(8_000)):
        game = chooser.choice(games)
        try:
            again = read(type(game), spoil(take(game), chooser))
            wire([again.snapshot(), again.record(), *(again.view(role) for role in again.roles)])
        except refusals:
            refused += 1
    assert refused > scaled(8_000) / 4
