"""What people settle, at a table: which row comes of it, what it makes stale, and that the log makes it all again."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec import structs

from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.protocol import Absence, Fischer, PerMove, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.table import table as module
from rondel.server.table.agreements import LAG, Overdue
from rondel.server.table.commands import BotMove, Message, Setting, Tick
from rondel.server.table.entries import SeatEntry
from rondel.server.table.log.entries import Answer, Log
from rondel.server.table.time_controls import FIRST
from tests.server.table.agreements.sitting import BLITZ, Sitting, begun, entry


def test_a_plain_table_writes_nothing_besides_its_answers() -> None:
    sitting = Sitting(entry())
    assert [sitting.play("x", "a1").data, sitting.play("o", "b2").data] == [None, None]


def test_what_leaves_the_position_as_it_is_makes_no_answer_stale() -> None:
    sitting = Sitting(entry())
    sitting.play("x", "a1")
    sitting.offer("x", "draw")
    late = sitting.play("o", "b2", seq=1)
    assert (late.seq, late.given_to()) == (3, 1)
    assert sitting.refused(protocol.Play("m", "x", "mark(c3)", 1)) == "stale"
    assert sitting.refused(protocol.Play("m", "x", "mark(c3)", 4)) == "stale"
    sent = Answer("t", 2, 0, "play", "o", "mark(b2)", late.client_id)
    assert late.came_from(sent), "and a retry is known again"
    assert not late.came_from(structs.replace(sent, seq=3))


def test_who_resigns_has_lost_and_everybody_sees_that_it_is_over() -> None:
    sitting = Sitting(entry())
    sitting.play("x", "a1")
    row = sitting.resign("x")
    assert (row.kind, row.active, row.digest is not None) == ("resign", "", True)
    assert msgspec.json.decode(row.result or "")["ranks"] == {"x": 2, "o": 1}
    for role in ("x", "o", "observer"):
        view = sitting.table.view(role)
        assert (view["over"], view["active"], view["moves"], view["winners"]) == (True, [], [], ["o"])
    assert sitting.standing.outcome == protocol.Outcome("resigned", {"x": 2, "o": 1})
    for message in (
        protocol.Play("m", "o", "mark(b2)", 2),
        protocol.Undo("m", "x", 2),
        protocol.Resign("m", "o", 2),
        protocol.Offer("m", "o", "draw", 2),
        BotMove("o", 2),
    ):
        assert sitting.refused(message) == "game_over"
    assert sitting.again().view("x") == sitting.table.view("x")
    sitting.say(protocol.Again("g"))
    assert (sitting.table.round, sitting.table.over, sitting.standing.departed) == (2, False, {})
    assert sitting.refused(protocol.Resign("m", "o", 2)) == "stale", "what was meant for the last game"


def test_of_four_who_leaves_is_played_on_and_comes_last() -> None:
    sitting = Sitting(entry(game="hearts"))
    sitting.resign("east")
    assert sitting.table.view("east")["moves"] == []
    assert sitting.refused(protocol.Play("m", "east", "x", 1)) == "departed"
    random = Random(5)
    while not sitting.table.over:
        seat = sitting.table.bot_to_move()
        if seat is not None:
            assert (seat.role, seat.bot) == ("east", "")
            sitting.say(BotMove("east", sitting.table.seq))
        else:
            role = sitting.table.active[0]
            move = str(random.choice(sitting.table.game.moves(role)))
            sitting.say(protocol.Play(f"m{len(sitting.rows)}", role, move, sitting.table.seq))
    ranks = sitting.table.view("north")["ranks"]
    assert ranks["east"] == 4
    assert sorted(ranks.values())[0] == 1
    assert sitting.standing.outcome is not None
    assert sitting.standing.outcome.reason == "rules"


def test_a_draw_is_agreed_and_nobody_has_won() -> None:
    sitting = Sitting(entry())
    number = sitting.offer("x", "draw").seq
    assert sitting.standing.offers == (protocol.OpenOffer(number, "draw", "x", ("o",)),)
    assert sitting.refused(protocol.Agree("m", "x", number)) == "no_offer"
    row = sitting.agree("o", number)
    assert msgspec.json.decode(row.result or "")["ranks"] == {"x": 1, "o": 1}
    assert sitting.refused(protocol.Agree("m", "o", number)) == "no_offer"
    assert sitting.again().state == sitting.table.state


@pytest.mark.parametrize("terms", [Terms(), Terms(undo="asked")])
def test_what_was_learnt_is_taken_back_when_the_other_agrees(terms: Terms) -> None:
    sitting = Sitting(entry(terms))
    sitting.play("x", "a1")
    assert sitting.refused(protocol.Undo("m", "x", 1)) == "undo_barrier"
    number = sitting.offer("x", "undo").seq
    sitting.agree("o", number)
    assert sitting.table.active == ("x",)
    assert sitting.refused(protocol.Play("m", "o", "mark(b2)", 2)) == "stale", "the position is another"
    sitting.play("x", "c3")
    repeated = sitting.again()
    assert repeated.game.key() == sitting.table.game.key()
    assert repeated.state == sitting.table.state
    assert repeated.game.events(0, "o") == sitting.table.game.events(0, "o")


def test_where_nothing_is_taken_back_it_is_not_offered_either() -> None:
    sitting = Sitting(entry(Terms(undo="never")))
    sitting.play("x", "a1")
    assert sitting.refused(protocol.Offer("m", "x", "undo", 1)) == "no_undo"
    fresh = Sitting(entry())
    assert fresh.refused(protocol.Offer("m", "x", "undo", 0)) == "no_undo"


def test_bots_agree_to_all_but_a_draw_and_so_do_the_seats_of_the_same_client() -> None:
    sitting = Sitting(entry(o="bot"))
    assert sitting.refused(protocol.Offer("m", "x", "draw", 0)) == "no_draw"
    assert sitting.offer("x", "end").result is not None
    alone = Sitting(entry())
    assert alone.offer("x", "draw", "x", "o").active == ""


def test_all_must_agree_to_end_it_but_those_who_are_away_where_the_terms_say_vote() -> None:
    sitting = Sitting(entry(game="hearts"))
    number = sitting.offer("north", "end", away=("west",)).seq
    sitting.agree("east", number)
    assert sitting.standing.offers[0].asked == ("south", "west")
    voting = Sitting(entry(Terms(absence=Absence("vote")), game="hearts"))
    number = voting.offer("north", "end", away=("west",)).seq
    voting.agree("east", number)
    last = voting.agree("south", number)
    assert (last.active, voting.standing.outcome) == ("", protocol.Outcome("ended", {}))
    assert voting.table.view("east")["ranks"] is None
    assert voting.table.view("east")["winners"] == []


def test_a_vote_is_counted_again_when_somebody_goes_away_and_held_again_when_nobody_comes_back() -> None:
    voting = Sitting(entry(Terms(absence=Absence("vote", 60)), game="hearts"))
    number = voting.offer("north", "end").seq
    voting.agree("east", number)
    voting.agree("south", number)
    assert voting.table.outlook().voting == ("west",)
    assert voting.refused(Tick(), away=("east",)) == "begun", "who has agreed may be away"
    last = voting.say(Tick(), "north", away=("east", "west"))
    assert (last.kind, last.role, last.active, voting.standing.outcome) == ("agree", "", "", protocol.Outcome("ended", {}))
    assert voting.again().state == voting.table.state

    again = Sitting(entry(Terms(absence=Absence("vote", 60)), game="hearts"))
    number = again.offer("north", "end", away=("west",)).seq
    again.say(protocol.Decline("no", "east", number))
    offer = protocol.Offer("m", "north", "end", again.table.seq)
    assert again.refused(offer, away=("west",)) == "offered"
    again.at += 60_000
    assert again.refused(offer) == "offered", "everybody is here, and can answer"
    assert again.say(offer, away=("west",)).kind == "offer"
    assert again.standing.offers[0].asked == ("east", "south")


def test_a_win_is_claimed_from_who_is_awaited_and_has_been_away_for_long() -> None:
    sitting = Sitting(entry(Terms(absence=Absence("claim"))))
    claim = protocol.Claim("m", "x", 0)
    assert sitting.refused(claim, away=("o",)) == "no_claim", "it is x's turn"
    sitting.play("x", "a1")
    claim = protocol.Claim("m", "x", 1)
    assert sitting.refused(claim) == "no_claim"
    row = sitting.say(claim, away=("o",))
    assert (row.kind, row.role, row.active) == ("claim", "x", "")
    assert sitting.table.view("x")["winners"] == ["x"]
    plain = Sitting(entry())
    plain.play("x", "a1")
    assert plain.refused(protocol.Claim("m", "x", 1), away=("o",)) == "no_claim"


def test_a_table_with_a_clock_begins_when_no_seat_is_open() -> None:
    sitting = Sitting(entry(BLITZ, o="open"))
    assert not sitting.table.outlook().begins
    assert sitting.refused(protocol.Play("m", "x", "mark(a1)", 0)) == "not_begun"
    assert sitting.table.view("x")["moves"] == []
    assert sitting.refused(Tick()) == "begun"
    sitting.table.sit(SeatEntry("o", "person"))
    assert sitting.table.outlook().begins
    row = sitting.say(Tick())
    assert (row.kind, row.role, row.client_id) == ("start", "", None)
    assert sitting.standing.clocks == {
        "x": protocol.Clock(60_000, False, FIRST),
        "o": protocol.Clock(60_000, False),
    }


def test_the_host_starts_it_where_the_terms_say_so() -> None:
    sitting = Sitting(entry(Terms(start="host"), o="open"))
    start = protocol.Start("m", "x")
    assert sitting.refused(start) == "open_seats"
    sitting.table.sit(SeatEntry("o", "person"))
    assert not sitting.table.outlook().begins
    assert sitting.refused(protocol.Start("m", "o")) == "not_host"
    row = sitting.say(start)
    assert row.came_from(Answer("t", 0, 0, "start", "x", "", "m"))
    assert sitting.refused(start) == "begun"
    sitting.play("x", "a1")


def test_the_clock_is_in_the_rows_and_downtime_is_left_out() -> None:
    sitting = begun()
    sitting.at += 10_000
    sitting.play("x", "a1")
    assert sitting.standing.clocks["x"].left == 52_000 + LAG
    sitting.at += 65_000
    late = protocol.Play("m", "o", "mark(b2)", 4)
    with pytest.raises(Overdue):
        sitting.say(late)
    sitting.say(late, down=60_000)
    assert sitting.standing.clocks["o"].left == 57_000 + LAG
    repeated = sitting.again()
    assert repeated.state == sitting.table.state
    assert repeated.outlook() == sitting.table.outlook()


def test_the_rules_give_time_and_an_undo_takes_it_back() -> None:
    """Hearts gives a minute for each deal after the first: with the last card of that one."""
    sitting = Sitting(structs.replace(entry(BLITZ, "hearts"), options={"pass_cards": False}))
    sitting.say(Tick())
    game = sitting.table.game
    for _ in range(51):
        (role,) = game.active
        sitting.say(protocol.Play(f"m{len(sitting.rows)}", role, str(game.zombie_move(role)), sitting.table.seq))
    before = {role: clock.left for role, clock in sitting.standing.clocks.items()}
    (last,) = game.active
    sitting.say(protocol.Play("last", last, str(game.zombie_move(last)), sitting.table.seq))
    more = {role: 60_000 + (2_000 if role == last else 0) for role in game.roles}
    after = {role: clock.left for role, clock in sitting.standing.clocks.items()}
    assert after == {role: before[role] + more[role] for role in game.roles}
    assert sitting.again().state == sitting.table.state
    sitting.say(protocol.Undo("back", last, sitting.table.seq), *game.roles)
    assert {role: clock.left for role, clock in sitting.standing.clocks.items()} == before
    assert sitting.again().state == sitting.table.state


def test_a_flag_and_an_answer_are_settled_one_way() -> None:
    """An answer at the last moment counts; a moment later the flag comes first, whatever else is said."""
    for late, kind in ((0, "play"), (1, "flag")):
        sitting = begun()
        sitting.at += 60_000 + LAG + late
        if late:
            for message in (
                protocol.Play("m", "x", "mark(a1)", 3),
                protocol.Resign("m", "o", 3),
                protocol.Offer("m", "o", "draw", 3),
            ):
                with pytest.raises(Overdue):
                    sitting.say(message)
            row = sitting.say(Tick())
            assert sitting.table.view("o")["winners"] == ["o"]
        else:
            assert sitting.refused(Tick()) == "begun"
            row = sitting.play("x", "a1")
        assert row.kind == kind


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_said_the_log_makes_the_same_table_again(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random tables of three and four, timed and not: what is said at random, from the first row on and from snapshots."""
    monkeypatch.setattr(module, "SNAPSHOT_EVERY", 6)
    random = Random(seed)
    terms = Terms(random.choice((None, Fischer(100, 1), PerMove(30))), Absence(random.choice(("vote", "wait"))))
    sitting = Sitting(entry(terms, *random.choice((("hearts", None), ("cant_stop", 3)))))
    roles = sitting.table.game.roles
    if not sitting.table.state.begun:
        sitting.say(Tick())
    kinds = set()
    for _ in range(120):
        if sitting.table.over:
            break
        sitting.at += random.choice((0, 500, 2_000))
        table, role = sitting.table, random.choice(roles)
        name, seq = f"m{len(sitting.rows)}", table.seq
        offers = [each.number for each in table.state.offers.open] or [0]
        said: list[Message] = [
            protocol.Offer(name, role, random.choice(("draw", "undo", "end")), seq),
            protocol.Agree(name, role, random.choice(offers)),
            protocol.Decline(name, role, random.choice(offers)),
            protocol.Withdraw(name, role, random.choice(offers)),
            protocol.Undo(name, role, seq),
        ]
        if random.random() < 0.02:
            said = [protocol.Resign(name, role, seq)]
        seat = table.bot_to_move()
        if random.random() < 0.6:
            role = random.choice(table.active)
            said = [protocol.Play(name, role, str(random.choice(table.game.moves(role))), seq)]
            said = said if seat is None else [BotMove(seat.role, seq)]
        try:
            row = sitting.say(random.choice(said))
        except Refusal:
            continue
        except Overdue:
            row = sitting.say(Tick())
        kinds.add(row.kind)
        if random.random() < 0.1:
            kept = [each for each in sitting.snapshots if each.round == row.round]
            for log in (Log((), tuple(sitting.rows)), Log(tuple(kept), tuple(sitting.rows[kept[-1].seq if kept else 0 :]))):
                repeated = open_table(sitting.entry, log)
                assert repeated.state == table.state
                assert (repeated.seq, repeated.outlook()) == (table.seq, table.outlook())
                assert [repeated.view(each) for each in roles] == [table.view(each) for each in roles]
                stale = protocol.Play("late", role, "", table._stands)
                for each in (repeated, table):
                    with pytest.raises((Refusal, Overdue)) as refusal:
                        each.step(stale, (role,), Setting(sitting.at, b""))
                    assert getattr(refusal.value, "code", "") != "stale"
    assert {"play", "offer"} <= kinds
