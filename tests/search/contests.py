"""Small games that the tests of the solvers share."""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Facts, Game, GameEnd, Prop, To, on


class Forever(Game):
    """Three places in a ring; whoever moves goes on, or stops, which wins at place 2 and loses elsewhere."""

    name = "forever"
    seats = ("a", "b")

    def setup(self) -> To[Turn]:
        self.place = self.add(Prop("place", 0, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Forever]):
    """Somebody moves."""

    description = "{actplayer} must go on or stop"
    my_turn = "{you} must go on or stop"


@on(Turn, "{actplayer} goes on")
def go(game: Forever) -> To[Turn]:
    """To the next place."""
    game.place.value = (game.place.value + 1) % 3
    game.next_player()
    return Turn


@on(Turn, "{actplayer} stops")
def stop(game: Forever) -> To[GameEnd]:
    """Win at place 2, lose elsewhere."""
    game.set_score(game.player if game.place.value == 2 else game.next_player(), 1)
    return GameEnd


class Dice(Game):
    """Stop for a draw, or roll a die: with more than 2 the first wins, else the second."""

    name = "dice"
    seats = ("a", "b")

    def setup(self) -> To[Rolling]:
        return Rolling


class Rolling(ActivePlayer[Dice]):
    """Once."""

    description = "{actplayer} must roll or stop"
    my_turn = "{you} must roll or stop"


@on(Rolling, "{actplayer} stops")
def end(game: Dice) -> To[GameEnd]:
    """A draw."""
    return GameEnd


@on(Rolling, "{actplayer} rolls")
def roll(game: Dice) -> To[GameEnd]:
    """Four numbers of six are good for the first."""
    game.set_score("a" if game.roll() > 2 else "b", 1)
    return GameEnd


class Sharing(Game):
    """Both take from one to three of what there is, one after the other; nobody loses what the other takes."""

    name = "sharing"
    seats = ("a", "b")

    def setup(self) -> To[Taking]:
        return Taking

    def utility(self, role: str) -> float:
        return self.score(role)


class Taking(ActivePlayer[Sharing]):
    """Somebody takes."""

    description = "{actplayer} must take"
    my_turn = "{you} must take"


@on(Taking, "{actplayer} takes {many}")
def take(game: Sharing, many: int) -> To[Taking] | To[GameEnd]:
    """What is taken is a gain; the second one ends it."""
    game.set_score(game.player, many)
    if game.player == "b":
        return GameEnd
    game.next_player()
    return Taking


@take.options
def amounts(game: Sharing) -> tuple[int, ...]:
    """The first may take less."""
    return (1, 2) if game.player == "a" else (1, 2, 3)


class Both(Game):
    """Two choose between two things at the same time."""

    name = "both"
    seats = ("a", "b")

    def setup(self) -> To[Choosing]:
        return Choosing


class Choosing(ActivePlayer[Both]):
    description = "{actplayer} must choose"
    my_turn = "{you} must choose"


@on(Choosing, "{actplayer} asks both")
def ask(game: Both) -> To[GameEnd]:
    game.choose_each({"a": (1, 2), "b": (1, 2)}, ask="{you} must choose")
    return GameEnd


class Fists(Game):
    """Rock, paper, scissors, shown at the same time; who wins with the rock wins twice as much.

    With r, p and s for how often each is shown nobody gains by another if 2 s = p, r = s and p = 2 r: a half paper.
    """

    name = "fists"
    seats = ("a", "b")
    facts = Facts(hidden=True, simultaneous=True)

    def setup(self) -> To[Showing]:
        return Showing

    def utility(self, role: str) -> float:
        return self.score(role)


class Showing(ActivePlayer[Fists]):
    """Both show something."""

    description = "{actplayer} must count to three"
    my_turn = "{you} must count to three"


BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}


@on(Showing, "{actplayer} counts to three")
def count(game: Fists) -> To[GameEnd]:
    """The one beats the other."""
    shown = game.choose_each({role: tuple(BEATS) for role in game.roles}, ask="{you} must show something")
    for role, other in (("a", "b"), ("b", "a")):
        if BEATS[shown[role][0]] == shown[other][0]:
            gain = 2 if shown[role][0] == "rock" else 1
            game.set_score(role, gain)
            game.set_score(other, -gain)
    return GameEnd
