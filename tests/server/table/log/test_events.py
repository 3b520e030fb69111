"""The event log: what was told is numbered on, and what is taken in parts is whole when they are put together."""

from __future__ import annotations

import msgspec
import pytest

import rondel
from rondel.server.table.log.events import Event, EventLog


def plain(events: list[msgspec.Raw]) -> list[Event]:
    """The events as the game has them, without the numbers of moves."""
    decoded: list[Event] = [msgspec.json.decode(event) for event in events]
    return [{name: value for name, value in event.items() if name != "move"} for event in decoded]


def moves(events: list[msgspec.Raw]) -> list[int]:
    return [msgspec.json.decode(event)["move"] for event in events]


def past(events: list[Event]) -> list[Event]:
    return [{**event, "changes": []} for event in events]


def test_everything_told_is_in_it_once_and_in_order() -> None:
    game = rondel.new("reversi", seed=1)
    log = EventLog(game)
    heard: list[Event] = []
    for number in range(12):
        game.push(game.moves()[0])
        if number % 3 == 0:
            heard += plain(log.catch_up("black"))
    heard += plain(log.catch_up("black"))
    assert heard == game.events(0, "black")
    assert plain(log.since("black", 0)) == past(game.events(0, "black"))
    assert plain(log.since("observer", 5)) == past(game.events(5, "observer"))


def test_pieces_that_overlap_are_joined_and_one_that_is_missing_is_noticed() -> None:
    game = rondel.new("tic_tac_toe", seed=1)
    events: list[Event] = []
    for cell in ("a1", "b2", "c3"):
        game.push(f"mark({cell})")
    events = past(game.events(0, "x"))
    for parts in ([events], [events[:1], events[1:]], [events[:2], events[1:]], [events, events[2:]]):
        log = EventLog(rondel.restore(game.snapshot()), [{"x": part} for part in parts])
        assert plain(log.since("x", 0)) == events
    with pytest.raises(ValueError, match="what x was told from 1 to 2 is missing"):
        EventLog(game, [{"x": events[:1]}, {"x": events[2:]}])


def test_a_game_that_was_restored_is_numbered_on_and_its_undo_names_the_right_events() -> None:
    game = rondel.new("tic_tac_toe", seed=1)
    log = EventLog(game)
    parts = []
    for cell in ("a1", "b2"):
        game.push(f"mark({cell})")
        parts.append({role: plain(events) for role, events in log.part().items()})
    younger = rondel.restore(game.snapshot())
    resumed = EventLog(younger, parts)
    for each in (game, younger):
        each.push("mark(c3)")
        each.undo("x", agreed=True)
        each.push("mark(a3)")
    for role in ("x", "o", "observer"):
        told, expected = plain(resumed.catch_up(role)), game.events(2, role)
        # What changed between the last event before and the first after is lost with the journal; views are whole anyway.
        assert told[0] == {**expected[0], "changes": []}
        assert told[1:] == expected[1:]
        assert plain(resumed.since(role, 0)) == past(game.events(0, role))
        assert resumed.count(role) == len(game.events(0, role))


def test_events_have_the_numbers_of_their_moves_also_when_they_are_read_late_or_restored() -> None:
    game = rondel.new("tic_tac_toe", seed=1)
    log = EventLog(game)
    parts = []
    for number, cell in enumerate(("a1", "b2", "c3")):
        log.begin_answer()
        game.push(f"mark({cell})")
        log.end_answer(is_move=True)
        if number == 0:
            game.undo("x", agreed=True)
            log.end_answer(is_move=False)
            game.push("mark(a2)")
            log.end_answer(is_move=True)
            parts.append({role: [msgspec.json.decode(event) for event in events] for role, events in log.part().items()})
            snapshot = game.snapshot()
    assert (moves(log.since("o", 0)), log.moves) == ([1, 1, 2, 3, 4], 4)
    younger = rondel.restore(snapshot)
    restored = EventLog(younger, parts, 2)
    younger.push("mark(b2)")
    restored.end_answer(is_move=True)
    assert (moves(restored.since("o", 0)), restored.moves) == ([1, 1, 2, 3], 3)
