"""Transitions: each rule goes where it says itself, and is told so when it does not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rondel.engine import ActivePlayer, Automatic, ChanceState, Game, GameEnd, Jump, MultipleActivePlayers, Option, To, _, on
from rondel.engine.checks.ruleset import rules_of
from rondel.errors import RulesError
from tests.engine.witness import witness

BEGINS = Option("begins", "Junction")
"""Where setup goes, whatever it says."""
PASSES = Option("passes", "Junction")
"""Where the states that nobody plays go, whatever they say."""


class Railway(Game):
    """Each rule returns what it is told to."""

    name = "railway"
    seats = ("one", "two")
    options = (BEGINS, PASSES)

    def setup(self) -> To[Junction] | To[Tunnel]:
        return self.named(BEGINS)  # type: ignore[no-any-return]

    def named(self, option: Option[str]) -> Any:
        """The state that an option names; or the text itself, where it names none."""
        by_name = rules_of(Railway).by_name
        name = self.option(option)
        return by_name[name].kind if name in by_name else name


class Junction(ActivePlayer[Railway]):
    """From here two actions go different ways."""

    description = _("{actplayer} must go on")
    my_turn = _("{you} must go on")


def goals(game: Railway) -> Iterable[str]:
    """All states, and every label there is."""
    return (*rules_of(Railway).by_name, "under", "over", "away", "last")


def _goal(name: str) -> Any:
    """A state as rules mostly give it: by its class."""
    by_name = rules_of(Railway).by_name
    return by_name[name].kind if name in by_name else name


@on(Junction, _("{actplayer} drives to {where}"), labels={"Tunnel": "under", "GameEnd": "away"})
def drive(game: Railway, where: str) -> To[Tunnel] | To[GameEnd]:
    """Through the tunnel."""
    return _goal(where)  # type: ignore[no-any-return]


drive.options(goals)


@on(Junction, _("{actplayer} climbs to {where}"), labels={"Bridge": "over"})
def climb(game: Railway, where: str) -> To[Bridge] | To[Signal] | To[Yard]:
    """Over the bridge."""
    return _goal(where)  # type: ignore[no-any-return]


climb.options(goals)


@on(Junction, _("{actplayer} flies to {where}"), labels={"GameEnd": "last"})
def fly(game: Railway, where: str) -> Jump:
    """Anywhere."""
    return _goal(where)  # type: ignore[no-any-return]


fly.options(goals)


class Tunnel(Automatic[Railway]):
    """Nobody acts; back."""

    def enter(self, game: Railway) -> To[Junction]:
        return game.named(PASSES)  # type: ignore[no-any-return]


class Bridge(Automatic[Railway]):
    """Nobody acts; back."""

    def enter(self, game: Railway) -> To[Junction]:
        return game.named(PASSES)  # type: ignore[no-any-return]


class Signal(ChanceState[Railway]):
    """Chance acts; back."""

    def outcomes(self, game: Railway) -> list[str]:
        return ["stop"]

    def happens(self, game: Railway, outcome: str) -> To[Junction]:
        return game.named(PASSES)  # type: ignore[no-any-return]


class Yard(MultipleActivePlayers[Railway]):
    """Both act, unless ``enter`` goes on at once."""

    description = _("All must park")
    my_turn = _("{you} must park")

    def enter(self, game: Railway) -> To[Junction] | None:
        return game.named(PASSES)  # type: ignore[no-any-return]


@on(Yard, _("{actplayer} parks"))
def park(game: Railway) -> To[GameEnd]:
    """The end."""
    return GameEnd


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (
            "drive(Bridge)",
            "went to 'Bridge', which it does not say: it goes to Tunnel, GameEnd; return one of these, or annotate it",
        ),
        (
            "climb(GameEnd)",
            "went to 'GameEnd', which it does not say: it goes to Yard, Bridge, Signal; return one of these, or",
        ),
        ("climb(under)", "took the unknown transition 'under', which is a label of 'drive'; known: Yard, Bridge, Signal, over"),
    ],
)
def test_what_another_rule_of_the_state_says_does_not_count(move: str, said: str) -> None:
    game = Railway()
    before = witness(game)
    with pytest.raises(RulesError) as caught:
        game.push(move)
    assert str(caught.value).startswith(f"{move[:5]!r} of state 'Junction' {said}")
    assert witness(game) == before


@pytest.mark.parametrize(("state", "rule"), [("Tunnel", "enter"), ("Signal", "happens"), ("Yard", "enter")])
def test_a_hook_goes_where_it_says(state: str, rule: str) -> None:
    """Also where every other rule of the game may go there."""
    assert Railway(seed=1, position={"state": state}).state == ("Yard" if state == "Yard" else "Junction")
    game = Railway(seed=1, options={"passes": "GameEnd"})
    with pytest.raises(RulesError) as caught:
        game.push(f"fly({state})")
    assert str(caught.value).startswith(
        f"{rule!r} of state {state!r} went to 'GameEnd', which it does not say: it goes to Junction; return"
    )
    assert game.state == "Junction"


def test_setup_goes_where_it_says() -> None:
    assert Railway(options={"begins": "Tunnel"}).state == "Junction"
    with pytest.raises(
        RulesError, match="'setup' went to 'Bridge', which it does not say: it goes to Junction, Tunnel; return"
    ):
        Railway(options={"begins": "Bridge"})


def test_a_position_may_name_a_state_that_setup_does_not() -> None:
    assert Railway(seed=1, position={"state": "Bridge"}).state == "Junction"


def test_a_rule_takes_its_own_labels() -> None:
    for label, over in (("drive(under)", False), ("drive(away)", True), ("climb(over)", False), ("fly(last)", True)):
        game = Railway()
        game.push(label)
        assert game.is_over is over, label


def test_a_jump_goes_anywhere() -> None:
    for state in ("Tunnel", "Bridge", "Signal", "GameEnd"):
        game = Railway(seed=1)
        game.push(f"fly({state})")
        assert game.state == ("GameEnd" if state == "GameEnd" else "Junction")
