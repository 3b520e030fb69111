"""Another game at a table that is over: who must agree, who has declined, and who is asked anew."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from rondel.server import protocol
from rondel.server.protocol import PerMove, Terms
from rondel.server.table.commands import BotMove, Tick, as_sent
from tests.server.table.agreements.sitting import FRIENDS, Sitting, entry


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
