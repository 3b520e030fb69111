"""A sound game in which players come to know what lies in a shuffled pile, and faults in what is told of it.

Two tasters draw bottles from one pile. They may look at the two on top and turn the pile round, look through all of it and bury
one, or lay one of their own on top; a cellar mouse shuffles it all from time to time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    ChanceState,
    Face,
    Facts,
    Game,
    GameEnd,
    Hand,
    Pile,
    To,
    Token,
    TokenKind,
    _,
    on,
)

Bottle = TokenKind("bottle", faces={face: Face("card", text=face) for face in "RSTU"})


class Cellar(Game):
    """Who has drawn more of the best wins."""

    name = "cellar"
    seats = ("tom", "uma")
    kinds = (Bottle,)
    score_visible_to = ("tom", "uma")
    reveals = ("*",)
    facts = Facts(imagined="view")  # what was looked at early shows late, when it has been drawn

    def setup(self) -> To[Mouse]:
        self.pile = self.add(Pile("pile", backs_visible_to=EVERYONE))
        self.racks = self.each(Hand, "rack", visible_to=OWNER, backs_visible_to=EVERYONE)
        for face in "RRSSTTU":
            self.pile.add(Bottle(face=face))
        return Mouse

    def score(self, role: str) -> float:
        return sum(1 for bottle in self.racks[role] if bottle.face == "T") if self.is_over else 0

    def told(self, role: str) -> dict[str, Any]:
        """What the state's args say."""
        return {}


class Mouse(ChanceState[Cellar]):
    """The mouse comes one time in four."""

    def outcomes(self, game: Cellar) -> dict[str, int]:
        return {"quiet": 3, "mouse": 1}

    def happens(self, game: Cellar, outcome: str) -> To[Taste] | To[GameEnd]:
        if outcome == "mouse":
            game.pile.shuffle()
        return Taste if len(game.pile) > 2 else GameEnd


class Taste(ActivePlayer[Cellar]):
    """The current player draws, after looking or burying."""

    description = _("{actplayer} must taste")
    my_turn = _("{you} must taste")

    def args(self, game: Cellar, role: str) -> dict[str, Any]:
        return game.told(role)


@on(Taste, _("{actplayer} looks at the top"))
def look(game: Cellar) -> To[Mouse]:
    """Take one of two, and turn the rest round."""
    game.choose(game.peek(game.pile, 2), ask=_("{you} must take one")).move_to(game.racks[game.player])
    game.pile.cut(1)
    game.next_player()
    return Mouse


@on(Taste, _("{actplayer} looks through the pile"))
def search(game: Cellar) -> To[Mouse]:
    """Bury one, and draw."""
    game.pile.put_under(game.choose(game.pile.search(game.player), ask=_("{you} must bury one")))
    game.draw(game.pile, game.racks[game.player])
    game.next_player()
    return Mouse


@on(Taste, _("{actplayer} lays a bottle on top and draws two"))
def lay(game: Cellar, bottle: Token) -> To[Mouse]:
    """Which is the one just laid there, and another."""
    game.pile.put_on_top(bottle)
    game.deal(game.pile, [game.racks[game.player]], 2)
    game.peek(game.pile)
    game.next_player()
    return Mouse


@lay.options
def own(game: Cellar) -> Iterable[Token]:
    """What lies on the rack."""
    return game.racks[game.player]


class TellsTheTop(Cellar):
    """The one who did not look is told whether the top is a good one."""

    def told(self, role: str) -> dict[str, Any]:
        marks = self.pile._marks
        known = bool(marks) and marks[-1][0] < 0
        return {"good": self.pile._items[-1].face in "TU" if known else None}


class TellsTheRest(Cellar):
    """How many good ones are left is for those to know who have looked through the pile."""

    def told(self, role: str) -> dict[str, Any]:
        return {"good": sum(1 for bottle in self.pile if bottle.face == "T")}
