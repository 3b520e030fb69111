"""Backgammon: bring your checkers home by the dice and bear them off first.

Rules: as the United States Backgammon Federation gives them. Checkers move by the dice, and do not go to points that the other
holds with two or more; a single checker there is hit and begins again from the bar. As many dice as possible are used, and if
only one of two can be, the larger. A player who bears off all checkers before the other has borne off one wins a gammon, which
counts twice, or three times if the other still has a checker on the bar or in the winner's home board: a backgammon.

With the doubling cube a player may offer to double the stakes before rolling, and the other takes the cube or gives up. In
matches there is no doubling in the one game after a player has come to within a point of the target (the Crawford rule).
Points are numbered as white sees them, who moves from 24 to 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Cell,
    Face,
    Facts,
    Game,
    GameEnd,
    Option,
    Prop,
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
)
from rondel.shelf.backgammon.running import AT_FIRST, BAR, HOME, OFF, Checkers, to_go

TARGET = Option("target", 1, text=_("Points to win the match"), values=(1, 3, 5, 7, 11))
CUBE = Option("cube", False, text=_("With the doubling cube"))

HITS = Stat("hits", _("Checkers hit"), visible_to=EVERYONE)

POINTS: Final = 24
ALL: Final = 15
"""The checkers of a player."""
START: Final = {24: 2, 13: 5, 8: 3, 6: 5}
"""Where they begin, by pips to go."""
LIMIT: Final = 64
"""The largest value of the cube."""

ROLLS: Final = tuple([f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1)])
CHANCES: Final = tuple([1 if roll[0] == roll[1] else 2 for roll in ROLLS])
OPENINGS: Final = tuple([f"{role} {roll}" for role in ("white", "black") for roll in ROLLS if roll[0] != roll[1]])
"""Each rolls one die, until they differ; the player with the higher one begins with both."""

WHITE, BLACK, BONE = "#f3ede0", "#33292b", "#fbf7ec"
Checker = TokenKind("checker", faces={"white": Face("disc", colour=WHITE), "black": Face("disc", colour=BLACK)})
Die = TokenKind("die", faces={str(face): Face("die", text=str(face), colour=BONE) for face in range(1, 7)})
Cube = TokenKind("cube", faces={str(2**power): Face("square", text=str(2**power)) for power in range(7)})
"""In the colour of the player who may double next."""


class Backgammon(Game):
    """Two players race around a board of 24 points."""

    name = "backgammon"
    title = _("Backgammon")
    summary = _("Bring your checkers home by the dice, and bear them off before the other does.")
    showcase = Showcase(family=_("Dice"), minutes=15, known=True, drawn=14)
    seats = ("white", "black")
    options = (TARGET, CUBE)
    kinds = (Checker, Die, Cube)
    stats = (HITS,)
    colours = {"white": WHITE, "black": BLACK}
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=False, simultaneous=False, scores=(0, 3 * LIMIT + 10), length=(1, None))

    def setup(self) -> To[Opening]:
        self.board = self.add(
            Track(
                "board",
                spaces=[*map(str, range(1, POINTS + 1)), "bar", "off"],
                folded="points",
                aside=("bar", "off"),
                turned_for=("black",),
                visible_to=EVERYONE,
            )
        )
        self.dice = self.add(Row("dice", visible_to=EVERYONE))
        self.dice.place_under(self.board)
        self.cube: Row | None = None
        if self.option(CUBE):
            self.cube = self.add(Row("cube", visible_to=EVERYONE), label=_("Doubling cube"))
            self.cube.place_under(self.board)
            self.cube.add(Cube(face="1"))
        self.crawford: Prop[bool | None] = self.add(Prop("crawford", None, visible_to=EVERYONE, quiet=True))
        for role in self.roles:
            for _each in range(ALL):
                self.board.put(Checker(role), "off")
        return Opening

    # -- the board -----------------------------------------------------------------------------------------------------

    def pips(self, role: str, space: Cell) -> int:
        """How far a checker of the role has to go from a space."""
        if space.index >= POINTS:
            return BAR if space.name == "bar" else OFF
        return space.index + 1 if role == "white" else POINTS - space.index

    def space(self, role: str, pips: int) -> Cell:
        """The space from which a checker of the role has to go that far."""
        if pips in (OFF, BAR):
            return self.board.cell("off" if pips == OFF else "bar")
        return self.board.cells[pips - 1 if role == "white" else POINTS - pips]

    def counted(self, role: str) -> list[int]:
        """How many checkers of the role are on each space, by pips to go."""
        found = [0] * (BAR + 1)
        for token in self.board.of(role):
            found[self.pips(role, self.board.where(token))] += 1
        return found

    def checkers(self, role: str) -> Checkers:
        """The checkers of the role, and what is in their way."""
        theirs = self.counted(self.opponent(role))
        held = [0 < pips < BAR and theirs[BAR - pips] > 1 for pips in range(BAR + 1)]
        return Checkers(self.counted(role), held)

    def top(self, role: str, space: Cell) -> Token:
        """A checker of the role on a space."""
        return [token for token in self.board[space] if token.owner == role][-1]

    def rolled(self, roll: str) -> None:
        """Put dice with these faces on the table, four of them for a double."""
        for die in self.dice:
            die.remove()
        for face in roll * 2 if roll[0] == roll[1] else roll:
            self.dice.add(Die(face=face))

    def steps(self) -> list[tuple[int, int]]:
        """Pips to go and die of each step of the current player."""
        dice = [int(die.face) for die in self.dice]
        return self.checkers(self.player).steps(dice) if dice else []

    # -- stakes --------------------------------------------------------------------------------------------------------

    def stake(self) -> int:
        """What the game is worth before gammons."""
        return int(self.cube[0].face) if self.cube is not None else 1

    def may_double(self, role: str) -> bool:
        """Whether the role may offer to double: it holds the cube or nobody does, and it needs the points."""
        if self.cube is None or self.crawford.value or self.stake() >= LIMIT:
            return False
        return self.cube[0].owner in (None, role) and self.scores[role] + self.stake() < self.option(TARGET)

    def turn_cube(self, owner: str | None, value: int) -> None:
        """Let the cube show a value, and give it to the player who may double next, or to nobody."""
        if self.cube is not None:
            self.cube[0].remove()
            self.cube.add(Cube(owner, str(value)))

    def multiple(self, winner: str) -> int:
        """How often the stake counts: 2 for a gammon, 3 for a backgammon."""
        lying = self.counted(self.opponent(winner))
        if lying[OFF]:
            return 1
        return 3 if sum(lying[BAR - HOME :]) else 2

    # -- how it stands -------------------------------------------------------------------------------------------------

    def measure(self) -> float:
        """How much of its way, and of the match, the player has gone that is further."""
        whole = self.option(TARGET)
        ahead = max([1 - to_go(self.counted(role)) / AT_FIRST for role in self.roles])
        return 100 * min(1.0, (max(self.scores.values()) + max(0.0, min(0.99, ahead))) / whole)


class Opening(Automatic[Backgammon]):
    """The checkers are put on their first points, and the higher die begins."""

    updates_progress = True

    def enter(self, game: Backgammon) -> To[Moving]:
        for role in game.roles:
            places = [game.space(role, pips) for pips, number in START.items() for _each in range(number)]
            for checker, place in zip(game.board.of(role), places, strict=True):
                game.board.put(checker, place)
        first, roll = game.chance(OPENINGS).split(" ")
        if first != game.player:
            game.next_player()
        game.rolled(roll)
        game.notify("began", _("{player} begins with {dice}"), player=first, dice=" ".join(roll))
        return Moving


class Rolling(Automatic[Backgammon]):
    """The current player rolls the dice."""

    def enter(self, game: Backgammon) -> To[Moving] | To[Doubling] | To[Rolling]:
        roll = game.chance(ROLLS, CHANCES)
        game.rolled(roll)
        game.notify("rolled", _("{player} rolls {dice}"), player=game.player, dice=" ".join(roll))
        if game.steps():
            return Moving
        game.notify("stuck", _("{player} cannot move"), player=game.player)
        return next_turn(game)


class Moving(ActivePlayer[Backgammon]):
    """The current player moves checkers by the dice."""

    description = _("{actplayer} must move by {dice}")
    my_turn = _("Move a checker by {dice}")
    updates_progress = True

    def args(self, game: Backgammon, role: str) -> dict[str, Any]:
        return {"dice": " ".join([die.face for die in game.dice])}


@on(Moving, _("{actplayer} moves {start} to {end}"), says=_("Move {start} to {end}"))
def move(game: Backgammon, start: Cell, end: Cell) -> To[Moving] | To[Doubling] | To[Rolling] | To[Scoring]:
    """Move a checker by one die, and hit a single checker of the other."""
    player, board = game.player, game.board
    far = game.pips(player, start)
    die = next(die for begun, die in game.steps() if begun == far and game.space(player, max(OFF, far - die)) is end)
    if end.index < POINTS and [token for token in board[end] if token.owner != player]:
        board.put(board[end][0], "bar")
        game.count(HITS)
        game.reword(_("{actplayer} moves {start} to {end} and hits"), start=start, end=end)
    board.put(game.top(player, start), end)
    game.dice.find(str(die)).remove()
    if len([token for token in board["off"] if token.owner == player]) == ALL:
        return Scoring
    return Moving if game.steps() else next_turn(game)


@move.all_options
def moves(game: Backgammon) -> Iterable[tuple[Cell, Cell]]:
    """The steps of all checkers. Two dice that bear off from the same point are one step, as either leads to the same."""
    player = game.player
    ends = [(game.space(player, far), game.space(player, max(OFF, far - die))) for far, die in game.steps()]
    return dict.fromkeys(ends)


def next_turn(game: Backgammon) -> To[Doubling] | To[Rolling]:
    """The other's turn begins, with the question whether to double if there may be one."""
    return Doubling if game.may_double(game.next_player()) else Rolling


class Doubling(ActivePlayer[Backgammon]):
    """The current player rolls, or offers to double the stakes."""

    description = _("{actplayer} must roll or double")
    my_turn = _("Roll, or double the stakes?")


@decline(Doubling, _("{actplayer} does not double"), says=_("Roll"))
def roll(game: Backgammon) -> To[Rolling]:
    """Roll for the same stakes."""
    return Rolling


@on(Doubling, _("{actplayer} doubles"), says=_("Double"))
def double(game: Backgammon) -> To[Answering]:
    """Offer to play for twice the stakes."""
    game.next_player()
    return Answering


class Answering(ActivePlayer[Backgammon]):
    """The other player takes the cube, or gives the game up."""

    description = _("{actplayer} must take the cube or give up the game")
    my_turn = _("Play on for {stake}, or give up {lost}?")

    def args(self, game: Backgammon, role: str) -> dict[str, Any]:
        return {"stake": 2 * game.stake(), "lost": game.stake()}


@on(Answering, _("{actplayer} takes the cube"), says=_("Take"))
def take(game: Backgammon) -> To[Rolling]:
    """Play on for twice the stakes; only the player who takes may double next."""
    game.turn_cube(game.player, 2 * game.stake())
    game.next_player()
    return Rolling


@decline(Answering, _("{actplayer} gives up"), says=_("Give up"))
def drop(game: Backgammon) -> To[Scoring]:
    """Lose what the game was worth before."""
    game.next_player()
    return Scoring


class Scoring(Automatic[Backgammon]):
    """The current player has won a game, and its points."""

    updates_progress = True

    def enter(self, game: Backgammon) -> To[Opening] | To[GameEnd]:
        winner, target = game.player, game.option(TARGET)
        borne_off = len([token for token in game.board["off"] if token.owner == winner]) == ALL
        points = game.stake() * (game.multiple(winner) if borne_off else 1)
        before = game.scores[winner]
        game.set_score(winner, before + points)
        game.notify("won", _("{player} wins {points}"), player=winner, points=points)
        if before + points >= target:
            return GameEnd
        for token in game.board:
            if token.owner:
                game.board.put(token, "off")
        game.turn_cube(None, 1)
        near = before + points == target - 1 or game.scores[game.opponent(winner)] == target - 1
        game.crawford.value = None if not near else game.crawford.value is None
        return Opening
