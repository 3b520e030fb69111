"""Frames: each group gets its own views, and nothing of another role."""

from __future__ import annotations

import json

import msgspec
import pytest

import rondel
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.table import views
from rondel.server.table.log.events import EventLog
from tests.server.table.test_table import again, entry, play, undo, won


def test_one_message_is_made_for_each_kind_of_receiver() -> None:
    table = open_table(entry())
    batch = views.welcomes(table, [("x",), (), ("x",), ("x", "o")], {"x"})
    assert set(batch.frames) == {("x",), (), ("x", "o")}
    for roles, frame in batch.frames.items():
        message = json.loads(frame)
        assert message["type"] == "welcome"
        assert message["roles"] == list(roles)
        assert set(message["views"]) == set(message["events"]) == set(roles or ("observer",))
        assert message["undoable"] == []
        for role, view in message["views"].items():
            assert view == table.game.view(role)


def test_an_update_tells_each_log_from_where_it_was_told_last() -> None:
    table = open_table(entry())
    play(table, "x", "mark(a1)")
    told = dict(views.welcomes(table, [("x",)], ()).told)
    play(table, "o", "mark(b1)")
    first = views.updates(table, [("x",)], told)
    [event] = json.loads(first.frames[("x",)])["events"]["x"]
    assert event["number"] == 1
    assert event["changes"], "the first mark was made, and then the second was told"
    both = views.updates(table, [("x",), ("x", "o")], told).frames
    assert {roles: json.loads(frame)["undoable"] for roles, frame in both.items()} == {("x",): [], ("x", "o"): ["x", "o"]}
    # What was not sent is told the next time, though without its changes, which lie in the past by then.
    [again] = json.loads(views.updates(table, [("x",)], told).frames[("x",)])["events"]["x"]
    assert again == {**event, "changes": []}
    told.update(first.told)
    assert json.loads(views.updates(table, [("x",)], told).frames[("x",)])["events"] == {"x": []}


def test_of_a_long_log_a_welcome_has_the_latest_events_and_a_client_that_missed_more_is_welcomed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(views, "LATEST", 3)
    table = open_table(entry())
    count = len(won(table))
    batch = views.welcomes(table, [("x",)], ())
    assert [event["number"] for event in json.loads(batch.frames[("x",)])["events"]["x"]] == [count - 3, count - 2, count - 1]
    assert batch.told == {"x": count}, "what was left out is not told later"
    assert views.resumed(table, ("x",), (), protocol.Since(1, {"x": 1})) is None
    missed = views.resumed(table, ("x",), (), protocol.Since(2, {"x": 2}))
    assert missed is not None
    assert [event["number"] for event in json.loads(missed.frames[("x",)])["events"]["x"]] == [2, 3, 4]


def test_what_was_taken_back_stays_in_the_log_and_the_undo_is_told() -> None:
    table = open_table(entry())
    won(table)
    told = dict(views.updates(table, [("x",)], {}).told)
    before = len(table.game.events(0, "x"))
    undo(table, "x", ("x", "o"))
    batch = views.updates(table, [("x",)], told)
    [event] = json.loads(batch.frames[("x",)])["events"]["x"]
    assert (event["number"], event["name"], event["role"]) == (before, "undo", "x")
    assert (event["args"]["since"], event["args"]["until"]) == (before - 1, before)
    told.update(batch.told)
    play(table, "x", "mark(c3)")
    told_then = json.loads(views.updates(table, [("x",)], told).frames[("x",)])["events"]["x"]
    assert [each["args"]["cell"] for each in told_then] == ["c3"]


def test_a_new_round_begins_its_log_anew() -> None:
    table = open_table(entry())
    won(table)
    assert views.welcomes(table, [("x",)], ()).told["x"] > 0
    again(table)
    assert views.welcomes(table, [("x",)], ()).told == {"x": 0}


def test_who_comes_back_is_told_what_it_has_missed_and_nothing_twice() -> None:
    table = open_table(entry())
    whole = [json.loads(views.updates(table, [("x",)], {}).frames[("x",)])]
    for answer in won(open_table(entry())):
        play(table, answer.role, answer.move)
    told = table.game.events(0, "x")
    for number in range(len(told) + 1):
        batch = views.resumed(table, ("x",), {"x"}, protocol.Since(0, {"x": number}))
        assert batch is not None
        message = json.loads(batch.frames[("x",)])
        assert [event["number"] for event in message["events"]["x"]] == list(range(number, len(told)))
        assert (message["type"], message["seq"], message["roles"]) == ("resumed", 5, ["x"])
        assert message["views"] == {"x": table.game.view("x")}
    assert whole[0]["seq"] == 0


def test_who_was_elsewhere_is_welcomed_as_somebody_new() -> None:
    table = open_table(entry())
    won(table)
    again(table)
    play(table, "x", "mark(a1)")
    elsewhere = [
        None,
        protocol.Since(5, {"x": 5}),  # in the round before
        protocol.Since(8, {"x": 0}),  # in a future that was not stored
        protocol.Since(7, {"x": 2}),  # told more than there was
        protocol.Since(7, {"x": -1}),
        protocol.Since(7, {"o": 0}),  # on another seat
        protocol.Since(7, {"x": 0, "o": 0}),
        protocol.Since(7, {}),
    ]
    for since in elsewhere:
        assert views.resumed(table, ("x",), (), since) is None
    assert views.resumed(table, ("x",), (), protocol.Since(6, {"x": 0})) is not None


@pytest.mark.parametrize("name", rondel.games())
def test_what_is_sent_of_a_view_is_the_games_own_view_whatever_was_told_before(name: str) -> None:
    """What is kept of moves between tables shows nowhere: games go on, are begun anew, and have other options. Nor does it
    matter who else is shown the position, and in which order: what is looked at once for all is the same for all. Nor what was
    kept of the parts, by those who are shown each position and by the observer, who is shown few, or before a move is taken
    back."""
    for seed in range(2):
        game = rondel.new(name, seed=seed)
        log = EventLog(game)
        told = {role: log.count(role) for role in (*game.roles, rondel.OBSERVER)}
        for number in range(12):
            readers = (*game.roles, rondel.OBSERVER) if number % 3 == 0 else game.roles
            readers = (*readers[number % len(readers) :], *readers[: number % len(readers)])
            for role, events in log.news({role: told[role] for role in readers}).items():
                expected = [{**event, "move": 0} for event in game.events(told[role], role)]
                assert [msgspec.json.decode(event) for event in events] == expected
                told[role] = log.count(role)
            shown = msgspec.json.decode(msgspec.json.encode(views.seen(game, readers, log.parts)))
            assert shown == json.loads(json.dumps({role: game.view(role) for role in readers}))
            if game.is_over:
                break
            role = game.active[-1]
            listed = game.moves(role)
            if number % 4 == 3:
                game.push(listed[0], role)
                views.seen(game, game.roles, log.parts)
                game.pop()
            game.push(listed[len(listed) // 2], role)
