"""The guard: what a game holds beside its position stays as setup left it."""

from __future__ import annotations

import pytest

from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, on
from rondel.errors import RulesError
from tests.engine.rules.workshop import Workshop, trial, workshop
from tests.engine.witness import witness


class Forgetful(Game):
    """A game that keeps things where they would be lost."""

    name = "forgetful"
    seats = ("one",)

    def setup(self) -> To[Only]:
        self.count = self.add(Prop("count", 0, visible_to=EVERYONE))
        self.size = 3
        self.size = 4
        self._hidden = 5
        return Only


class Only(ActivePlayer[Forgetful]):
    """The only state."""

    description = "{actplayer} may forget"
    my_turn = "{you} may forget"


@on(Only, "{actplayer} forgets the size")
def forget_size(game: Forgetful) -> To[GameEnd]:
    game.size = 9
    return GameEnd


@on(Only, "{actplayer} forgets the prop")
def forget_prop(game: Forgetful) -> To[GameEnd]:
    game.count = 9  # type: ignore[assignment]
    return GameEnd


@on(Only, "{actplayer} forgets something new")
def forget_new(game: Forgetful) -> To[GameEnd]:
    game.taken = 9  # type: ignore[attr-defined]
    return GameEnd


@on(Only, "{actplayer} forgets something private")
def forget_private(game: Forgetful) -> To[GameEnd]:
    game._hidden = 9
    return GameEnd


@pytest.mark.parametrize(("action", "name"), [("size", "size"), ("prop", "count"), ("new", "taken"), ("private", "_hidden")])
def test_nothing_is_assigned_after_setup(action: str, name: str) -> None:
    game = Forgetful()
    before = witness(game)
    with pytest.raises(RulesError) as caught:
        game.push(f"forget_{action}")
    assert str(caught.value) == (
        f"Forgetful.{name} cannot be assigned after setup: it would not be undone, copied or stored; "
        f"make it a prop in setup, self.{name} = self.add(Prop({name!r}, ...)), and assign self.{name}.value"
    )
    assert witness(game) == before
    assert (game.size, game.count.value, game._hidden) == (4, 0, 5)


@trial
def adds_a_prop(game: Workshop) -> None:
    game.add(Prop("late", 1))


def test_nothing_is_added_after_setup() -> None:
    game = workshop(adds_a_prop)
    before = witness(game)
    said = r"Prop\('late', 1\) cannot be added now: props and containers are added in setup, and hold what changes"
    with pytest.raises(RulesError, match=said):
        game.push("do(adds_a_prop)")
    assert witness(game) == before


def test_a_game_may_guard_itself() -> None:
    class Careless(Forgetful):
        """Says itself what may be assigned."""

        def __setattr__(self, name: str, value: object) -> None:
            object.__setattr__(self, name, value)

    game = Careless()
    game.size = 7
    assert game.size == 7
