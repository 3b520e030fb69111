"""``rondel new NAME``: a small game that works, with its test, to be changed into your own."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path
from typing import Final

import rondel
from rondel.errors import BadOption

GAME: Final = '''"""{title}: take one, two or three sticks; who takes the last one wins."""

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
    summary = _("Take one, two or three sticks; who takes the last one wins.")
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
        """How good it looks for a role, from -1 to 1, for bots: who is to move with a multiple of four left has lost."""
        mover_wins = len(self.heap) % (MOST + 1) != 0
        return 1.0 if mover_wins == (role == self.player) else -1.0


class PlayerTurn(ActivePlayer[{kind}]):
    """The current player takes sticks."""

    description = _("{{actplayer}} must take sticks")
    my_turn = _("{{you}} must take sticks")
    updates_progress = True


@on(PlayerTurn, _("{{actplayer}} takes {{number}}"))
def take(game: {kind}, number: int) -> To[PlayerTurn] | To[GameEnd]:
    """Take so many sticks; the last one wins."""
    for _each in range(number):
        game.heap[-1].remove()
    if not len(game.heap):
        game.set_score(game.player, 1)
        return GameEnd
    game.next_player()
    return PlayerTurn


@take.options
def numbers(game: {kind}) -> Iterable[int]:
    """One to three, and no more than there are."""
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
GOOD: Final = re.compile(r"[a-z][a-z0-9_]*")


def new(name: str, folder: Path) -> None:
    """Write ``NAME.py`` and ``test_NAME.py`` into a folder and say what to type next.

    A folder that is not there is made. Raises `BadOption` for a name that cannot be one, with one that can; for a file that is
    there already; and for a folder that cannot be made or written to. Then nothing is written.
    """
    named_well(name)
    title = name.replace("_", " ").strip().capitalize()
    words = {"name": name, "title": title, "kind": "".join([part.capitalize() for part in name.split("_")])}
    files = {folder / f"{name}.py": GAME.format(**words), folder / f"test_{name}.py": TEST.format(**words)}
    there = [path for path in files if path.exists() or path.is_symlink()]
    if there:
        raise BadOption(f"{there[0]} is there already, and nothing is written over; choose another name or another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        raise BadOption(f"cannot write to {str(folder)!r}: {error.strerror}; choose another folder, --folder DIR") from error
    game, test = files
    print(f"{game} and {test} are written: a game of two who take sticks. Next:")
    for command in (f"rondel check {game}", f"rondel play {game}", f"pytest {test}"):
        print(f"  {command}")


def named_well(name: str) -> None:
    """Raise `BadOption` unless it can name a game, its file and its class."""
    plain = re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.removesuffix(".py")).lower()).strip("_")
    while plain and not plain[0].isalpha():
        plain = plain[1:].lstrip("_")
    fix = plain or "my_game"
    if not GOOD.fullmatch(name) or name.strip("_") != name or "__" in name:
        raise BadOption(f"{name!r} cannot name a game: it takes small letters, digits and single _ between them, as in {fix!r}")
    if name in rondel.games():
        raise BadOption(f"{name!r} is a game of Rondel's already; choose another name, as {f'my_{name}'!r}")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name in ("rondel", "pytest") or name.startswith("test_"):
        raise BadOption(f"{name!r} means something else to Python or pytest; choose another name, as {f'my_{name}'!r}")
