"""Nine Men's Morris: three in a row are a mill, and take a man; a player with two men has lost.

Rules: those under which Ralph Gasser solved the game in 1993 ("Solving Nine Men's Morris", in Games of No Chance, 1996; with
best play nobody wins). Two mills closed at once take one man. Rules for draws differ; here the game is drawn when a position
stands on the board for the third time, or as the options say. Points are named as on a board of seven by seven: a1 is the
corner at the bottom left, and nothing ever lies on d4.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Cell,
    Counter,
    Face,
    Facts,
    Game,
    GameEnd,
    Grid,
    Option,
    Positions,
    Prop,
    Showcase,
    Stat,
    To,
    TokenKind,
    _,
    on,
)

FLYING = Option("flying", True, text=_("Who has three men left moves them anywhere"))
REPETITIONS = Option(
    "repetitions", 3, text=_("It is a draw when a position has been there so often (0: never)"), values=(0, 2, 3)
)
TURN_LIMIT = Option("turn_limit", 0, text=_("Turns until it is a draw (0: no limit)"), low=0, high=10_000)

MILLS_CLOSED = Stat("mills", _("Mills"))

MEN: Final = 9
FEW: Final = 3
"""So few men fly; with fewer the game is lost."""
LINES: Final = "M0 0H6V6H0ZM1 1H5V5H1ZM2 2H4V4H2ZM3 0V2M3 4V6M0 3H2M4 3H6"
MILLS: Final = (
    *(("a1", "d1", "g1"), ("b2", "d2", "f2"), ("c3", "d3", "e3"), ("a4", "b4", "c4")),
    *(("e4", "f4", "g4"), ("c5", "d5", "e5"), ("b6", "d6", "f6"), ("a7", "d7", "g7")),
    *(("a1", "a4", "a7"), ("b2", "b4", "b6"), ("c3", "c4", "c5"), ("d1", "d2", "d3")),
    *(("d5", "d6", "d7"), ("e3", "e4", "e5"), ("f2", "f4", "f6"), ("g1", "g4", "g7")),
)
"""The points in a row, each joined to the next."""
POINTS: Final[tuple[str, ...]] = tuple(
    sorted({point for mill in MILLS for point in mill}, key=lambda point: (point[1], point[0]))
)
"""Row by row, from the bottom."""
JOINED: Final = {pair for one, two, three in MILLS for pair in ((one, two), (two, one), (two, three), (three, two))}
"""From where to where a line leads."""

MAP: Final = Grid("board", rows=7, columns=7)
"""Boards of one name and size share their cells, so what follows is made once for all games."""
PLACES: Final = [MAP.cell(point) for point in POINTS]
ROWS: Final = [[MAP.cell(point) for point in mill] for mill in MILLS]
ROWS_THROUGH: Final = [[row for row in ROWS if cell in row] for cell in MAP.cells]
WAYS: Final[list[list[Any]]] = [[(start, end) for end in PLACES if (start.name, end.name) in JOINED] for start in MAP.cells]
"""The steps along a line from each cell: start and end. Any: compiled code would make each pair anew."""

WHITE = "#f4efe4"
BLACK = "#1b1814"
Man = TokenKind("man", faces={"white": Face("disc", colour=WHITE), "black": Face("disc", colour=BLACK)})


class NineMensMorris(Game):
    """Two players place nine men each, and then move them along the lines."""

    name = "nine_mens_morris"
    title = _("Nine Men's Morris")
    summary = _("Three in a row are a mill, and take a man; who is left with two has lost.")
    showcase = Showcase(family=_("Strategy"), minutes=15, drawn=20)
    seats = ("white", "black")
    options = (FLYING, REPETITIONS, TURN_LIMIT)
    kinds = (Man,)
    stats = (MILLS_CLOSED,)
    colours = {"white": WHITE, "black": BLACK}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(1, None))

    def setup(self) -> To[Placing]:
        self.board = self.add(
            Grid("board", rows=7, columns=7, visible_to=EVERYONE, surface="wood", lines=LINES, points=POINTS, origin="bottom")
        )
        self.in_hand = self.each(Counter, "in_hand", MEN, most=MEN, visible_to=EVERYONE)
        limit = self.option(TURN_LIMIT) or None
        self.turns_left: Prop[int | None] = self.add(Prop("turns_left", limit, visible_to=EVERYONE))
        self.seen = self.add(Positions("seen", visible_to=EVERYONE))
        return Placing

    # -- looking -------------------------------------------------------------------------------------------------------

    def men(self, role: str) -> int:
        """How many men a player has left, on the board and in hand."""
        return self.board.count(role) + self.in_hand[role].value

    def free(self) -> list[Cell]:
        """The points where nothing lies."""
        return [point for point in PLACES if self.board[point] is None]

    def in_mill(self, point: Cell) -> bool:
        """Whether the man on a point is part of a mill."""
        owner = self.board.owner(point)
        for one, two, three in ROWS_THROUGH[point.index]:
            if self.board.owner(one) == owner and self.board.owner(two) == owner and self.board.owner(three) == owner:
                return True
        return False

    def takeable(self, role: str) -> list[Cell]:
        """Where men of a player lie that may be taken: those in no mill, or any if all are."""
        men = self.board.owned(role)
        return [point for point in men if not self.in_mill(point)] or men

    def steps(self, role: str) -> list[tuple[Cell, Cell]]:
        """The moves of a player who has placed all men: start and goal of each."""
        return self.board.remember(role, lambda: self._steps(role))  # a man leaves the hand for the board

    def _steps(self, role: str) -> list[tuple[Cell, Cell]]:
        men = self.board.owned(role)
        if self.option(FLYING) and self.men(role) <= FEW:
            free = self.free()
            return [(start, end) for start in men for end in free]
        return [way for start in men for way in WAYS[start.index] if self.board[way[1]] is None]

    def open_mills(self, role: str) -> int:
        """How many rows a player has two men in, and nobody the third."""
        rows = [[self.board.owner(point) for point in row] for row in ROWS]
        return len([row for row in rows if row.count(role) == 2 and None in row])

    def ending(self) -> str:
        if any(self.score(role) for role in self.roles):
            few = any(self.men(role) < FEW for role in self.roles)
            return _("as the other has only two men left") if few else _("as the other cannot move")
        return _("after the last turn") if self.turns_left.value == 0 else _("by repetition")

    def measure(self) -> float:
        """How many of the men have been placed, and of those that must go have gone."""
        in_hand = sum([counter.value for counter in self.in_hand.values()])
        gone = 2 * MEN - len(self.board) - in_hand
        return 100 * (2 * MEN - in_hand + gone) / (2 * MEN + 2 * MEN - FEW - (FEW - 1))

    def estimate(self, role: str) -> float:
        """Men count most; then rows that want one more man, and room to move."""
        other = self.opponent(role)
        men = self.men(role) - self.men(other)
        chances = self.open_mills(role) - self.open_mills(other)
        room = min(len(self.steps(role)), 2 * MEN) - min(len(self.steps(other)), 2 * MEN)
        return max(-1.0, min(1.0, 0.1 * men + 0.02 * chances + 0.003 * room))


class Placing(ActivePlayer[NineMensMorris]):
    """The current player places a man."""

    description = _("{actplayer} must place a man")
    my_turn = _("Place a man")


@on(Placing, _("{actplayer} places a man on {point}"), says=_("Play {point}"))
def place(game: NineMensMorris, point: Cell) -> To[NextTurn]:
    """Place a man from the hand on a free point."""
    game.in_hand[game.player].take()
    game.board.place(Man, game.player, point)
    take(game, point)
    return NextTurn


@place.options
def points(game: NineMensMorris) -> Iterable[Cell]:
    """The free points."""
    return game.free()


class Moving(ActivePlayer[NineMensMorris]):
    """The current player, who has placed all men, moves one."""

    description = _("{actplayer} must move a man")
    my_turn = _("Move a man")


@on(Moving, _("{actplayer} moves from {start} to {end}"), says=_("Move {start} to {end}"))
def move(game: NineMensMorris, start: Cell, end: Cell) -> To[NextTurn]:
    """Move a man along a line to the next point, or to any with only three left."""
    game.board.put(game.board.token(start), end)
    take(game, end)
    return NextTurn


@move.all_options
def moves(game: NineMensMorris) -> Iterable[tuple[Cell, Cell]]:
    """The ways of all men."""
    return game.steps(game.player)


def take(game: NineMensMorris, point: Cell) -> None:
    """Take a man of the other's if the one that has come to this point closes a mill."""
    if not game.in_mill(point):
        return
    other = game.opponent(game.player)
    game.count(MILLS_CLOSED)
    taken = game.choose(game.takeable(other), ask=_("Take a man"), action="take")
    game.board.token(taken).remove()
    game.seen.forget()
    game.notify("mill", _("{player} loses the man on {point}"), player=other, point=taken.name)


class NextTurn(Automatic[NineMensMorris]):
    """The turn goes to the other player, unless that one has lost or it is a draw."""

    updates_progress = True

    def enter(self, game: NineMensMorris) -> To[Placing] | To[Moving] | To[GameEnd]:
        role = game.next_player()
        placing = game.in_hand[role].value > 0
        if game.men(role) < FEW:
            return lost(game, role, _("{player} has only two men left and loses"))
        if not placing and not game.steps(role):
            return lost(game, role, _("{player} cannot move and loses"))
        if game.turns_left.value is not None:
            game.turns_left.value -= 1
            if not game.turns_left.value:
                game.notify("turn_limit", _("after {turns} turns the game is a draw"), turns=game.option(TURN_LIMIT))
                return GameEnd
        if placing:
            return Placing
        position = " ".join([role, *[game.board.owner(point) or "-" for point in PLACES]])
        if game.seen.note(position) == game.option(REPETITIONS):
            game.notify("repetition", _("the position has come back: the game is a draw"))
            return GameEnd
        return Moving


def lost(game: NineMensMorris, role: str, message: str) -> To[GameEnd]:
    """End the game; the other player wins."""
    game.set_score(game.opponent(role), 1)
    game.notify("lost", message, player=role)
    return GameEnd
