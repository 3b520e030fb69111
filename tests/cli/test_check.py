"""``rondel check``: sound games pass, and each kind of fault is found and named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rondel as package
from rondel.testing import LAWS
from tests.cli.shell import rondel

NIM = '''
"""Take one or two of the sticks; whoever takes the last one wins."""

from __future__ import annotations

from collections.abc import Iterable

from rondel import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, _, on


class Nim(Game):
    """Two players and some sticks."""

    name = "nim"
    seats = ("one", "two")

    def setup(self) -> To[Turn]:
        self.sticks = self.add(Prop("sticks", 7, visible_to=EVERYONE))
        return Turn

    def measure(self) -> float:
        return 100 - 100 * self.sticks.value / 7


class Turn(ActivePlayer[Nim]):
    """Take some."""

    description = _("{actplayer} must take sticks")
    my_turn = _("{you} must take sticks")
    updates_progress = True


@on(Turn, _("{actplayer} takes {count}"))
def take(game: Nim, count: int) -> To[Turn] | To[GameEnd]:
    """Take so many."""
    game.sticks.value -= count
    if game.sticks.value == 0:
        game.set_score(game.player, 1)
        return GameEnd
    game.next_player()
    return Turn


@take.options
def counts(game: Nim) -> Iterable[int]:
    """One or two."""
    return range(1, min(2, game.sticks.value) + 1)
'''


@pytest.mark.parametrize("game", package.games())
def test_the_definitions_of_the_shipped_games_are_sound(game: str) -> None:
    """Whether they keep the laws is asked at much greater length in the tests of the games."""
    done = rondel("check", game, "--games", "0")
    assert done.returncode == 0, done.stdout
    first, *notes, last = done.stdout.splitlines()
    assert first == f"{game}: checked the definition"
    assert all(note.startswith("  note: ") for note in notes)
    assert last == "nothing wrong found"


def test_a_shipped_game_keeps_the_laws() -> None:
    done = rondel("check", "connect_four", "--games", "1", "--limit", "40")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[0] == f"connect_four: checked the definition, and {len(LAWS)} laws on 1 random games"


def checked(source: str, folder: Path) -> tuple[int, list[str]]:
    """The exit code and the problems found in a file with this source."""
    (folder / "nim.py").write_text(source)
    done = rondel("check", "nim.py", "--playthroughs", "2", "--json", cwd=folder)
    report = json.loads(done.stdout)
    assert report["ok"] is (not report["problems"]), done.stderr
    return done.returncode, report["problems"]


def test_a_sound_file(tmp_path: Path) -> None:
    assert checked(NIM, tmp_path) == (0, [])


def test_what_might_be_missing_is_a_note_and_no_problem(tmp_path: Path) -> None:
    silent = NIM.replace("    updates_progress = True\n", "").replace("def measure(self)", "def _measure(self)")
    (tmp_path / "nim.py").write_text(silent)
    done = rondel("check", "nim.py", "--playthroughs", "1", cwd=tmp_path)
    assert done.returncode == 0
    note = "  note: Nim has no progress: write 'measure', and 'updates_progress = True' in the state where a turn begins"
    assert note in done.stdout.splitlines()
    assert done.stdout.splitlines()[-1] == "nothing wrong found"


def test_annotations_need_not_be_postponed(tmp_path: Path) -> None:
    source = NIM.replace("from __future__ import annotations\n", "")
    source = source.replace("-> To[Turn]:\n        self", '-> "To[Turn]":\n        self')
    assert checked(source, tmp_path) == (0, [])


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("To[Turn] | To[GameEnd]", "To[Trun] | To[GameEnd]", "goes to the unknown state 'Trun'; did you mean 'Turn'?"),
        ("{actplayer} takes {count}", "{actplayer} takes {cuont}", "unknown placeholder {cuont}"),
        ("range(1, min", "range(3, min", "one has no move in state 'Turn'"),
        (
            "    game.next_player()\n",
            "    game.next_players()\n",
            "AttributeError: 'Nim' object has no attribute 'next_players'",
        ),
        ("class Turn(ActivePlayer[Nim])", "class Turn(ActivePlayer[Nim]", "the file cannot be loaded: SyntaxError: "),
        ("range(1, min(2, game.sticks.value) + 1)", "[LUCK.pop() for _i in (1,)]", "NameError: name 'LUCK' is not defined in "),
    ],
    ids=["unknown state", "placeholder", "no move", "misspelt method", "syntax", "misspelt name"],
)
def test_each_fault_is_named(old: str, new: str, problem: str, tmp_path: Path) -> None:
    assert old in NIM
    code, problems = checked(NIM.replace(old, new), tmp_path)
    assert code == 1
    assert problem in problems[0]


def test_hidden_state_of_the_rules_breaks_a_law(tmp_path: Path) -> None:
    """A global that the journal does not know of: a push that is taken back leaves a trace."""
    source = (
        NIM.replace("class Nim(Game)", "SEEN: list[int] = []\n\n\nclass Nim(Game)")
        .replace("    game.sticks.value -= count\n", "    game.sticks.value -= count\n    SEEN.append(count)\n")
        .replace("min(2, game.sticks.value)", "min(1 + len(SEEN) % 2, game.sticks.value)")
    )
    code, problems = checked(source, tmp_path)
    assert code == 1
    assert any("law 'pop' is broken" in problem for problem in problems)


def test_without_playthroughs_only_the_definition_is_checked(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    done = rondel("check", "nim.py", "--playthroughs", "0", cwd=tmp_path)
    assert done.stdout == "nim: checked the definition\nnothing wrong found\n"


def test_an_unknown_game_is_called_wrongly() -> None:
    assert rondel("check", "go").returncode == 2


def test_one_fault_that_breaks_many_laws_is_told_once(tmp_path: Path) -> None:
    _code, problems = checked(NIM.replace("game.next_player()", "game.next_players()"), tmp_path)
    assert len(problems) == 1
    assert problems[0].endswith(" in take, nim.py line 40")
    done = rondel("check", "nim.py", "--games", "1", cwd=tmp_path)
    assert done.stdout.splitlines()[1].endswith(" in take, nim.py line 40 (every law, seed 0)")


def test_a_problem_is_told_with_what_was_played_and_how_to_see_it_again(tmp_path: Path) -> None:
    old, new = (
        "    if game.sticks.value == 0:\n",
        "    if game.sticks.value < 2:\n        raise ValueError(count)\n    if not 1:\n",
    )
    (tmp_path / "nim.py").write_text(NIM.replace(old, new))
    done = rondel("check", "nim.py", "--law", "json", "--seed", "3", cwd=tmp_path)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0] == "nim: checked the definition, and 1 laws on 10 random games"
    assert re.match(r"  - ValueError: [12] in take, nim.py line \d+ \(law 'json', seed 3\)$", lines[1])
    assert re.match(r"      played: one:take\([12]\) two:take\([12]\) ", lines[2])
    assert lines[3] == "      again:  rondel check nim.py --law json --seed 3 --games 1"
    again = rondel(*lines[3].split()[2:], cwd=tmp_path)
    assert again.returncode == 1
    assert again.stdout.splitlines()[1:5] == lines[1:5]
    assert lines[4].startswith('      there:  game = rondel.replay({"rondel": 1, "game": "nim", ')


def test_only_the_laws_that_are_named(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    done = rondel("check", "nim.py", "--law", "pop", "--law", "end", "--games", "3", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["tried"] == {"pop": 3, "end": 3}
    wrong = rondel("check", "nim.py", "--law", "gravity", cwd=tmp_path)
    assert wrong.returncode == 2
    assert "there is no law 'gravity'; the laws are moves, " in wrong.stderr


def test_a_budget_of_time(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    done = rondel("check", "nim.py", "--games", "100000", "--seconds", "1", "--json", cwd=tmp_path)
    report = json.loads(done.stdout)
    assert report["stopped"] is True
    assert 1 <= report["games"] < 100000


def test_a_setup_that_returns_nothing(tmp_path: Path) -> None:
    _code, problems = checked(NIM.replace("        return Turn\n", ""), tmp_path)
    [problem] = problems
    assert problem.startswith("the game cannot be started: 'setup' returned nothing; end it with 'return ...'")


def test_options_that_are_none_are_a_finding(tmp_path: Path) -> None:
    code, problems = checked(NIM.replace('    name = "nim"\n', '    options = {"size": 3}\n'), tmp_path)
    assert code == 1
    assert problems == ["options hold 'size', which is no option; write options = (Option('size', 8), ...)"]
