"""A bench for trying out single rules: two players, something of every kind on the table, and an action that runs a *trial*.

A trial is a function of the game, written in a test and marked ``@trial``; which one runs is an option of the game, so that
records and snapshots of it replay. ``looks`` and ``args`` name trials that run where rules may only look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    Game,
    GameEnd,
    Grid,
    Hand,
    Option,
    Pile,
    Prop,
    Row,
    State,
    To,
    TokenKind,
    _,
    on,
)

Trial = Callable[["Workshop"], "type[State[Any]] | dict[str, Any] | None"]
TRIALS: dict[str, Trial] = {"": lambda game: None}

TRIAL = Option("trial", "")
ENTER = Option("enter", "")
LOOKS = Option("looks", "")
ARGS = Option("args", "")
NUMBER = Option("number", 0)
"""For trials to read."""

Piece = TokenKind("piece")


def trial(function: Trial) -> Trial:
    """Decorates a rule to be tried out."""
    TRIALS[function.__name__] = function
    return function


class Workshop(Game):
    """Two players take turns to run the trial."""

    name = "workshop"
    title = _("Workshop")
    seats = ("left", "right")
    options = (TRIAL, ENTER, LOOKS, ARGS, NUMBER)
    kinds = (Piece,)

    def setup(self) -> To[Work]:
        self.open = self.add(Row("open", visible_to=EVERYONE))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.pile = self.add(Pile("pile", backs_visible_to=EVERYONE))
        self.hidden = self.add(Row("hidden"))
        self.board = self.add(Grid("board", rows=3, columns=3, visible_to=EVERYONE))
        self.counter = self.add(Prop("count", 0, visible_to=EVERYONE))
        self.own = self.add(Prop[Any]("own", None, visible_to=("left",)))
        self.secret = self.add(Prop[Any]("secret", None))
        for face in "abc":
            self.open.add(Piece(face=face))
        for role, faces in (("left", "pqr"), ("right", "stu")):
            for face in faces:
                self.hands[role].add(Piece(face=face))
        for face in "wwxyz":
            self.pile.add(Piece(face=face))
        self.hidden.add(Piece(face="h"))
        self.board.put(Piece("left"), "a1")
        self.board.put(Piece("right"), "c3")
        return Work

    def measure(self) -> float:
        return min(self.counter.value, 100)


class Work(ActivePlayer[Workshop]):
    """The current player runs the trial, waits, or ends it all."""

    description = _("{actplayer} must work")
    my_turn = _("{you} must work")

    def args(self, game: Workshop, role: str) -> dict[str, Any]:
        found: Any = TRIALS[game.option(ARGS)](game)
        return {} if found is None else found


@on(Work, _("{actplayer} does {what}"))
def do(game: Workshop, what: str) -> To[Work] | To[Step] | To[GameEnd]:
    """Run the trial; where it says nothing else, the player goes on working."""
    goal: Any = TRIALS[what](game)
    return Work if goal is None else goal


@do.options
def trials(game: Workshop) -> Iterable[str]:
    """The trial of this game."""
    TRIALS[game.option(LOOKS)](game)
    return [game.option(TRIAL)]


@on(Work, _("{actplayer} waits"))
def wait(game: Workshop) -> To[Work]:
    """The turn goes to the other."""
    game.next_player()
    return Work


@on(Work, _("{actplayer} ends it"), logged=False)
def end(game: Workshop) -> To[GameEnd]:
    """The one who ends it wins."""
    game.set_score(game.actor, 3)
    return GameEnd


class Step(Automatic[Workshop]):
    """Runs the trial of the option ``enter``."""

    updates_progress = True

    def enter(self, game: Workshop) -> To[Work] | To[Step] | To[GameEnd]:
        goal: Any = TRIALS[game.option(ENTER)](game)
        return Work if goal is None else goal


def workshop(trial: Trial | None = None, *, enter: Trial | None = None, **given: Any) -> Workshop:
    """A workshop for a trial; ``enter`` is the trial of the automatic state."""
    options = given.pop("options", {})
    if trial is not None:
        options["trial"] = trial.__name__
    if enter is not None:
        options["enter"] = enter.__name__
    given.setdefault("seed", 5)
    return Workshop(options=options, **given)
