"""Authors' files are read from source, whatever the files' times say."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
from pathlib import Path

import pytest

import rondel
from rondel import sources
from rondel.adapters.three_methods import loaded
from rondel.testing.laws.process import address

GAME = '''
"""Toss a coin."""
from rondel import ActivePlayer, Game, GameEnd, To, on
{helper}

class Coin(Game):
    """Heads wins."""
    version = {number}
    seats = ("one",)

    def setup(self) -> "To[Toss]":
        return Toss


class Toss(ActivePlayer[Coin]):
    """The only turn."""
    description = "{{actplayer}} must toss"
    my_turn = "{{you}} must toss"


@on(Toss, "{{actplayer}} tosses")
def toss(game: Coin) -> To[GameEnd]:
    return GameEnd
'''
SAVED = 1_600_000_000
"""The second at which every version of a file was changed, as its folder says."""


def save(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    os.utime(file, (SAVED, SAVED))


def version(file: Path, folder: Path) -> str:
    """The version of the game in a file, as another process that may write bytecode reads it."""
    code = "import sys, rondel; print(rondel.load(sys.argv[1]).version)"
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPATH"] = os.pathsep.join([str(folder), *sys.path])
    return subprocess.run(
        [sys.executable, "-c", code, str(file)], check=True, capture_output=True, text=True, env=env
    ).stdout.strip()


def test_a_file_saved_twice_at_one_time_is_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "coin.py"
    for number in (1, 2):
        save(file, GAME.format(number=number, helper=""))
        assert version(file, tmp_path) == str(number)
    assert list(tmp_path.rglob("__pycache__")) == []


def test_bytecode_that_another_program_has_left_is_not_read(tmp_path: Path) -> None:
    """A test runner or an editor imports the file in the usual way, and Python writes bytecode for it."""
    file = tmp_path / "coin.py"
    save(file, GAME.format(number=1, helper=""))
    py_compile.compile(str(file), doraise=True)
    save(file, GAME.format(number=2, helper=""))
    assert version(file, tmp_path) == "2"


@pytest.mark.parametrize(
    ("game", "helper", "line"),
    [
        ("coin.py", "coin_numbers.py", "from coin_numbers import NUMBER"),
        ("coin.py", "coin_package/__init__.py", "from coin_package import NUMBER"),
        ("coin/__init__.py", "coin/numbers_of_it.py", "from .numbers_of_it import NUMBER"),
    ],
    ids=["sibling", "package beside it", "module of its package"],
)
def test_so_is_a_module_in_its_folder(game: str, helper: str, line: str, tmp_path: Path) -> None:
    file = tmp_path / game
    save(file, GAME.format(number="NUMBER", helper=line))
    for number in (1, 2):
        save(tmp_path / helper, f"NUMBER = {number}\n")
        assert version(file, tmp_path) == str(number)
    assert list(tmp_path.rglob("__pycache__")) == []


def test_within_one_process_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "sourced_coin.py"
    save(file, GAME.format(number="NUMBER", helper="from sourced_numbers import NUMBER"))
    for number in (1, 2):
        save(tmp_path / "sourced_numbers.py", f"NUMBER = {number}\n")
        assert rondel.load(file).version == number


def test_a_game_stays_loaded_when_another_one_of_its_folder_is(tmp_path: Path) -> None:
    """What looks for the file of a game class (its translations, its book, a check in another process) finds it."""
    games = []
    for name in ("coin_here", "coin_there"):
        save(tmp_path / f"{name}.py", GAME.format(number=1, helper=""))
        games.append(rondel.load(tmp_path / f"{name}.py"))
    assert [address(each) for each in games] == [{"file": str(tmp_path / f"{each.name}.py")} for each in games]


def test_a_player_in_a_file(tmp_path: Path) -> None:
    code = "import sys; from rondel.adapters.three_methods import loaded; loaded(sys.argv[1])"
    file = tmp_path / "bot.py"
    player = "class Bot:\n    def initialize(self, chat): ...\n    def update(self, message, state): ...\n"
    save(file, player + "    def get_next_move(self):\n        return 'no'\n\nprint(1)\n")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for number in ("1", "2"):
        save(file, file.read_text().replace("print(1)", f"print({number})"))
        done = subprocess.run([sys.executable, "-c", code, f"{file}:Bot"], check=True, capture_output=True, text=True, env=env)
        assert done.stdout == f"{number}\n"
    assert list(tmp_path.rglob("__pycache__")) == []
    assert loaded(f"{file}:Bot") is not None


def test_installed_packages_below_an_authors_folder_keep_their_bytecode(tmp_path: Path) -> None:
    finder = sources.FolderFinder()
    finder.folders.add(tmp_path)
    assert finder.holds(tmp_path / "rules" / "helper.py")
    assert not finder.holds(tmp_path / ".venv" / "lib" / "site-packages" / "typer" / "main.py")
    assert not finder.holds(tmp_path.parent / "elsewhere.py")
    assert finder.find_spec("json") is None
