"""Clocks that stand: pauses that people agree on, and vacations."""

from __future__ import annotations

import pytest
from msgspec import UNSET, structs

from rondel.server import protocol
from rondel.server.protocol import Absence, Fischer, PerMove, Terms
from rondel.server.table.agreements import LAG, Overdue
from rondel.server.table.agreements.negotiation import LONGEST
from rondel.server.table.commands import Tick, Vacation
from tests.server.table.agreements.sitting import BLITZ, FRIENDS, Sitting, begun, entry


def test_a_pause_is_agreed_and_the_clocks_stand_until_somebody_answers() -> None:
    sitting = begun()
    sitting.at += 10_000
    number = sitting.offer("o", "pause").seq
    assert sitting.table.state.pause_left(0) == 0, "it is offered only"
    sitting.at += 5_000
    sitting.agree("x", number)
    assert (sitting.standing.paused, sitting.standing.clocks["x"].left) == (LONGEST["live"], 45_000)
    sitting.at += 600_000
    assert sitting.table.state.overdue(600_000) == ""
    assert sitting.standing.clocks["x"] == protocol.Clock(45_000, False, waits=LONGEST["live"] - 600_000)
    assert sitting.refused(protocol.Offer("m", "x", "pause", sitting.table.seq)) == "no_pause"
    assert sitting.again().state == sitting.table.state, "and a restart changes nothing"
    sitting.play("x", "a1")
    assert (sitting.standing.paused, sitting.standing.clocks["x"].left) == (UNSET, 47_000)
    sitting.at += 1_000
    assert sitting.standing.clocks["o"] == protocol.Clock(59_000, True)


def test_a_pause_is_ended_by_all_or_by_its_longest_time() -> None:
    sitting = begun()
    assert sitting.refused(protocol.Offer("m", "x", "resume", sitting.table.seq)) == "no_pause"
    sitting.agree("x", sitting.offer("o", "pause").seq)
    sitting.at += 60_000
    sitting.agree("x", sitting.offer("o", "resume").seq)
    sitting.at += 1_000
    assert sitting.standing.clocks["x"] == protocol.Clock(59_000, True)
    sitting.agree("o", sitting.offer("x", "pause").seq)
    sitting.at += LONGEST["live"] + 59_000 + LAG + 1
    with pytest.raises(Overdue):
        sitting.offer("o", "pause")
    assert sitting.say(Tick()).kind == "flag"


def test_nobody_is_away_in_a_pause_and_some_tables_have_none() -> None:
    terms = Terms(Fischer(60, 2), Absence("claim"))
    sitting = Sitting(entry(terms))
    sitting.say(Tick())
    sitting.agree("o", sitting.offer("x", "pause").seq)
    claim = protocol.Claim("m", "o", sitting.table.seq)
    assert sitting.refused(claim, away=("x",)) == "no_claim"
    sitting.agree("o", sitting.offer("x", "resume").seq)
    assert sitting.say(structs.replace(claim, seq=sitting.table.seq), away=("x",)).active == ""
    assert Sitting(entry()).refused(protocol.Offer("m", "x", "pause", 0)) == "no_pause"
    strict = Sitting(entry(structs.replace(BLITZ, pauses=False)))
    strict.say(Tick())
    assert strict.refused(protocol.Offer("m", "x", "pause", 1)) == "no_pause"


def test_the_clock_of_who_is_on_vacation_stands_and_the_other_one_runs() -> None:
    days = Terms(PerMove(86_400), Absence("claim"))
    sitting = Sitting(entry(days))
    sitting.say(Tick())
    until = sitting.at + 10 * 86_400_000
    row = sitting.say(Vacation("x", until))
    assert (row.kind, row.role, row.move, row.active) == ("vacation", "", f"x {until}", "x")
    assert sitting.standing.vacations == {"x": until}
    sitting.at += 5 * 86_400_000
    claim = protocol.Claim("m", "o", sitting.table.seq)
    assert sitting.refused(claim, away=("x",)) == "no_claim", "who is on vacation is not away"
    assert sitting.again().state == sitting.table.state
    late = sitting.play("x", "a1", seq=1)
    assert late.given_to() == 1, "the row makes no answer stale"
    sitting.at += 1_000
    assert sitting.standing.clocks["o"] == protocol.Clock(86_399_000, True)
    assert sitting.standing.vacations == {"x": until}, "a move ends no vacation"
    sitting.play("o", "b2")
    sitting.say(Vacation("x", 0))
    sitting.at += 1_000
    assert sitting.standing.clocks["x"] == protocol.Clock(86_399_000, True)
    assert sitting.table.state.vacations == {}


@pytest.mark.parametrize("terms", [BLITZ, Terms(PerMove(3_600)), Terms(PerMove(86_400), pauses=False), FRIENDS])
def test_a_vacation_stops_no_live_clock_and_none_of_a_tournament(terms: Terms) -> None:
    sitting = Sitting(entry(terms))
    if terms.clock is not None:
        sitting.say(Tick())
    assert sitting.refused(Vacation("x", 10**12), "x") == "no_vacation"
