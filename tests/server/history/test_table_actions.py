"""Table actions: offers, agreements, resignations, claims and flags with their times, in a replay, a record and a log."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rondel
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.history import table_actions
from rondel.server.history.reader import HistoryReader
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.round_export import ExportQuery
from rondel.server.history.table_actions import TableActions, told
from rondel.server.protocol import Absence, Fischer, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.table.commands import Message, Setting, Tick
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Answer
from rondel.server.table.log.round_log import RoundLog
from tests.cli import shell
from tests.server.history.looking import export, replay
from tests.server.history.test_replay import entry

NOON = 1_800_000_000_000


class Played:
    """A table at which things are said, a second after one another, and its log."""

    def __init__(self, name: str, **terms: Any) -> None:
        self.entry: TableEntry = msgspec.structs.replace(entry(name), terms=Terms(**terms))
        self.table = open_table(self.entry)
        self.log: list[Answer] = []

    def say(self, message: Message, later: int = 1_000, away: tuple[str, ...] = ()) -> int:
        at = (self.log[-1].at if self.log else NOON) + later
        role = getattr(message, "role", "")
        step = self.table.step(message, (role,), Setting(at, b"c" * 32, away=frozenset(away)))
        self.log.append(step.answer)
        return step.answer.seq

    def play(self, role: str, move: str) -> int:
        return self.say(protocol.Play(f"m{len(self.log)}", role, move, self.table.seq))

    def offer(self, role: str, what: protocol.What) -> int:
        return self.say(protocol.Offer(f"m{len(self.log)}", role, what, self.table.seq))

    def lines(self, lang: str = "en") -> list[str]:
        return [line[6:] for line in export(self.entry, 1, self.log, ExportQuery("log", lang=lang)).text.splitlines()]


def game() -> Played:
    """A draw is offered and declined, a move is taken back with consent, and then x resigns."""
    played = Played("tic_tac_toe")
    played.play("x", "mark(a1)")
    first = played.offer("x", "draw")
    played.say(protocol.Decline("d", "o", first))
    played.play("o", "mark(b2)")
    second = played.offer("o", "undo")
    played.say(protocol.Agree("a", "x", second))
    third = played.offer("x", "end")
    played.say(protocol.Withdraw("w", "x", third))
    played.say(protocol.Resign("r", "x", played.table.seq))
    return played


def test_the_log_tells_who_did_what_and_when_between_the_moves() -> None:
    assert game().lines() == [
        "X marks a1",
        "X offers a draw (2027-01-15 08:00:02 UTC)",
        "O declines (2027-01-15 08:00:03 UTC)",
        "O marks b2",
        "O asks to take back the last answer (2027-01-15 08:00:05 UTC)",
        "X agrees (2027-01-15 08:00:06 UTC)",
        "O takes back",
        "X proposes to end the game without a result (2027-01-15 08:00:07 UTC)",
        "X withdraws the offer (2027-01-15 08:00:08 UTC)",
        "X resigns (2027-01-15 08:00:09 UTC)",
    ]
    assert game().lines("de")[1] == "X bietet Remis an (2027-01-15 08:00:02 UTC)"


def test_the_record_keeps_them_and_replays_without_them(tmp_path: Path) -> None:
    played = game()
    kept = json.loads(export(played.entry, 1, played.log, ExportQuery("record")).text)
    assert [(action["seq"], action["kind"], action["role"], action["what"]) for action in kept["actions"]] == [
        (2, "offer", "x", "draw"),
        (3, "decline", "o", "draw"),
        (5, "offer", "o", "undo"),
        (6, "agree", "x", "undo"),
        (7, "offer", "x", "end"),
        (8, "withdraw", "x", "end"),
        (9, "resign", "x", ""),
    ]
    assert kept["actions"][-1]["outcome"] == {"reason": "resigned", "ranks": {"x": 2, "o": 1}}
    assert rondel.replay(kept).key() == played.table.game.key()
    (tmp_path / "kept.json").write_text(json.dumps(kept))
    done = json.loads(shell.rondel("replay", str(tmp_path / "kept.json"), "--json").stdout)
    assert (done["over"], done["winners"], done["active"]) == (True, ["o"], []), "it ended as it did at the table"


def test_a_replay_has_them_at_their_steps() -> None:
    played = game()
    steps = replay(played.entry, 1, played.log, ReplayQuery()).steps
    found = {step.seq: step.action for step in steps if step.action is not None}
    assert list(found) == [2, 3, 5, 6, 7, 8, 9]
    assert found[9] == protocol.TableAction(9, NOON + 9_000, "resign", "x", "", protocol.Outcome("resigned", {"x": 2, "o": 1}))
    late = replay(played.entry, 1, played.log, ReplayQuery(since=6)).steps
    assert late[0].action == found[6], "what an answer was to is known on a later page as well"


def test_they_stand_where_they_were_done_in_what_each_has_been_told() -> None:
    played = game()
    round_log = RoundLog(tuple(played.log))
    done = HistoryReader().table_actions(played.entry, round_log, ReplayQuery(("x",))).actions
    assert [(each.action.seq, each.told) for each in done] == [(2, 1), (3, 1), (5, 2), (6, 2), (7, 3), (8, 3), (9, 3)]
    assert HistoryReader().table_actions(played.entry, RoundLog(tuple(played.log[:1])), ReplayQuery()).actions == ()
    with pytest.raises(Refusal, match="you may not look at this round as 'o'"):
        HistoryReader().table_actions(played.entry, round_log, ReplayQuery(("x",), "o"))


def test_time_claims_and_votes_are_told_too() -> None:
    timed = Played("tic_tac_toe", clock=Fischer(60))
    timed.say(Tick())
    timed.say(Tick(), later=301_000)  # for the first answer
    claimed = Played("tic_tac_toe", absence=Absence("claim", 10))
    claimed.play("x", "mark(a1)")
    claimed.say(protocol.Claim("c", "x", 1), away=("o",))
    voted = Played("hearts", absence=Absence("vote", 10))
    number = voted.offer("north", "end")
    for role in ("east", "south"):
        voted.say(protocol.Agree(role, role, number))
    voted.say(Tick(), away=("west",))
    drawn = Played("tic_tac_toe")
    drawn.say(protocol.Agree("a", "o", drawn.offer("x", "draw")))
    assert [line.partition(" (")[0] for line in timed.lines()] == ["The game begins", "The time of X is up"]
    assert [line.partition(" (")[0] for line in claimed.lines()] == ["X marks a1", "X claims the win"]
    assert [line.partition(" (")[0] for line in voted.lines()][-4:] == [
        "East agrees",
        "South agrees",
        "All who are there have agreed",
        "The game ends without a result",
    ]
    assert [line.partition(" (")[0] for line in drawn.lines()][-2:] == ["O agrees", "The game is a draw by agreement"]


def test_every_kind_of_row_that_is_no_answer_has_words() -> None:
    for kind in ("start", "resign", "flag", "claim", "agree", "decline", "withdraw"):
        (action,) = TableActions().of([Answer("t", 1, 1, kind, "x")])
        assert told(action)[0]["text"]
    for what in ("draw", "undo", "end", "pause", "resume"):
        (action,) = TableActions().of([Answer("t", 1, 1, "offer", "x", what)])
        assert told(action)[0]["args"] == {"player": {"role": "x"}}


def test_the_examples_run() -> None:
    assert doctest.testmod(table_actions).failed == 0
