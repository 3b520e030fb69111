"""The parley: what becomes of the state by each thing that is said, and what is refused."""

from __future__ import annotations

import doctest

import pytest
from msgspec import structs

from rondel.server.protocol import (
    Absence,
    Agree,
    Claim,
    ClosedOffer,
    Decline,
    Fischer,
    Offer,
    Outcome,
    Resign,
    Start,
    Terms,
    What,
    Withdraw,
)
from rondel.server.protocol.refused import Refusal
from rondel.server.table.agreements import Clocks, Negotiation, Offers, TableState, negotiation
from rondel.server.table.agreements.negotiation import Settled, Settling
from rondel.server.table.entries import SeatEntry
from rondel.server.table.time_controls import FIRST

VOTE = Terms(absence=Absence("vote", 60))
CLAIM = Terms(absence=Absence("claim", 60))
BLITZ = Terms(Fischer(180, 2))
THREE = tuple(SeatEntry(role, "person") for role in "abc")


def talk(terms: Terms = BLITZ, *away: str, seats: tuple[SeatEntry, ...] = THREE, elapsed: int = 0) -> Negotiation:
    """At three seats of which each plays for itself, with a to answer, after row 7."""
    sides = tuple((seat.role,) for seat in seats)
    return Negotiation(TableState(), terms, seats, "a", sides, ("a",), {}, 7, elapsed, frozenset(away))


def offer(role: str, what: What) -> Offer:
    return Offer("m", role, what, 7)


def after(at: Negotiation, *said: Settling) -> tuple[Negotiation, Settled]:
    """What each of these comes to after the one before, a row each, said by somebody with one seat."""
    settled = Settled(at.state)
    for message in said:
        settled = at.said(message, [message.role])
        at = structs.replace(at, state=settled.state, seq=at.seq + 1)
    return at, settled


def test_what_all_agree_to_takes_effect_with_the_last_who_is_asked() -> None:
    at, settled = after(talk(), offer("a", "draw"), Agree("m", "c", 8))
    assert [(each.number, each.what, each.asked) for each in settled.state.offers.open] == [(8, "draw", ("b",))]
    assert after(at, Agree("m", "b", 8))[1] == Settled(TableState(outcome=Outcome("agreed", {"a": 1, "b": 1, "c": 1})))
    assert after(talk(), offer("b", "end"), Agree("m", "a", 8), Agree("m", "c", 8))[1].state.outcome == Outcome("ended", {})
    _, settled = after(talk(), offer("b", "undo"), Agree("m", "a", 8), Agree("m", "c", 8))
    assert settled.undone == "b", "the game is not known here, so it is left to who asks"


def test_who_holds_all_other_seats_and_bots_are_not_asked() -> None:
    assert talk().said(offer("a", "undo"), ["a", "b", "c"]) == Settled(TableState(), "a")
    with_bots = talk(seats=(THREE[0], SeatEntry("b", "bot"), SeatEntry("c", "bot")))
    assert with_bots.said(offer("a", "end"), ["a"]).state.outcome == Outcome("ended", {})
    with pytest.raises(Refusal, match=r"^no_draw: "):
        with_bots.said(offer("a", "draw"), ["a"])
    with pytest.raises(Refusal, match=r"^no_draw: "):
        structs.replace(talk(), sides=(("a", "b", "c"),)).said(offer("a", "draw"), ["a"])


def test_an_offer_that_is_declined_or_withdrawn_is_gone() -> None:
    for said in (Decline("m", "b", 8), Withdraw("m", "a", 8)):
        at, settled = after(talk(), offer("a", "draw"), said)
        assert settled.state.offers == Offers((), (("a", "draw"),), ClosedOffer("draw", "a", said.role))
        with pytest.raises(Refusal, match=r"^offered: "):
            after(at, offer("a", "draw"))
    with pytest.raises(Refusal, match=r"^no_offer: "):
        after(talk(), offer("a", "draw"), Agree("m", "a", 8))


def test_where_there_is_a_vote_who_is_away_does_not_keep_the_others() -> None:
    at, settled = after(talk(VOTE, "a"), offer("b", "end"))
    assert settled.state.offers.open[0].asked == ("c",)
    assert at.outvoted() is None
    gone = structs.replace(at, away=frozenset("ac"))
    assert (vote := gone.outvoted()) is not None
    assert gone.taking_effect(vote).state.outcome == Outcome("ended", {})
    assert talk(VOTE, "a", "c").said(offer("b", "end"), ["b"]).state.outcome == Outcome("ended", {})
    assert talk(BLITZ, "a", "c").said(offer("b", "end"), ["b"]).state.outcome is None, "there is no vote at this table"


def test_a_vote_that_was_lost_is_held_again_when_who_is_awaited_has_not_come_back() -> None:
    at, _ = after(talk(VOTE, "a"), offer("b", "end"), Decline("m", "c", 8))
    with pytest.raises(Refusal, match=r"^offered: "):
        after(at, offer("b", "end"))
    assert after(structs.replace(at, elapsed=60_000), offer("b", "end"))[1].state.offers.open


def test_the_win_is_claimed_from_who_is_awaited_and_away() -> None:
    two = THREE[:2]
    assert talk(CLAIM, "a", seats=two).said(Claim("m", "b", 7), ["b"]).state.outcome == Outcome("claimed", {"a": 2, "b": 1})
    for at, role in ((talk(CLAIM, seats=two), "b"), (talk(CLAIM, "b", seats=two), "a"), (talk(BLITZ, "a", seats=two), "b")):
        with pytest.raises(Refusal, match=r"^no_claim: "):
            at.said(Claim("m", role, 7), [role])


def test_the_host_starts_a_game_that_is_full_and_everybody_has_time() -> None:
    waiting = structs.replace(talk(), state=TableState.first(BLITZ), extra={"a": 5_000})
    assert waiting.said(Start("m", "a"), ["a"]).state.clocks == Clocks(
        {"a": 185_000, "b": 180_000, "c": 180_000}, ("a",), dict.fromkeys("abc", FIRST)
    )
    with_a_bot = structs.replace(waiting, seats=(*THREE[:2], SeatEntry("c", "bot")))
    assert with_a_bot.begun().clocks == Clocks({"a": 185_000, "b": 180_000}, ("a",), dict.fromkeys("ab", FIRST)), (
        "a bot takes the time it needs"
    )
    one_open = structs.replace(waiting, seats=(*THREE[:2], SeatEntry("c", "open")))
    for at, role, code in ((waiting, "b", "not_host"), (one_open, "a", "open_seats"), (talk(), "a", "begun")):
        with pytest.raises(Refusal, match=rf"^{code}: "):
            at.said(Start("m", role), [role])


def test_who_resigns_has_left() -> None:
    assert talk().said(Resign("m", "b", 7), ["b"]) == Settled(TableState(departed={"b": "resigned"}))


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(negotiation, extraglobs={"Offer": Offer}).failed == 0
