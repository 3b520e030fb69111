"""Go: surround more of the board than the other; stones without liberties are taken.

Rules: area scoring with positional superko, as John Tromp and Bill Taylor wrote them down ("The Logical Rules of Go", 1995),
without suicide, as in Chinese and American rules. Black begins, unless black has handicap stones. A stone that takes the last
liberty of a group captures it; a move that captures nothing and leaves its own group without liberties is not allowed, nor
one that brings back a position of the whole board. Two passes in a row stop the game.

Then both may give up own groups that cannot live, and say whether they agree to count. Who does not agree has the game go on.
After the next two passes, what stands on the board counts as living. A player's area is the own stones and the empty points
that only they border on; white has the komi in addition. Columns are named by letters, i included; rows count from the bottom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    Grid,
    MultipleActivePlayers,
    Option,
    Patterns,
    Phrase,
    Prop,
    Showcase,
    To,
    TokenKind,
    _,
    decline,
    on,
    phrase,
)

SIZE = Option("size", 9, text=_("Board size"), values=(9, 13, 19))
KOMI = Option("komi", 7, text=_("Points for white as the second player, and half a point more"), values=(0, 5, 6, 7))
HANDICAP = Option(
    "handicap", 0, text=_("Handicap stones for black; with them white begins, and has half a point"), values=(0, *range(2, 10))
)

STARS: Final = {9: (2, 4, 6), 13: (3, 6, 9), 19: (3, 9, 15)}
"""Rows and columns of the star points, from 0."""
HANDICAPS: Final = ((0, 0), (2, 2), (0, 2), (2, 0), (1, 0), (1, 2), (0, 1), (2, 1))
"""In which order the stars get stones, as indices of their row and column; an odd number from five on has one in the middle."""
NEAR_LIFE: Final = 4
"""So many liberties are as good as more, for bots."""

OPENING: Final = "e5 c6 g6 e3 d3 d2 c3 f3 e4 c2 g4 g3 h3 h2 h4 b3 c4 b4 d6 c7 d7"
"""The moves to its picture."""

BLACK = "#1b1814"
WHITE = "#f4efe4"
Stone: Final = TokenKind(
    "stone",
    faces={
        "black": Face("stone", colour=BLACK),
        "white": Face("stone", colour=WHITE),
        "black dead": Face("cross", colour=BLACK),
        "white dead": Face("cross", colour=WHITE),
    },
)


class Go(Game):
    """Two players put stones on the points of a board, and surround."""

    name = "go"
    title = _("Go (weiqi, baduk)")
    summary = _("Surround more of the board than the other; stones without liberties are taken.")
    showcase = Showcase(
        family=_("Territory"),
        minutes=20,
        known=True,
        moves=tuple([f"play({point})" for point in OPENING.split()]),
    )
    seats = ("black", "white")
    options = (SIZE, KOMI, HANDICAP)
    kinds = (Stone,)
    colours = {"black": BLACK, "white": WHITE}
    facts = Facts(chance=False, hidden=False, simultaneous=True, scores=(0, 19 * 19 + 8), length=(2, None))

    def setup(self) -> To[PlayerTurn]:
        size = self.option(SIZE)
        self.board = self.add(
            Grid("board", rows=size, columns=size, visible_to=EVERYONE, surface="wood", lines="through", origin="bottom")
        )
        for point in self.handicap_points():
            self.board.put(Stone("black"), point)
        if self.option(HANDICAP):
            self.play_order.value = ("white", "black")
        self.passes = self.add(Prop("passes", 0, visible_to=EVERYONE, quiet=True))
        self.resumed = self.add(Prop("resumed", False, visible_to=EVERYONE, quiet=True))
        self.disputed = self.add(Prop("disputed", False, visible_to=EVERYONE, quiet=True))
        self.seen = self.add(Patterns("seen", self.board, visible_to=EVERYONE))
        self.seen.note()
        return PlayerTurn

    def handicap_points(self) -> Iterator[Cell]:
        """Where the handicap stones lie."""
        stones, stars = self.option(HANDICAP), STARS[self.option(SIZE)]
        middle = stones >= 5 and stones % 2 == 1
        for row, column in HANDICAPS[: stones - middle]:
            yield self.board.at(stars[row], stars[column])
        if middle:
            yield self.board.at(stars[1], stars[1])

    # -- playing -------------------------------------------------------------------------------------------------------

    def stones(self) -> list[tuple[Cell, str]]:
        """The points with stones, each with their colour."""
        return [(point, role) for role in self.roles for point in self.board.owned(role)]

    def legal(self) -> list[Cell]:
        """The points where the current player may put a stone: with a liberty or a capture, and making a new position."""
        player = self.player
        return self.seen.fresh(self.board.breathing(player), player, taking=self.board.enclosed)

    def beside(self, point: Cell) -> tuple[Cell, ...]:
        """The points next to one, along the lines."""
        return self.board.neighbours(point, diagonal=False)

    # -- counting ------------------------------------------------------------------------------------------------------

    def open(self, point: Cell) -> bool:
        """Whether a point counts as empty: nothing lies there, or a dead stone."""
        stone = self.board[point]
        return stone is None or stone.face == "dead"

    def areas(self) -> dict[str, int]:
        """The points of each colour: its living stones, and what only they surround."""
        found = dict.fromkeys(self.roles, 0)
        counted: set[Cell] = set()
        for point in self.board.cells:
            if not self.open(point):
                found[self.board.owner(point) or ""] += 1
            elif point not in counted:
                region = self.board.flood([point], self.open)
                counted.update(region)
                borders = {self.board.owner(near) or "" for each in region for near in self.beside(each) if not self.open(near)}
                if len(borders) == 1:
                    found[borders.pop()] += len(region)
        return found

    def komi(self) -> float:
        """What white gets for being second; half a point against handicap stones."""
        return 0.5 if self.option(HANDICAP) else self.option(KOMI) + 0.5

    def ending(self) -> Phrase:
        ahead = abs(self.score("black") - self.score("white"))
        return phrase(_("by {points} points"), points=f"{ahead:g}")

    def measure(self) -> float:
        return min(95.0, 100 * len(self.board) / len(self.board.cells))

    def estimate(self, role: str) -> float:
        """The points that are nearer to one's own stones, and how far the groups are from being captured."""
        sign = {role: 1.0, self.opponent(role): -1.0}
        worth = -self.komi() if role == "black" else self.komi()
        distance = dict.fromkeys(self.board.cells, 99)
        nearest: dict[Cell, float] = {}
        wave = [(at, sign[owner]) for at, owner in self.stones() if not self.open(at)]
        steps = 0
        while wave:
            following: list[tuple[Cell, float]] = []
            for at, side in wave:
                if distance[at] > steps:
                    distance[at], nearest[at] = steps, side
                    following += [(near, side) for near in self.beside(at)]
                elif distance[at] == steps and nearest[at] != side:
                    nearest[at] = 0.0
            wave, steps = following, steps + 1
        worth += sum(nearest.values())
        for at, owner in self.stones():
            chain = self.board.chain(at)
            if chain is not None and self.board.token(at).face != "dead":
                lacking = NEAR_LIFE - min(NEAR_LIFE, len(chain.liberties))
                mine = 0.5 if owner == self.player else 1.0  # who is to move may still help
                worth -= sign[owner] * 0.3 * mine * lacking * lacking / 4
        return max(-1.0, min(1.0, worth / len(self.board.cells)))


class PlayerTurn(ActivePlayer[Go]):
    """The current player puts down a stone, or passes."""

    description = _("{actplayer} must place a stone or pass")
    my_turn = _("Place a stone, or pass")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} places a stone on {point}"), says=_("Play {point}"))
def play(game: Go, point: Cell) -> To[PlayerTurn]:
    """Put a stone on a point, and take what has no liberties left."""
    player = game.player
    taken = game.board.enclosed(point, player)
    game.board.place(Stone, player, point)
    for each in taken:
        game.board.token(each).remove()
    game.seen.note()
    game.passes.value = 0
    game.next_player()
    return PlayerTurn


@play.options
def points(game: Go) -> Iterable[Cell]:
    """The points where a stone may be put."""
    return game.legal()


@decline(PlayerTurn, _("{actplayer} passes"), says=_("Pass"))
def skip(game: Go) -> To[PlayerTurn] | To[Agreeing] | To[GameEnd]:
    """Put down no stone; two in a row stop the game."""
    game.next_player()
    game.passes.value += 1
    if game.passes.value < 2:
        return PlayerTurn
    return count(game) if game.resumed.value else Agreeing


class Agreeing(MultipleActivePlayers[Go]):
    """The game has stopped: both give up what is dead, and say whether they agree to count."""

    description = _("The players agree on what is dead")
    my_turn = _("Give up your dead stones, then count")


@on(Agreeing, _("{actplayer} gives up the stones at {point}"), says=_("Give up the stones at {point}"))
def give_up(game: Go, point: Cell) -> To[Agreeing]:
    """Declare an own group dead."""
    chain = game.board.chain(point)
    for each in chain.cells if chain else ():
        game.board.token(each).face = "dead"
    return Agreeing


@give_up.options
def groups(game: Go) -> Iterable[Cell]:
    """The player's living stones."""
    return [point for point in game.board.owned(game.actor) if not game.open(point)]


@decline(Agreeing, _("{actplayer} agrees to count"), says=_("Count"))
def agree(game: Go) -> To[Counting]:
    """Count the board as it is."""
    return Counting


@on(Agreeing, _("{actplayer} wants to play on"), says=_("Play on"))
def play_on(game: Go) -> To[Counting]:
    """The game goes on, once; all stones are alive again."""
    game.disputed.value = True
    return Counting


class Counting(Automatic[Go]):
    """Both have answered: the areas are counted, or the game goes on."""

    def enter(self, game: Go) -> To[PlayerTurn] | To[GameEnd]:
        if not game.disputed.value:
            return count(game)
        for stone in game.board:
            if stone.face == "dead":
                stone.face = ""
        game.disputed.value = False
        game.resumed.value = True
        game.passes.value = 0
        return PlayerTurn


def count(game: Go) -> To[GameEnd]:
    """Count the areas; the greater one wins."""
    areas: dict[str, Any] = game.areas()
    game.set_score("black", areas["black"])
    game.set_score("white", areas["white"] + game.komi())
    return GameEnd
