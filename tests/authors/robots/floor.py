"""The factory floor, the program cards, and what moves on it by itself."""

from __future__ import annotations

from collections.abc import Mapping

from rondel import Face, Option, Token, TokenKind, _

FLAGS = Option("flags", 2, text=_("How many flags must be touched"), low=1, high=3)
ROUNDS = Option("rounds", 15, text=_("How many rounds are played at most"), low=1, high=30)
HAND, PHASES, MOST_DAMAGE = 9, 3, 4

# The floor: pits O, belts ^ > v <, flags 1 to 3, and where the robots start, s.
FLOOR = (
    "........",
    ".1..O...",
    "..>>>v..",
    "..^.Ov..",
    ".O^..v.2",
    "..^<<<..",
    ".....O..",
    ".3......",
    "s.s..s.s",
)
WALLS = (("d8", "north"), ("e8", "north"), ("b3", "north"), ("h4", "south"), ("g2", "west"), ("a6", "east"))

TURNS = ("north", "east", "south", "west")
STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
BELTS = {"^": "north", ">": "east", "v": "south", "<": "west"}

# The 84 program cards: what they say, how many steps or quarter turns that is, and their numbers.
MOVES = {"Back": -1, "Move 1": 1, "Move 2": 2, "Move 3": 3}
ROTATIONS = {"U-turn": 2, "Left": 3, "Right": 1}
CARDS = {
    "U-turn": range(10, 61, 10),
    "Left": range(70, 411, 20),
    "Right": range(80, 421, 20),
    "Back": range(430, 481, 10),
    "Move 1": range(490, 661, 10),
    "Move 2": range(670, 781, 10),
    "Move 3": range(790, 841, 10),
}
SIGNS = {"U-turn": "↶↷", "Left": "↰", "Right": "↱", "Back": "↓", "Move 1": "↑", "Move 2": "↑↑", "Move 3": "↑↑↑"}
NOTES = {
    "U-turn": _("Turn round."),
    "Left": _("Turn left."),
    "Right": _("Turn right."),
    "Back": _("Move one cell back."),
    "Move 1": _("Move one cell."),
    "Move 2": _("Move two cells."),
    "Move 3": _("Move three cells."),
}
Card = TokenKind(
    "card",
    faces={
        f"{number} {what}": Face("card", text=f"{number} {SIGNS[what]}", note=NOTES[what])
        for what, numbers in CARDS.items()
        for number in numbers
    },
    unique=True,
)

COLOURS = {"red": "#b3312c", "blue": "#2f5fa8", "green": "#3d7a3d", "yellow": "#c79a1b"}
ARROWS = {
    "north": "M50 8L88 88L50 68L12 88Z",
    "east": "M92 50L12 88L32 50L12 12Z",
    "south": "M50 92L12 12L50 32L88 12Z",
    "west": "M8 50L88 12L68 50L88 88Z",
}
Robot = TokenKind(
    "robot",
    faces={
        f"{role} {way}": Face("path", colour=colour, path=path)
        for role, colour in COLOURS.items()
        for way, path in ARROWS.items()
    },
)
HEADS = {"north": "↑", "east": "→", "south": "↓", "west": "←"}
BARS = {"north": "M0 0H100V12H0Z", "east": "M88 0H100V100H88Z", "south": "M0 88H100V100H0Z", "west": "M0 0H12V100H0Z"}
Floor = TokenKind(
    "floor",
    faces={
        "pit": Face("square", colour="#222222", text="pit"),
        **{f"belt {way}": Face("square", colour="#c9c4b8", text=head) for way, head in HEADS.items()},
        **{f"wall {way}": Face("square", colour="#e8e2d4", path=path) for way, path in BARS.items()},
        **{f"flag {number}": Face("square", colour="#e3c34c", text=f"⚑{number}") for number in (1, 2, 3)},
    },
)


def name(row: int, column: int) -> str:
    """The name of a cell: `name(0, 0)` is a1."""
    return f"{'abcdefgh'[column]}{row + 1}"


def found(signs: str) -> list[tuple[str, str]]:
    """Every cell of the floor with one of these signs, and its sign."""
    return [(name(row, column), sign) for row, line in enumerate(FLOOR) for column, sign in enumerate(line) if sign in signs]


STARTS = [cell for cell, _sign in found("s")]
PITS = tuple(cell for cell, _sign in found("O"))
BELT = {cell: BELTS[sign] for cell, sign in found("".join(BELTS))}
FLAG = {int(sign): cell for cell, sign in found("123")}


def beside(cell: str, way: str) -> str:
    """The cell one step further; empty off the floor."""
    row, column = int(cell[1]) - 1 + STEPS[way][0], "abcdefgh".index(cell[0]) + STEPS[way][1]
    return name(row, column) if 0 <= row < len(FLOOR) and 0 <= column < len(FLOOR[0]) else ""


def turned(way: str, quarters: int) -> str:
    """The way after that many quarter turns to the right."""
    return TURNS[(TURNS.index(way) + quarters) % 4]


def walled(cell: str, way: str) -> bool:
    """Whether a wall stands on that side of the cell."""
    return (cell, way) in WALLS or (beside(cell, way), turned(way, 2)) in WALLS


def deadly(cell: str) -> bool:
    """Whether a robot falls there: into a pit, or off the floor."""
    return not cell or cell in PITS


def number(card: Token) -> int:
    """The number of a card, by which it goes first or later."""
    return int(card.face.split()[0])


def meaning(card: Token) -> str:
    """What a card says, without its number."""
    return card.face.split(maxsplit=1)[1]


def carried(cells: Mapping[str, str]) -> dict[str, str]:
    """Where the belts bring robots that stand on these cells."""
    goals = {role: beside(cell, BELT[cell]) if cell in BELT else cell for role, cell in cells.items()}
    while True:
        stuck = [role for role in cells if goals[role] != cells[role] and list(goals.values()).count(goals[role]) > 1]
        if not stuck:
            return goals
        for role in stuck:
            goals[role] = cells[role]
