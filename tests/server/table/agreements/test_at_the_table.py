"""What people settle, at a table: which row comes of it, what it makes stale, and that the log makes it all again."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, UnsetType, structs

import rondel
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.protocol import Absence, Fischer, PerMove, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.table import table as module
from rondel.server.table.agreements import LAG, Overdue
from rondel.server.table.agreements.negotiation import LONGEST
from rondel.server.table.commands import BotMove, Message, Moment, Setting, Tick, Vacation, as_sent
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Log, Snapshot
from rondel.server.table.table import Table
from rondel.server.table.time_controls import FIRST

BLITZ = Terms(Fischer(60, 2))
FRIENDS = Terms()


def entry(terms: Terms = FRIENDS, game: str = "tic_tac_toe", seats: int | None = None, **kinds: str) -> TableEntry:
    roles = rondel.new(game, seats=seats).roles
    made = tuple(SeatEntry(role, kinds.get(role, "person"), "random" if kinds.get(role) == "bot" else "") for role in roles)  # type: ignore[arg-type]
    return TableEntry("t", game, {}, b"s" * 32, b"", made, terms=terms, host=roles[0])


def begun() -> Sitting:
    """A table with a clock at which both have moved once, so that the clocks run."""
    sitting = Sitting(entry(BLITZ))
    sitting.say(Tick())
    sitting.play("x", "c1")
    sitting.play("o", "c2")
    return sitting


class Sitting:
    """A table, the rows it has made, and the time."""

    def __init__(self, given: TableEntry) -> None:
        self.entry = given
        self.table = open_table(given)
        self.at = 1_000_000
        self.rows: list[Answer] = []
        self.snapshots: list[Snapshot] = []

    def say(
        self, message: Message, *held: str, down: int = 0, away: tuple[str, ...] = (), present: tuple[str, ...] | None = None
    ) -> Answer:
        role = getattr(message, "role", "")
        setting = Setting(self.at, b"n" * 32, down, frozenset(away), None if present is None else frozenset(present))
        step = self.table.step(message, held or ((role,) if role else self.table.game.roles), setting)
        self.rows.append(step.answer)
        if step.snapshot is not None:
            self.snapshots.append(step.snapshot)
        return step.answer

    def play(self, role: str, cell: str, seq: int | None = None) -> Answer:
        at = self.table.seq if seq is None else seq
        return self.say(protocol.Play(f"m{len(self.rows)}", role, f"mark({cell})", at))

    def offer(self, role: str, what: protocol.What, *held: str, away: tuple[str, ...] = ()) -> Answer:
        return self.say(protocol.Offer(f"m{len(self.rows)}", role, what, self.table.seq), *held, away=away)

    def agree(self, role: str, number: int) -> Answer:
        return self.say(protocol.Agree(f"m{len(self.rows)}", role, number))

    def resign(self, role: str) -> Answer:
        return self.say(protocol.Resign(f"m{len(self.rows)}", role, self.table.seq))

    @property
    def standing(self) -> protocol.Standing:
        return self.table.standing(Moment(self.at))

    def again(self) -> Table:
        """The table as its log makes it."""
        return open_table(self.entry, Log((), tuple(row for row in self.rows if row.round == self.rows[-1].round)))

    def refused(self, message: Message, *held: str, **more: Any) -> str:
        before = (self.table.seq, self.table.state, self.table.game.key())
        with pytest.raises(Refusal) as refusal:
            self.say(message, *held, **more)
        assert (self.table.seq, self.table.state, self.table.game.key()) == before
        return refusal.value.code


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


def over(**kinds: str) -> Sitting:
    """A table at which x has won."""
    sitting = Sitting(entry(FRIENDS, "tic_tac_toe", None, **kinds))
    for role, cell in (("x", "a1"), ("o", "a2"), ("x", "b1"), ("o", "b2"), ("x", "c1")):
        if kinds.get(role) == "bot":
            sitting.say(BotMove(role, sitting.table.seq, f"mark({cell})"))
        else:
            sitting.play(role, cell)
    return sitting


def offers(sitting: Sitting) -> list[str]:
    """What is offered now."""
    return [each.what for each in sitting.standing.offers]


def closed(sitting: Sitting) -> protocol.ClosedOffer | UnsetType:
    """The offer that was declined or taken back."""
    return sitting.standing.closed


def test_a_rematch_begins_when_all_people_have_agreed() -> None:
    sitting = over()
    offered = sitting.say(protocol.Again("g1"), "x")
    assert (offered.kind, offered.role, offered.move, offered.round, offered.active) == ("offer", "", "rematch", 1, "")
    assert sitting.standing.offers == (protocol.OpenOffer(6, "rematch", "x", ("o",)),)
    assert offered.came_from(as_sent("t", protocol.Again("g1"))), "a retry is known"
    assert sitting.refused(protocol.Again("g2"), "x") == "offered"
    assert sitting.refused(protocol.Agree("g2", "o", 6)) == "no_offer", "one agrees by the same message"
    assert sitting.again().state == sitting.table.state
    row = sitting.say(protocol.Again("g3"), "o")
    assert (row.kind, row.role, row.round, row.active) == ("again", "", 2, "x")
    assert offers(sitting) == []
    assert sitting.refused(protocol.Again("g4"), "o") == "not_over"
    assert sitting.again().view("x") == sitting.table.view("x")


def test_a_person_alone_with_bots_or_at_one_screen_plays_again_at_once() -> None:
    assert over(o="bot").say(protocol.Again("g"), "x").kind == "again"
    assert over().say(protocol.Again("g"), "x", "o").kind == "again"


def test_a_rematch_can_be_declined_once_and_withdrawn() -> None:
    sitting = over()
    sitting.say(protocol.Again("g1"), "x")
    sitting.say(protocol.Decline("d", "o", 6))
    assert (offers(sitting), closed(sitting)) == ([], protocol.ClosedOffer("rematch", "x", "o"))
    assert sitting.refused(protocol.Again("g2"), "x") == "offered", "x may not ask again and again"
    sitting.say(protocol.Again("g3"), "o")
    assert closed(sitting) is UNSET, "it is offered again"
    sitting.say(protocol.Withdraw("w", "o", sitting.table.seq))
    assert (offers(sitting), closed(sitting)) == ([], protocol.ClosedOffer("rematch", "o", "o"))


def test_who_has_left_is_not_drawn_into_a_rematch_but_asked_anew() -> None:
    sitting = over()
    sitting.say(protocol.Again("g1"), "x", present=("x", "o"))
    row = sitting.say(protocol.Again("g2"), "o", present=("o",))
    assert (row.kind, row.round) == ("offer", 1)
    assert sitting.standing.offers == (protocol.OpenOffer(7, "rematch", "o", ("x",)),)
    assert sitting.say(protocol.Again("g3"), "x", present=("x", "o")).kind == "again"


def test_by_the_day_a_rematch_waits_for_those_who_come_and_go() -> None:
    sitting = Sitting(entry(Terms(PerMove(86_400))))
    sitting.say(Tick())
    sitting.say(protocol.Resign("r", "o", 1))
    sitting.say(protocol.Again("g1"), "x", present=("x",))
    assert sitting.say(protocol.Again("g2"), "o", present=("o",)).kind == "again"


def test_of_four_all_are_asked_and_one_no_is_enough() -> None:
    sitting = Sitting(entry(game="hearts"))
    for role in ("north", "east", "south"):
        sitting.say(protocol.Resign(f"r {role}", role, sitting.table.seq))
    for number, role in enumerate(("west", "north", "south")):
        sitting.say(protocol.Again(f"g{number}"), role)
    (offer,) = sitting.standing.offers
    assert (offer.role, offer.asked) == ("west", ("east",))
    sitting.say(protocol.Decline("no", "east", offer.number))
    assert offers(sitting) == []


def test_an_undo_at_the_end_of_a_game_that_counts_is_refused() -> None:
    for terms in (Terms(rated=True), Terms(PerMove(60))):
        sitting = Sitting(entry(terms))
        if terms.clock is not None:
            sitting.say(Tick())
        for role, cell in (("x", "a1"), ("o", "a2"), ("x", "b1"), ("o", "b2"), ("x", "c1")):
            sitting.play(role, cell)
        assert sitting.refused(protocol.Undo("m", "x", sitting.table.seq), "x", "o") == "game_over"
        assert sitting.table.undoable(("x", "o")) == ()


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
