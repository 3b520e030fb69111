"""The guard: what a game holds beside its position stays as setup left it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Prop, Row, To, on
from rondel.engine.checks.attribute_guard import guarded
from rondel.engine.checks.hooks import HELD, engines
from rondel.errors import RulesError
from tests.engine.rules.contest import Contest
from tests.engine.rules.workshop import Piece, Work, Workshop, trial, workshop
from tests.engine.witness import witness


class Forgetful(Game):
    """A game that keeps things where they would be lost."""

    name = "forgetful"
    seats = ("one",)

    def setup(self) -> To[Only]:
        self.counter = self.add(Prop("count", 0, visible_to=EVERYONE))
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
    game.counter = 9  # type: ignore[assignment]
    return GameEnd


@on(Only, "{actplayer} forgets something new")
def forget_new(game: Forgetful) -> To[GameEnd]:
    game.taken = 9  # type: ignore[attr-defined]
    return GameEnd


@on(Only, "{actplayer} forgets something private")
def forget_private(game: Forgetful) -> To[GameEnd]:
    game._hidden = 9
    return GameEnd


@pytest.mark.parametrize(("action", "name"), [("size", "size"), ("prop", "counter"), ("new", "taken"), ("private", "_hidden")])
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
    assert (game.size, game.counter.value, game._hidden) == (4, 0, 5)


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


def test_only_authors_classes_are_guarded() -> None:
    """A guard on `Game` itself would pass to compiled games, which do not need it, and slow down every copy."""
    assert guarded(Workshop)
    assert not guarded(Game)


def test_a_game_may_guard_itself() -> None:
    class Careless(Forgetful):
        """Says itself what may be assigned."""

        def __setattr__(self, name: str, value: object) -> None:
            object.__setattr__(self, name, value)

    game = Careless()
    game.size = 7
    assert game.size == 7


KEPT: dict[str, Callable[[Any], object]] = {
    r"keeps the token piece\(face='a'\), which every copy of the game makes anew": lambda game: game.open[0],
    r"keeps the token piece\(face='b'\)": lambda game: {"second": game.open[1]},
    r"keeps the token piece\(\)": lambda game: (Piece(),),
    r"keeps Prop\('loose', 1\), which is no part of the game: write self.kept = self.add\(...\)": lambda game: Prop("loose", 1),
    r"keeps Row\('loose', 0 tokens\), which is no part": lambda game: [game.open, Row("loose")],
}


@pytest.mark.parametrize("said", KEPT)
def test_setup_keeps_nothing_that_a_copy_would_lose(said: str) -> None:
    class Keeper(Workshop):
        """Keeps what the test says."""

        def setup(self) -> To[Work]:
            super().setup()
            self.kept = KEPT[said](self)
            return Work

    for _each in range(2):
        with pytest.raises(RulesError, match=rf"^Keeper.kept {said}"):
            Keeper()


def test_setup_hides_nothing_that_every_game_can_do() -> None:
    class Keeper(Workshop):
        """Keeps something by the name of a method."""

        def setup(self) -> To[Work]:
            super().setup()
            self.count = self.add(Prop("kept", 0))  # type: ignore[method-assign, assignment]
            return Work

    said = r"^Keeper.count hides game.count\(...\), which every game has; give the attribute another name$"
    with pytest.raises(RulesError, match=said):
        Keeper()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("_options", "setup assigns self._options, which the engine keeps by that name; give the attribute another name"),
        ("_first", "setup assigns self._first, which the engine keeps by that name; give the attribute another name"),
        ("_tally", "setup assigns self._tally, which the engine keeps by that name; give the attribute another name"),
        ("actor", "setup assigns self.actor, which the engine keeps by that name; give the attribute another name"),
        ("play_order", "setup assigns self.play_order, which the engine keeps by that name; give the attribute another name"),
        ("moves", "Keeper.moves hides game.moves(...), which every game has; give the attribute another name"),
        (
            "colours",
            (
                "setup assigns self.colours, which is the same for every game of a class; write colours = ... in the body of "
                "Keeper, or give the attribute another name"
            ),
        ),
    ],
)
def test_setup_assigns_nothing_that_is_the_engines(name: str, said: str) -> None:
    class Keeper(Workshop):
        """Assigns what the test says."""

        def setup(self) -> To[Work]:
            super().setup()
            setattr(self, name, 5)
            return Work

    for _each in range(2):
        with pytest.raises(RulesError) as caught:
            Keeper()
        assert str(caught.value) == said


@pytest.mark.interpreted("a compiled game keeps its attributes in slots")
def test_what_the_engine_keeps_is_known() -> None:
    """Every attribute of a game that its author has not assigned."""
    stats = Contest(4)
    assert set(vars(stats)) - {"coins"} <= HELD
    assert {*vars(stats), *engines(Contest)} >= HELD


def test_setup_may_keep_parts_and_what_never_changes() -> None:
    class Keeper(Workshop):
        """Keeps a table of numbers and a list of its containers."""

        def setup(self) -> To[Work]:
            super().setup()
            self.kept = [{"a": 1}, (self.open, self.counter), None]
            self.rows = (self.open, self.hidden)
            return Work

    assert Keeper().rows[0].name == "open"
