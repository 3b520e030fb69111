"""What goes out: each kind of receiver gets its own views and nothing of another's."""

from __future__ import annotations

import json

from rondel.server import views
from rondel.server.table import Table
from tests.server.test_table import entry, won


def test_one_message_is_made_for_each_kind_of_receiver() -> None:
    table = Table(entry())
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
    table, cursors = Table(entry()), views.Cursors()
    cursors.sent(views.welcomes(table, [("x",)], ()))
    table.play("x", "mark(a1)")
    first = views.updates(table, [("x",)], cursors)
    assert [event["seq"] for event in json.loads(first.frames[("x",)])["events"]["x"]] == [0]
    both = views.updates(table, [("x",), ("x", "o")], cursors).frames
    assert {roles: json.loads(frame)["undoable"] for roles, frame in both.items()} == {("x",): [], ("x", "o"): ["x"]}
    # What was not sent is told again the next time: an answer that could not be stored leaves no hole.
    assert views.updates(table, [("x",)], cursors) == first
    cursors.sent(first)
    assert json.loads(views.updates(table, [("x",)], cursors).frames[("x",)])["events"] == {"x": []}


def test_what_was_taken_back_stays_in_the_log_and_the_undo_is_told() -> None:
    table, cursors = Table(entry()), views.Cursors()
    won(table)
    cursors.sent(views.updates(table, [("x",)], cursors))
    told = len(table.game.events(0, "x"))
    table.undo("x", agreed=True)
    batch = views.updates(table, [("x",)], cursors)
    [event] = json.loads(batch.frames[("x",)])["events"]["x"]
    assert (event["seq"], event["name"], event["role"]) == (told, "undo", "x")
    assert (event["args"]["since"], event["args"]["until"]) == (told - 1, told)
    cursors.sent(batch)
    table.play("x", "mark(c3)")
    told_then = json.loads(views.updates(table, [("x",)], cursors).frames[("x",)])["events"]["x"]
    assert [each["args"]["cell"] for each in told_then] == ["c3"]


def test_a_new_round_begins_its_log_anew() -> None:
    table, cursors = Table(entry()), views.Cursors()
    won(table)
    cursors.sent(views.welcomes(table, [("x",)], ()))
    table.again(b"n" * 32)
    cursors.sent(views.welcomes(table, [("x",)], ()))
    assert cursors.of("x") == 0
