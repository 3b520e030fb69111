"""The decorators of actions: what they are put on, and what they are given."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine import ActivePlayer, Game, GameEnd, To, decline, on
from rondel.engine.declarations.action import ACTIONS
from rondel.errors import RulesError


class Bazaar(Game):
    """An offer is accepted."""

    seats = ("buyer", "seller")

    def setup(self) -> To[Offer]:
        return Offer


class Offer(ActivePlayer[Bazaar]):
    """One player answers."""

    description = my_turn = "{actplayer} must answer"


@on(Offer, "{actplayer} accepts")
def accept(game: Bazaar) -> To[GameEnd]:
    return GameEnd


@pytest.mark.parametrize(
    ("place", "said"), [("Turn", "'Turn'"), (GameEnd, "GameEnd"), (ActivePlayer, "ActivePlayer"), (int, "int")]
)
def test_an_action_hangs_on_a_state_of_a_game(place: Any, said: str) -> None:
    with pytest.raises(RulesError, match=f"^an action cannot hang on {said}; give a state class of your own, @on"):
        on(place, "")


NO_MESSAGE = "an action of Offer has no message where its message belongs, by which it is described: @on(Offer, "
ANYTHING: Any = on
"""The decorator, used as its types forbid."""


@pytest.mark.parametrize(
    ("decorate", "said"),
    [
        (lambda: ANYTHING(Offer), NO_MESSAGE + '_("{actplayer} plays"))'),
        (lambda: ANYTHING(Offer, ""), NO_MESSAGE + '_("{actplayer} plays"))'),
        (lambda: ANYTHING(Offer, "x")(accept), "action 'accept' hangs on Offer already; write another function for Offer"),
        (lambda: ANYTHING(Offer, "x")(Offer), "@on(Offer, ...) decorates Offer; put it before the function that is the action"),
        (lambda: ANYTHING(Offer, "x")(5), "@on(Offer, ...) decorates 5; put it before the function that is the action"),
    ],
)
def test_what_on_cannot_use_is_said(decorate: Any, said: str) -> None:
    before = list(ACTIONS[Offer])
    with pytest.raises(RulesError) as caught:
        decorate()
    assert str(caught.value) == said
    assert ACTIONS[Offer] == before


@pytest.mark.interpreted("a compiled engine refuses arguments of another type itself")
def test_a_message_is_a_text_and_labels_are_named() -> None:
    message: Any = 5
    with pytest.raises(RulesError, match="an action of Offer has 5 where its message belongs, by which it is described: @on"):
        on(Offer, message)
    labels: Any = ("last",)
    with pytest.raises(
        RulesError, match=r"an action of Offer has the labels \('last',\); they are a dict that says what the way"
    ):
        on(Offer, "x", labels=labels)


def test_who_declines_chooses_nothing() -> None:
    def leave(game: Bazaar, price: int) -> To[GameEnd]:
        return GameEnd

    before = list(ACTIONS[Offer])
    decorate: Any = decline(Offer, "{actplayer} leaves for {price}")
    with pytest.raises(RulesError, match=r"^action 'leave' has parts, and who declines chooses nothing; write @on"):
        decorate(leave)
    assert ACTIONS[Offer] == before
