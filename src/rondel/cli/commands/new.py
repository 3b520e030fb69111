"""``rondel new NAME``: a small game that works, with its test, to be changed into your own."""

from pathlib import Path
from typing import Annotated, Final

import typer

from rondel.cli.named import named_well
from rondel.errors import BadOption

GAME: Final = '''"""{title}: take one, two or three sticks; the player who takes the last one wins."""

from __future__ import annotations

from collections.abc import Iterable

from rondel import EVERYONE, ActivePlayer, Face, Facts, Game, GameEnd, Option, Row, To, TokenKind, _, on

STICKS = Option("sticks", 15, text=_("Sticks at the start"), low=3, high=30)
MOST = 3

Stick = TokenKind("stick", faces={{"stick": Face("stone", colour="#b4541f")}})


class {kind}(Game):
    """Two players and a heap of sticks."""

    name = "{name}"
    title = _("{title}")
    summary = _("Take one, two or three sticks; the player who takes the last one wins.")
    seats = ("first", "second")
    options = (STICKS,)
    kinds = (Stick,)
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(1, 30))

    def setup(self) -> To[PlayerTurn]:
        """The table at the start."""
        self.heap = self.add(Row("heap", visible_to=EVERYONE))
        for _each in range(self.option(STICKS)):
            self.heap.add(Stick(face="stick"))
        return PlayerTurn

    def measure(self) -> float:
        """How far the game has come, from 0 to 100."""
        return 100 - 100 * len(self.heap) / self.option(STICKS)

    def estimate(self, role: str) -> float:
        """The chances of a role, from -1 to 1, for bots: a player to move with 4, 8 or 12 sticks left can be beaten."""
        mover_wins = len(self.heap) % (MOST + 1) != 0
        return 1.0 if mover_wins == (role == self.player) else -1.0


class PlayerTurn(ActivePlayer[{kind}]):
    """The current player takes sticks."""

    description = _("{{actplayer}} must take sticks")
    my_turn = _("{{you}} must take sticks")
    updates_progress = True


@on(PlayerTurn, _("{{actplayer}} takes {{number}}"))
def take(game: {kind}, number: int) -> To[PlayerTurn] | To[GameEnd]:
    """Take some sticks; the last one wins."""
    for _each in range(number):
        game.heap[-1].remove()
    if not len(game.heap):
        game.set_score(game.player, 1)
        return GameEnd
    game.next_player()
    return PlayerTurn


@take.options
def numbers(game: {kind}) -> Iterable[int]:
    """One to three, but not more than are left."""
    return range(1, min(MOST, len(game.heap)) + 1)
'''
TEST: Final = '''"""The rules of {title}, by example, and the laws that hold for every game."""

from __future__ import annotations

from pathlib import Path

import pytest

import rondel
from rondel.errors import IllegalMove
from rondel.testing import LAWS, check

GAME = rondel.load(Path(__file__).with_name("{name}.py"))


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    check(lambda: rondel.new(GAME, seed=7), law, seed=1)


def test_the_last_stick_wins() -> None:
    game = rondel.new(GAME, options={{"sticks": 5}})
    game.push("take(1)")
    game.push("take(3)")
    assert [str(move) for move in game.moves()] == ["take(1)"]
    game.push("take(1)")
    assert game.winners == ("first",)


def test_no_more_is_taken_than_three() -> None:
    game = rondel.new(GAME)
    with pytest.raises(IllegalMove):
        game.push("take(4)")
'''


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name in programs: small letters, digits and _.")],
    folder: Annotated[Path, typer.Option(metavar="DIR", help="The folder in which the files are written.")] = Path(),
) -> None:
    """Create your own game: write a small working one, NAME.py, and its test, test_NAME.py.

    A missing folder is made. If one of the files exists already, the command writes nothing.
    """
    named_well(name)
    title = name.replace("_", " ").strip().capitalize()
    words = {"name": name, "title": title, "kind": "".join([part.capitalize() for part in name.split("_")])}
    files = {folder / f"{name}.py": GAME.format(**words), folder / f"test_{name}.py": TEST.format(**words)}
    there = [path for path in files if path.exists() or path.is_symlink()]
    if there:
        raise BadOption(f"{there[0]} exists already, and no file is overwritten; choose another name or another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        raise BadOption(f"cannot write to {str(folder)!r}: {error.strerror}; choose another folder, --folder DIR") from error
    game, test = files
    print(f"{game} and {test} are written: a game for two players who take sticks. Next:")
    for command in (f"rondel check {game}", f"rondel play {game}", f"pytest {test}"):
        print(f"  {command}")
