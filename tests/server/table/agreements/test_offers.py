"""Offers: each is settled once, whichever way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rondel.server.protocol import OpenOffer, What
from rondel.server.protocol.refused import Refusal
from rondel.server.table.agreements import Offers


def made(what: What = "draw", asked: tuple[str, ...] = ("o",)) -> Offers:
    return Offers().made(7, what, "x", asked)


def test_an_offer_is_open_until_the_last_has_agreed() -> None:
    offers, offer = made(asked=("o", "z")).agreed(7, ["o"])
    assert offers.open == (OpenOffer(7, "draw", "x", ("z",)),)
    offers, offer = offers.agreed(7, ["z"])
    assert (offers.open, offer.asked) == ((), ())


@pytest.mark.parametrize(
    "settle",
    [
        lambda offers: offers.agreed(7, ["x"]),
        lambda offers: offers.agreed(7, ["o"])[0].agreed(7, ["o"]),
        lambda offers: offers.decline(7, "x"),
        lambda offers: offers.withdrawn(7, "o"),
        lambda offers: offers.decline(8, "o"),
    ],
    ids=["agree to one's own", "agree twice", "decline one's own", "withdraw another's", "what nobody offered"],
)
def test_who_is_not_asked_settles_nothing(settle: Callable[[Offers], object]) -> None:
    with pytest.raises(Refusal, match="no_offer"):
        settle(made(asked=("o", "z")))


def test_the_same_is_offered_once_at_a_time_and_after_a_no_only_when_one_has_answered() -> None:
    with pytest.raises(Refusal, match="offered already"):
        made().made(8, "draw", "o", ("x",))
    for settled in (made().decline(7, "o"), made().withdrawn(7, "x")):
        with pytest.raises(Refusal, match="after another answer"):
            settled.made(9, "draw", "x", ("o",))
        assert settled.made(9, "draw", "o", ("x",)).open, "the other may"
        assert settled.answered("o").declined == settled.declined
        assert settled.answered("x").made(9, "draw", "x", ("o",)).open


def test_to_play_on_is_to_decline_a_draw_and_who_offers_one_may_play_with_it() -> None:
    assert made().answered("x").open == made().open
    assert made().answered("o").open == ()


def test_an_offer_to_take_back_goes_with_the_position_and_one_to_end_stays() -> None:
    assert made("undo").answered("x").open == ()
    assert made("undo").taken_back().open == made("draw").taken_back().open == ()
    assert made("end").answered("o").open == made("end").taken_back().open == made("end").open


def test_who_leaves_takes_their_offers_along_and_need_not_be_asked() -> None:
    assert made().without("x").open == ()
    assert made(asked=("o", "z")).without("o").open == (OpenOffer(7, "draw", "x", ("z",)),)
    assert made().without("o").open == ()
