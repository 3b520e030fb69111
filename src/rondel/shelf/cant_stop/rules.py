"""Can't Stop: roll on, or keep what you have; three columns win.

Rules: Sid Sackson's Can't Stop (Parker Brothers, 1980), whose name this is. Four dice make two pairs, and the sum of each
moves a runner up the column of that number. There are three runners, and all they have gained is lost by a roll that moves
none. That runners may jump, and that more columns may be needed, are variants in its rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Face,
    Facts,
    Game,
    GameEnd,
    Option,
    Phrase,
    Row,
    Showcase,
    Stat,
    To,
    Token,
    TokenKind,
    Track,
    _,
    decline,
    on,
    phrase,
)

GOAL = Option("goal", 3, text=_("Columns to win"), low=1, high=5)
JUMP = Option("jump", False, text=_("Runners jump over spaces with markers of others"))

ROLLS = Stat("rolls", _("Rolls"), visible_to=EVERYONE)
BUSTS = Stat("busts", _("Turns lost by a roll"), visible_to=EVERYONE)

LENGTHS: Final = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}
"""How many spaces each column has."""
RUNNERS: Final = 3
DICE: Final = 4

FALLS: Final = tuple(["".join(map(str, dice)) for dice in combinations_with_replacement(range(1, 7), DICE)])
"""The 126 rolls of four dice, each with its faces in order."""
WEIGHTS: Final = tuple([factorial(DICE) // prod(map(factorial, Counter(fall).values())) for fall in FALLS])
"""How many of the 1296 rolls of four different dice look like that."""

BONE, SLATE = "#f6f0e0", "#2b2a33"
Die = TokenKind("die", faces={str(face): Face("die", text=str(face), colour=BONE) for face in range(1, 7)})
Runner = TokenKind("runner", faces={"runner": Face("stone", colour=SLATE)})
Marker = TokenKind("marker")


class CantStop(Game):
    """Two to four players climb eleven columns."""

    name = "cant_stop"
    title = _("Can't Stop")
    summary = _("Roll on, or keep what you have; who is first on top of three columns wins.")
    showcase = Showcase(family=_("Dice"), minutes=15, drawn=20)
    seats = ("ruby", "azure", "jade", "amber")
    fewest = 2
    options = (GOAL, JUMP)
    kinds = (Die, Runner, Marker)
    stats = (ROLLS, BUSTS)
    colours = {"ruby": "#98303c", "azure": "#3d5a9e", "jade": "#2c8a5e", "amber": "#a06a12"}
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=False, simultaneous=False, scores=(0, 7), length=(4, None))

    def setup(self) -> To[Roll]:
        self.dice = self.add(Row("dice", visible_to=EVERYONE))
        self.columns = {
            number: self.add(Track(f"column_{number}", spaces=length, first=1, claimed=True, visible_to=EVERYONE))
            for number, length in LENGTHS.items()
        }
        self.runners = self.add(Row("runners", visible_to=EVERYONE))
        for _each in range(DICE):
            self.dice.add(Die())
        for _each in range(RUNNERS):
            self.runners.add(Runner(face="runner"))
        return Roll

    # -- the columns ---------------------------------------------------------------------------------------------------

    def runner(self, number: int) -> Token | None:
        """The runner in a column, if there is one."""
        for token in self.columns[number]:
            if token.kind is Runner:
                return token
        return None

    def marker(self, number: int, role: str) -> Token | None:
        """A player's marker in a column, if there is one."""
        for token in self.columns[number]:
            if token.owner == role:
                return token
        return None

    def height(self, number: int, role: str) -> int:
        """How many spaces of a column a player has kept."""
        marker = self.marker(number, role)
        return self.columns[number].position(marker) if marker else 0

    def winner(self, number: int) -> str | None:
        """The winner of a column, which is then closed; None for an open column."""
        for token in self.columns[number][LENGTHS[number]]:
            if token.owner:
                return token.owner
        return None

    def reached(self, number: int) -> int:
        """How high the current player is in a column now, the runner counted."""
        runner = self.runner(number)
        return self.columns[number].position(runner) if runner else self.height(number, self.player)

    def above(self, number: int, space: int) -> int:
        """The space to which a runner goes next from another; 0 from the topmost."""
        if space == LENGTHS[number]:
            return 0
        space += 1
        while self.option(JUMP) and self.taken(number, space):
            space += 1  # nobody stands on the topmost space of a column that is open
        return space

    def taken(self, number: int, space: int) -> bool:
        """Whether somebody else has a marker on a space."""
        return len([token for token in self.columns[number][space] if token.owner not in (None, self.player)]) > 0

    def goes(self, number: int) -> bool:
        """Whether a runner can go up a column: one that is there, or one that is left."""
        if self.runner(number):
            return self.above(number, self.reached(number)) > 0
        return len(self.runners) > 0 and self.winner(number) is None

    def climb(self, number: int) -> None:
        """A runner goes up a column by one space."""
        space = self.above(number, self.reached(number))
        self.columns[number].put(self.runner(number) or self.runners[-1], space)

    def recall(self) -> None:
        """All runners leave the columns."""
        for number in LENGTHS:
            runner = self.runner(number)
            if runner:
                runner.move_to(self.runners)

    # -- the dice ------------------------------------------------------------------------------------------------------

    def fallen(self) -> list[int]:
        """The faces of the dice."""
        return [int(die.face) for die in self.dice]

    def ways(self) -> list[str]:
        """The ways to use the dice: two columns to climb, ``"4+9"``, or one, ``"4"``.

        Both sums of a pairing are used if they can be. Where each needs the last runner, it is one or the other.
        """
        one, two, three, four = self.fallen()
        found: list[str] = []
        for low, high in sorted({pair(one + two, three + four), pair(one + three, two + four), pair(one + four, two + three)}):
            first, second = self.goes(low), self.goes(high)
            if low == high and first:
                second = self.above(low, self.above(low, self.reached(low))) > 0
            if first and second and low != high and len(self.runners) == 1:
                new = self.runner(low) is None and self.runner(high) is None
                usable = [str(low), str(high)] if new else [f"{low}+{high}"]
            elif first and second:
                usable = [f"{low}+{high}"]
            else:
                usable = [str(low)] if first else [str(high)] if second else []
            found.extend([way for way in usable if way not in found])
        return found

    # -- how it stands -------------------------------------------------------------------------------------------------

    def score(self, role: str) -> float:
        """How many columns it has won."""
        return len([number for number in LENGTHS if self.winner(number) == role])

    def measure(self) -> float:
        """How far the leading player has come, in percent, by that player's best columns."""
        furthest = 0.0
        for role in self.roles:
            climbed = sorted([self.height(number, role) / length for number, length in LENGTHS.items()])
            furthest = max(furthest, sum(climbed[-self.option(GOAL) :]))
        return 100 * furthest / self.option(GOAL)


def pair(one: int, other: int) -> tuple[int, int]:
    """Two sums, the smaller first."""
    return (one, other) if one < other else (other, one)


class Roll(Automatic[CantStop]):
    """Roll the dice. A player who can move no runner loses the gains of this turn."""

    updates_progress = True

    def enter(self, game: CantStop) -> To[Roll] | To[Advance]:
        fall = game.chance(FALLS, WEIGHTS)
        for die, face in zip(game.dice, fall, strict=True):
            die.face = face
        game.count(ROLLS, role=game.player)
        game.notify("rolled", _("{player} rolls {dice}"), player=game.player, dice=" ".join(fall))
        if game.ways():
            return Advance
        game.count(BUSTS, role=game.player)
        game.notify("bust", _("{player} can move no runner and loses what this turn has gained"), player=game.player)
        game.recall()
        game.next_player()
        return Roll


class Advance(ActivePlayer[CantStop]):
    """The current player makes two pairs of the dice."""

    description = _("{actplayer} must choose where the dice {dice} move runners")
    my_turn = _("Choose the columns to climb")

    def args(self, game: CantStop, role: str) -> dict[str, Any]:
        return {"dice": " ".join(map(str, game.fallen())), "ways": game.ways()}


def in_words(game: CantStop, columns: str) -> Phrase:
    """The columns of a way to use the dice."""
    first, _plus, second = columns.partition("+")
    if not second:
        return phrase(_("Column {number}"), number=first)
    if first == second:
        return phrase(_("Column {number} twice"), number=first)
    return phrase(_("Columns {low} and {high}"), low=first, high=second)


@on(Advance, _("{actplayer} goes up {columns}"), says=in_words)
def advance(game: CantStop, columns: str) -> To[Decide]:
    """A runner goes up each of the columns by a space; twice in the one where both sums are the same."""
    for number in columns.split("+"):
        game.climb(int(number))
    return Decide


@advance.options
def usable(game: CantStop) -> Iterable[str]:
    """The columns of each pairing that has any in which a runner can go up."""
    return game.ways()


class Decide(ActivePlayer[CantStop]):
    """The current player rolls again, or stops and keeps the gains of this turn."""

    description = _("{actplayer} must roll on or stop")
    my_turn = _("Roll again, or stop?")


@on(Decide, _("{actplayer} rolls on"), says=_("Roll again"))
def roll(game: CantStop) -> To[Roll]:
    """Roll again, and risk the gains of this turn."""
    return Roll


@decline(Decide, _("{actplayer} stops"), says=_("Stop and keep"))
def stop(game: CantStop) -> To[Roll] | To[GameEnd]:
    """Markers take the places of the runners. A column is won on its topmost space, and the others leave it."""
    role = game.player
    for number in LENGTHS:
        runner = game.runner(number)
        if runner:
            space = game.reached(number)
            runner.move_to(game.runners)
            game.columns[number].put(game.marker(number, role) or Marker(role), space)
            if space == LENGTHS[number]:
                game.notify("won", _("{player} has won column {number}"), player=role, number=number)
                for token in game.columns[number]:
                    if token.owner != role:
                        token.remove()
    if game.score(role) >= game.option(GOAL) or not [number for number in LENGTHS if game.winner(number) is None]:
        return GameEnd
    game.next_player()
    return Roll
