"""Parts: closed by default, and they note who looks at what is hidden."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rondel.engine import EVERYONE, NOBODY, Grid, Hand, Pile, Prop, Row
from rondel.engine.components.part import Part
from tests.engine.rules.workshop import Piece, Workshop, workshop


@pytest.mark.parametrize("part", [Prop("p", 1), Row("p"), Hand("p"), Pile("p"), Grid("p", rows=1, columns=1)], ids=repr)
def test_what_says_nothing_is_seen_by_nobody(part: Part) -> None:
    assert part.name == "p"
    assert part.visible_to == NOBODY
    assert part._journal is None


READING: dict[str, Callable[[Workshop], object]] = {
    "tokens": lambda game: game.hidden.tokens(),
    "iteration": lambda game: list(game.hidden),
    "length": lambda game: len(game.hidden),
    "index": lambda game: game.hidden[0],
    "membership": lambda game: game.open._items[0] in game.hidden,
    "hand": lambda game: game.hands["left"].tokens(),
    "pile": lambda game: game.pile.faces(),
    "prop": lambda game: game.secret.value,
}


@pytest.mark.parametrize("read", READING.values(), ids=READING)
def test_reading_what_somebody_may_not_see_is_noted_once(read: Callable[[Workshop], object]) -> None:
    game = workshop()
    game._journal.looked.clear()
    read(game)
    read(game)
    assert len(game._journal.looked) == 1


OPEN: dict[str, Callable[[Workshop], object]] = {
    "row": lambda game: [list(game.open), len(game.open), game.open[0]],
    "board": lambda game: [list(game.board), game.board["a1"], game.board.owned("left")],
    "prop": lambda game: game.counter.value,
    "counting backs that all may see": lambda game: [len(game.hands["left"]), len(game.pile)],
    "what the engine looks at": lambda game: [game.view("left"), game.key(), game.snapshot(), game.copy(), repr(game.hidden)],
    "writing": lambda game: game.hidden.add(Piece()),
}


@pytest.mark.parametrize("read", OPEN.values(), ids=OPEN)
def test_nothing_else_is_noted(read: Callable[[Workshop], object]) -> None:
    game = workshop()
    game._journal.looked.clear()
    read(game)
    assert game._journal.looked == []


GRID: dict[str, Callable[[Grid], object]] = {
    "cell": lambda grid: grid["a1"],
    "owner": lambda grid: grid.owner("a1"),
    "tokens": lambda grid: grid.tokens(),
    "empty": lambda grid: grid.empty(),
    "owned": lambda grid: grid.owned("left"),
    "count": lambda grid: grid.count("left"),
    "full": lambda grid: grid.full(),
    "line": lambda grid: grid.in_line("a1", 2),
    "open columns": lambda grid: grid.open_columns(),
    "brackets": lambda grid: grid.brackets("left"),
    "bracketed": lambda grid: grid.bracketed("a1", "left"),
}


@pytest.mark.parametrize("read", GRID.values(), ids=GRID)
@pytest.mark.parametrize("seen", [True, False])
def test_every_look_at_a_hidden_grid_is_noted(read: Callable[[Grid], object], seen: bool) -> None:
    journal = workshop()._journal
    grid = Grid("secret", rows=3, columns=3, visible_to=EVERYONE if seen else ("left",))
    grid._journal = journal
    journal.looked.clear()
    read(grid)
    assert journal.looked == ([] if seen else [grid])
