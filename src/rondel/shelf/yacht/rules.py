"""Yacht: roll five dice up to three times, and write what they make on a line of the score sheet.

Rules: Yacht as it has been printed since 1938, a game in the public domain. A turn begins with a roll of all five dice. Twice
more any of them may be rolled again. Then the dice are written on a blank line of the player's sheet, with 0 points if they do
not make what the line asks for. When all lines are full, the most points win. Of the options, the generous sheet counts all
five dice as four of a kind, and five equal dice as a full house; the sheet with a bonus has thirteen lines, and 35 points more
for 63 on the lines of numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Cell,
    CellSet,
    Face,
    Facts,
    Game,
    GameEnd,
    Option,
    Phrase,
    Prop,
    Sheet,
    Showcase,
    Spot,
    Stat,
    To,
    Token,
    TokenKind,
    Track,
    _,
    cell_sets,
    on,
    phrase,
    plural,
)
from rondel.shelf.yacht.scoring import (
    BONUS,
    BONUS_FROM,
    BONUS_POINTS,
    DICE,
    FALLS,
    HIGHEST,
    LABELS,
    NUMBERS,
    SHEETS,
    WEIGHTS,
    points,
)

SHEET = Option(
    "sheet",
    "classic",
    text=_("Score sheet (generous: all dice count; bonus: 13 lines)"),
    values=("classic", "generous", "bonus"),
)

ROLLS = Stat("rolls", _("Rolls"), visible_to=EVERYONE)
ZEROS = Stat("zeros", _("Lines with 0 points"), visible_to=EVERYONE)

TIMES: Final = 3
"""How often a player may roll in a turn."""
PLACES: Final = ("a", "b", "c", "d", "e")
"""The places of the dice, from the left."""
ROLL_AGAIN = plural("Roll {number} die again", "Roll {number} dice again", "number")

BONE = "#f6f0e0"
Die = TokenKind("die", faces={str(face): Face("die", text=str(face), colour=BONE) for face in range(1, 7)})


class Yacht(Game):
    """One to six players fill a column of the score sheet each."""

    name = "yacht"
    title = _("Yacht")
    summary = _("Roll five dice up to three times, and fill your score sheet line by line.")
    showcase = Showcase(family=_("Dice"), minutes=15, known=True, drawn=38)
    seats = ("navy", "coral", "jade", "amber", "plum", "slate")
    fewest = 1
    options = (SHEET,)
    kinds = (Die,)
    stats = (ROLLS, ZEROS)
    colours = {
        "navy": "#2f5487",
        "coral": "#b04a3a",
        "jade": "#2c8a5e",
        "amber": "#a06a12",
        "plum": "#7d4a8c",
        "slate": "#59626e",
    }
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=False, simultaneous=False, scores=(0, 375), length=(12, 234))

    def setup(self) -> To[Roll]:
        names = SHEETS[self.option(SHEET)]
        self.dice = self.add(Track("dice", spaces=PLACES, capacity=1, visible_to=EVERYONE), label=_("Dice"))
        self.sheets = self.each(
            Sheet,
            "sheet",
            {name: LABELS[name] for name in names},
            breaks=("three" if BONUS in names else "house",),
            total=_("Total"),
            visible_to=EVERYONE,
        )
        self.times = self.add(Prop("times", 0, visible_to=EVERYONE, quiet=True))
        self.falling: Prop[tuple[str, ...]] = self.add(Prop("falling", PLACES, visible_to=EVERYONE, quiet=True))
        for place in PLACES:
            self.dice.put(Die(face="1"), place)
        return Roll

    # -- the dice ------------------------------------------------------------------------------------------------------

    def die(self, place: str) -> Token:
        """The die at a place."""
        return self.dice[place][0]

    def fallen(self) -> str:
        """The faces of the dice, in order."""
        return "".join(sorted([self.die(place).face for place in PLACES]))

    def kept(self) -> str:
        """The faces that were not rolled last, in order."""
        return "".join(sorted([self.die(place).face for place in PLACES if place not in self.falling.value]))

    def made(self) -> Mapping[str, int]:
        """The points that the dice make on each line."""
        return points(self.option(SHEET), self.fallen())

    # -- the sheets ----------------------------------------------------------------------------------------------------

    def blank(self, role: str) -> list[Cell]:
        """The lines on which a player has still to write."""
        return [line for line in self.sheets[role].blank() if line.name != BONUS]

    def numbers(self, role: str) -> int:
        """The points of a player on the lines of numbers."""
        return sum([self.sheets[role][name] or 0 for name in NUMBERS])

    def add_bonus(self, role: str) -> None:
        """Write the bonus once it is certain whether there is one."""
        sheet = self.sheets[role]
        if BONUS not in SHEETS[self.option(SHEET)] or sheet[BONUS] is not None:
            return
        reached = self.numbers(role) >= BONUS_FROM
        if reached or not [name for name in NUMBERS if sheet[name] is None]:
            sheet.write(BONUS, BONUS_POINTS if reached else 0)

    def score(self, role: str) -> float:
        return self.sheets[role].total

    def utility(self, role: str) -> float:
        """Alone, the share of the points that can be made, from -1 to 1."""
        if len(self.roles) > 1:
            return super().utility(role)
        return 2 * self.sheets[role].total / HIGHEST[self.option(SHEET)] - 1

    def marks(self, role: str) -> Mapping[Spot | Token, str | Phrase]:
        """What the dice would make on each blank line of the player."""
        if self.state != Turn.__name__:
            return {}
        made = self.made()
        return {line: str(made[line.name]) for line in self.blank(self.player)}

    def measure(self) -> float:
        lines = len(self.roles) * (len(SHEETS[self.option(SHEET)]) - (BONUS in SHEETS[self.option(SHEET)]))
        return 100 - 100 * sum([len(self.blank(role)) for role in self.roles]) / lines


class Roll(Automatic[Yacht]):
    """The dice that fall; all of them at the beginning of a turn."""

    updates_progress = True

    def enter(self, game: Yacht) -> To[Turn]:
        falling = game.falling.value
        fall = game.chance(FALLS[len(falling)], WEIGHTS[len(falling)])
        for place, face in zip(falling, fall, strict=True):
            game.die(place).face = face
        game.times.value += 1
        game.count(ROLLS, role=game.player)
        shown = " ".join(game.fallen())
        if len(falling) == DICE:
            game.notify("rolled", _("{player} rolls {dice}"), player=game.player, dice=shown)
        else:
            text = _("{player} rolls {fall} and has {dice}")
            game.notify("rolled", text, player=game.player, fall=" ".join(fall), dice=shown)
        return Turn


class Turn(ActivePlayer[Yacht]):
    """The player rolls some of the dice again, or writes."""

    description = _("{actplayer} must roll again or write")
    my_turn = _("{advice}")

    def args(self, game: Yacht, role: str) -> dict[str, Any]:
        number = game.times.value
        more = phrase(_("Roll {number} of 3: mark dice to roll again, or choose a line"), number=number)
        return {"advice": more if number < TIMES else _("Last roll: choose a line")}

    def zombie(self, game: Yacht, role: str) -> str:
        """The line on which the dice make most."""
        made = game.made()
        return f"write({max(game.blank(role), key=lambda line: made[line.name]).name})"


def again(game: Yacht, dice: CellSet) -> Phrase:
    """How many dice are rolled."""
    return phrase(ROLL_AGAIN, number=len(dice))


@on(Turn, _("{actplayer} rolls dice {dice} again"), says=again, logged=False)
def reroll(game: Yacht, dice: CellSet) -> To[Roll]:
    """The other dice are kept."""
    game.falling.value = tuple([cell.name for cell in dice.cells])
    return Roll


@reroll.options
def some_dice(game: Yacht) -> Iterable[CellSet]:
    """Any of the dice, twice in a turn."""
    return cell_sets(game.dice.cells) if game.times.value < TIMES else []


def written(game: Yacht, line: Cell) -> Phrase:
    """The line, and the points there."""
    return phrase(_("{line}: {points}"), line=LABELS[line.name], points=game.made()[line.name])


@on(Turn, _("{actplayer} writes on the line {line}"), says=written, logged=False)
def write(game: Yacht, line: Cell) -> To[Roll] | To[GameEnd]:
    """The dice count there, and the next player rolls all of them."""
    role, worth = game.player, game.made()[line.name]
    game.sheets[role].write(line, worth)
    game.add_bonus(role)
    if not worth:
        game.count(ZEROS, role=role)
    text = _("{player} writes {points}: {line}")
    game.notify("written", text, player=role, points=worth, line=LABELS[line.name], places=[line.place])
    game.times.value = 0
    game.falling.value = PLACES
    game.next_player()
    return Roll if game.blank(game.player) else GameEnd


@write.options
def blank_lines(game: Yacht) -> Iterable[Cell]:
    """The blank lines, but for the bonus, which comes by itself."""
    return game.blank(game.player)
