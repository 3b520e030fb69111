"""A bench for containers: one container of any kind, seen by some, and two rows of tokens to fill it from.

`trial_of` carries out random operations on it and checks after each what must hold of every container: that what is refused
changes nothing, that each token lies in one place, that copies and restored games are equal, that nobody sees what it may
not; and that the journal takes everything back.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from rondel.engine import (
    EVERYONE,
    NOBODY,
    OBSERVER,
    ActivePlayer,
    Container,
    Game,
    GameEnd,
    Option,
    Row,
    To,
    Token,
    TokenKind,
    _,
    on,
)
from rondel.engine.records.record import restore
from rondel.engine.visibility import sees
from rondel.errors import RulesError
from tests.engine.witness import seen

Piece = TokenKind("piece")
KIND = Option("kind", "")
WHO = Option("who", "all", values=("all", "left", "nobody"))

Build = Callable[[dict[str, Any]], Container]
BUILD: dict[str, Build] = {}
"""What to make of the visibilities, by the name a test gives it."""

Operation = Callable[["Store", random.Random], object]
"""Something that may be done with the container; refusals are welcome."""

VISIBLE: dict[str, dict[str, Any]] = {
    "all": {"visible_to": EVERYONE},
    "left": {"visible_to": ("left",)},
    "nobody": {"visible_to": NOBODY},
}


class Store(Game):
    """Nothing happens by itself: tests move the tokens."""

    name = "store"
    title = _("Store")
    seats = ("left", "right")
    options = (KIND, WHO)
    kinds = (Piece,)

    def setup(self) -> To[Rest]:
        self.store = self.add(BUILD[self.option(KIND)](VISIBLE[self.option(WHO)]))
        self.open = self.add(Row("open", visible_to=EVERYONE))
        self.shut = self.add(Row("shut"))
        for number, face in enumerate("aabbcdef"):
            self.open.add(Piece(("left", "right", None)[number % 3], face=f"open_{face}"))
            self.shut.add(Piece(("left", "right", None)[number % 3], face=f"shut_{face}"))
        return Rest

    def some(self, chooser: random.Random) -> Token:
        """Any token of the game, or a new one."""
        tokens = [*self.open._all(), *self.shut._all(), *self.store._all()]
        return chooser.choice(tokens) if tokens and chooser.random() < 0.9 else Piece("left", face="new")


class Rest(ActivePlayer[Store]):
    """Wait."""

    description = _("{actplayer} waits")
    my_turn = _("{you} wait")


@on(Rest, _("{actplayer} goes on"))
def go_on(game: Store) -> To[Rest] | To[GameEnd]:
    """Stay."""
    return Rest


def take_out(game: Store, chooser: random.Random) -> None:
    """A token leaves the container."""
    chooser.choice(game.store._all() or [game.some(chooser)]).move_to(chooser.choice([game.open, game.shut]))


def take_off(game: Store, chooser: random.Random) -> None:
    """A token leaves the table."""
    game.some(chooser).remove()


def alter(game: Store, chooser: random.Random) -> None:
    """A token changes hands, is turned over, marked or hidden."""
    token = game.some(chooser)
    way = chooser.randrange(4)
    if way == 0:
        token.owner = chooser.choice(["left", "right", None])
    elif way == 1:
        token.face = token._face[:5] + chooser.choice("uvw")
    elif way == 2:
        token.set("mark", chooser.randrange(3))
    else:
        token.shown_to = chooser.choice([None, (), ("left",), EVERYONE])


ALWAYS: tuple[Operation, ...] = (take_out, take_off, alter)


def store(kind: str, who: str = "all") -> Store:
    """A store with a container of that kind."""
    return Store(options={"kind": kind, "who": who}, seed=1)


def facts(game: Store) -> dict[str, Any]:
    """All there is to know of it, the serials of tokens included."""
    return {**seen(game), "snapshot": json.dumps(game.snapshot())}


def trial_of(kind: str, who: str, operations: Sequence[Operation], seeds: Sequence[int]) -> Store:
    """Carry out an operation for each seed and check the laws; returns the game, rolled back."""
    game = store(kind, who)
    start = facts(game)
    for seed in seeds:
        chooser = random.Random(seed)
        operation = chooser.choice([*operations, *operations, *ALWAYS])
        before = facts(game)
        mark = len(game._journal.entries)
        made = game._journal.made
        try:
            operation(game, chooser)
        except RulesError:
            assert facts(game) == before or _undone(game, mark, made, before), operation
        _one_place(game)
    after = facts(game)
    _elsewhere(game)
    _nothing_hidden(game)
    tail = game._journal.rewind(0)
    made = game._journal.made
    game._journal.made = 16
    assert facts(game) == start
    game._journal.made = made
    game._journal.forward(tail)
    assert facts(game) == after
    _one_place(game)
    game._journal.rollback(0)
    _one_place(game)
    return game


def _undone(game: Store, mark: int, made: int, before: dict[str, Any]) -> bool:
    """Whether taking back what was half done restores all: as the machine does with a rule that fails."""
    game._journal.rollback(mark)
    game._journal.made = made
    return facts(game) == before


def _one_place(game: Store) -> None:
    """Each token lies in the container that lists it, and in no other."""
    met: set[int] = set()
    for container in game._containers:
        for token in container._all():
            assert token.container is container
            assert id(token) not in met
            met.add(id(token))
        assert len(container) == len(container._all()) == len(container.tokens())


def _elsewhere(game: Store) -> None:
    """Copies and restored games are equal, and share nothing that changes."""
    here = seen(game)
    data = json.loads(json.dumps(game.snapshot()))
    for twin in (game.copy(), restore(Store, data)):
        assert isinstance(twin, Store)
        assert seen(twin) == here
        assert json.dumps(twin.snapshot()["position"]) == json.dumps(game.snapshot()["position"])
        for token in twin.store._all():
            token.remove()
        assert seen(game) == here


def _nothing_hidden(game: Store) -> None:
    """A face is in a role's view only if the role may see a token that shows it; and what the
    role does not see of tokens may be anything else: the view is the same, byte by byte."""
    for role in (*game.roles, OBSERVER):
        view = json.dumps(game.view(role))
        tokens = [token for container in game._containers for token in container._all()]
        hidden = {token._face for token in tokens if not token.seen_by(role)}
        hidden -= {token._face for token in tokens if token.seen_by(role)}
        for face in hidden:
            assert f'"{face}"' not in view, (role, face)
        mark = len(game._journal.entries)
        for token in tokens:
            if not token.seen_by(role):
                token.face = f"{random.Random(token.serial).randrange(10)}_other"
                token.set("other", True)
                if not sees(token.container.visible_to if token.container else (), role):
                    token.owner = None
        assert json.dumps(game.view(role)) == view, f"what is hidden from {role} makes a difference"
        game._journal.rollback(mark)
