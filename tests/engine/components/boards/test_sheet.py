"""Sheets: what is written, once and for all, and what a page is told."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

import rondel
from rondel.engine import EVERYONE, OWNER, ActivePlayer, Cell, Game, GameEnd, Option, Sheet, To, TokenKind, on
from rondel.engine.components.boards import sheet as module
from rondel.errors import BadPosition, RulesError
from rondel.testing import check

LINES = {"ones": "Ones", "pair": "One pair", "choice": "Choice"}


class Throws(Game):
    """Two players write the numbers 1, 2 and so on."""

    name, title, seats, kinds = "throws", "Throws", ("red", "blue"), (TokenKind("piece"),)

    def setup(self) -> To[Fill]:
        self.sheet = self.each(Sheet, "sheet", LINES, breaks=("choice",), total="Total", visible_to=EVERYONE)
        self.secret = self.each(Sheet, "secret", {"only": "Only"}, visible_to=OWNER)
        return Fill

    def score(self, role: str) -> float:
        return self.sheet[role].total


class Fill(ActivePlayer[Throws]):
    description, my_turn = "{actplayer} writes", "{you} write"


@on(Fill, "{actplayer} writes on {line}")
def fill(game: Throws, line: Cell) -> To[Fill] | To[GameEnd]:
    game.sheet[game.player].write(line, 1 + len(LINES) - len(game.sheet[game.player].blank()))
    game.next_player()
    return Fill if game.sheet[game.player].blank() else GameEnd


@fill.options
def blank_lines(game: Throws) -> list[Cell]:
    return list(game.sheet[game.player].blank())


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_a_line_is_written_by_a_move_that_names_it() -> None:
    game = Throws()
    assert [str(move) for move in game.moves()] == ["fill(ones)", "fill(pair)", "fill(choice)"]
    move = game.moves()[1]
    assert move.places == ("sheet_red:pair",)
    assert move.describe() == "red writes on One pair"
    game.push(move)
    assert (game.sheet["red"]["pair"], game.sheet["red"]["ones"], game.sheet["red"].total) == (1, None, 1)
    assert game.view("blue")["props"] == {"sheet_red": [None, 1, None], "sheet_blue": [None, None, None], "secret_blue": [None]}
    game.pop()
    assert game.sheet["red"].blank() == list(game.sheet["red"].cells)


@pytest.mark.parametrize("law", ["pop", "undo", "copy", "snapshot", "record", "json", "delta", "secrets"])
def test_the_laws_hold_for_it(law: str) -> None:
    check(lambda: rondel.new(Throws, seed=1), law, seed=1)


def test_a_page_is_told_its_lines() -> None:
    scene = Throws().scene()
    lines = [{"name": name, "label": label} for name, label in LINES.items()]
    assert scene["sheets"][0] == {"name": "sheet_red", "lines": lines, "breaks": ["choice"], "total": "Total"}
    assert scene["owners"]["sheet_blue"] == "blue"
    assert "sheet_red" in scene["quiet"]
    assert "sheets" not in rondel.new("reversi").scene()


def test_a_position_has_a_number_or_null_for_each_line() -> None:
    game: Any = Throws(position={"props": {"sheet_red": [4, None, 2]}})
    assert game.scores["red"] == 6
    for wrong in ([4, None], [4, None, "2"], 7):
        with pytest.raises(BadPosition):
            Throws(position={"props": {"sheet_red": wrong}})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda sheet: sheet.write("none", 1), "has no line 'none'; its lines are ones, pair, choice"),
        (lambda sheet: sheet.write("ones", 1.5), "cannot have 1.5 on a line: it has whole numbers"),
        (lambda sheet: sheet.write("ones", True), "cannot have True on a line"),
        (lambda sheet: (sheet.write("ones", 1), sheet.write("ones", 2)), "has 1 on line 'ones' already; write on a blank line"),
        (lambda sheet: sheet["none"], "has no line 'none'"),
        (lambda _sheet: Sheet("s", {}), "cannot have the lines {}"),
        (lambda _sheet: Sheet("s", {"one pair": "One pair"}), "cannot have the line 'one pair'"),
        (lambda _sheet: Sheet("s", {"ones": ""}), "the text says what it is called"),
        (lambda _sheet: Sheet("s", LINES, breaks=("none",)), "has no line 'none' to begin a part"),
    ],
)
def test_what_is_wrong_is_said_with_the_fix(wrong: Any, said: str) -> None:
    with pytest.raises(RulesError, match=said.replace("{", r"\{").replace("}", r"\}")):
        wrong(Sheet("sheet", LINES))


LONGER = Option("longer", default=False)


class Either(Game):
    """One sheet, whose lines an option chooses; there is nothing but to write on it, twice."""

    name, title, seats, kinds = "either", "Either", ("red",), (TokenKind("piece"),)
    options = (LONGER,)

    def setup(self) -> To[Note]:
        lines = {"zero": "Zero", **LINES} if self.option(LONGER) else LINES
        self.sheet = self.add(Sheet("sheet", lines, visible_to=EVERYONE))
        return Note


class Note(ActivePlayer[Either]):
    description, my_turn = "{actplayer} writes", "{you} write"


@on(Note, "{actplayer} writes on {line}")
def note(game: Either, line: Cell) -> To[Note] | To[GameEnd]:
    game.sheet.write(line, 1)
    return Note if len(game.sheet.blank()) > 1 else GameEnd


@note.options
def still_blank(game: Either) -> list[Cell]:
    return list(game.sheet.blank())


def test_sheets_of_one_name_and_other_lines_have_moves_of_their_own() -> None:
    for longer in (False, True, False, True):
        game = Either(options={"longer": longer})
        names = ["zero", *LINES] if longer else [*LINES]
        for _twice in range(2):  # the first time moves are made, and then they are found
            assert [str(move) for move in game.moves()] == [f"note({name})" for name in names]
            game.push(game.moves()[-1])
            game.pop()
