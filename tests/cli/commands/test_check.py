"""``rondel check``: sound games pass, and each kind of fault is found and named."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

import rondel as package
from rondel.cli.commands.check import Line
from rondel.testing import LAWS
from tests.cli.shell import rondel, spawned

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
    assert last == "nothing wrong found in the definition; no law was tried"


def test_a_shipped_game_keeps_the_laws() -> None:
    done = rondel("check", "connect_four", "--games", "1", "--limit", "40")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[0] == f"connect_four: checked the definition, and {len(LAWS)} laws on 1 random game"


def checked(source: str, folder: Path) -> tuple[int, list[str]]:
    """The exit code and the problems found in a file with this source."""
    (folder / "nim.py").write_text(source)
    done = rondel("check", "nim.py", "--playthroughs", "2", "--json", cwd=folder)
    report = json.loads(done.stdout)
    assert report["ok"] is (not report["problems"]), done.stderr
    return done.returncode, report["problems"]


def test_a_sound_file(tmp_path: Path) -> None:
    assert checked(NIM, tmp_path) == (0, [])


def test_a_missing_option_is_a_note(tmp_path: Path) -> None:
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
        (
            "range(1, min(2, game.sticks.value) + 1)",
            "[LUCK.pop() for _i in (1,)]",
            "NameError: name 'LUCK' is not defined (in ",
        ),
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
    assert len(problems) == 1
    assert problems[0].startswith("the rules change SEEN, a global, during play: it is not undone")


def test_without_playthroughs_only_the_definition_is_checked(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    done = rondel("check", "nim.py", "--playthroughs", "0", cwd=tmp_path)
    assert done.stdout == "nim: checked the definition\nnothing wrong found in the definition; no law was tried\n"
    assert done.returncode == 0


def test_laws_that_do_not_apply_are_reported_as_untried(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    done = rondel("check", "nim.py", "--law", "secrets", "--games", "1", cwd=tmp_path)
    assert done.returncode == 0
    assert "  note: law 'secrets' was not tried: nothing is hidden from anybody" in done.stdout.splitlines()
    assert done.stdout.splitlines()[-1] == "nothing wrong found in the definition; no law found anything to try"


TAKEN = "    game.sticks.value -= count\n"


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("import os", "os._exit(0)"),
        ("from os import _exit", "_exit(0)"),
        ("import os", "os.execv('/bin/true', ['true'])"),
        ("import sys", "sys.exit(0)"),
    ],
)
def test_a_rule_that_ends_the_process_is_a_fault(how: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(
        NIM.replace(TAKEN, f"{TAKEN}    {told}\n").replace("from rondel import", f"{how}\nfrom rondel import", 1)
    )
    done = spawned("check", "nim.py", "--games", "1", cwd=tmp_path)
    assert done.returncode == 1
    [problem] = [line for line in done.stdout.splitlines() if line.startswith("  - ")]
    name = "SystemExit: 0" if "sys" in told else told if told.startswith("os.") else f"os.{told}"
    assert problem.startswith(f"  - the rules end the program ({name}); to end the game, go to GameEnd (in take, nim.py line ")
    assert done.stdout.splitlines()[-1] == "1 problem found"


@pytest.mark.parametrize(
    ("written", "misspelt", "said"),
    [
        ("def measure(", "def mesure(", "Nim has no 'measure'; is 'mesure' meant to be 'measure'?"),
        ("def setup(", "def set_up(", "return it; is 'set_up' meant to be 'setup'?"),
        ("@take.options", "@take.optoins", "has no attribute 'optoins'; did you mean 'options'?"),
    ],
)
def test_a_misspelt_hook_is_named(written: str, misspelt: str, said: str, tmp_path: Path) -> None:
    assert written in NIM
    code, problems = checked(NIM.replace(written, misspelt), tmp_path)
    assert code == 1
    assert [problem for problem in problems if said in problem]


def test_an_unknown_game_is_called_wrongly() -> None:
    assert rondel("check", "mahjong").returncode == 2


def test_one_fault_that_breaks_many_laws_is_told_once(tmp_path: Path) -> None:
    _code, problems = checked(NIM.replace("game.next_player()", "game.next_players()"), tmp_path)
    assert len(problems) == 1
    assert problems[0].endswith(" (in take, nim.py line 40)")
    done = rondel("check", "nim.py", "--games", "1", cwd=tmp_path)
    assert done.stdout.splitlines()[1].endswith(" (in take, nim.py line 40) (every law, seed 0)")


def test_a_problem_has_its_moves_and_a_command_that_reproduces_it(tmp_path: Path) -> None:
    old, new = (
        "    if game.sticks.value == 0:\n",
        "    if game.sticks.value < 2:\n        raise ValueError(count)\n    if not 1:\n",
    )
    (tmp_path / "nim.py").write_text(NIM.replace(old, new))
    done = rondel("check", "nim.py", "--law", "json", "--seed", "3", cwd=tmp_path)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0] == "nim: checked the definition, and 1 law on 1 random game"  # a broken law is not tried again
    assert re.match(r"  - ValueError: [12] \(in take, nim.py line \d+\) \(law 'json', seed 3\)$", lines[1])
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
    assert "there is no law 'gravity'; the laws are determinism, moves, " in wrong.stderr


def test_a_budget_of_time(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    done = rondel("check", "nim.py", "--games", "2000", "--law", "pop", "--seconds", "0.1", "--json", cwd=tmp_path)
    report = json.loads(done.stdout)
    assert report["stopped"] is True
    assert 1 <= report["games"] < 2000


def test_a_setup_that_returns_nothing(tmp_path: Path) -> None:
    _code, problems = checked(NIM.replace("        return Turn\n", ""), tmp_path)
    [problem] = problems
    assert problem.startswith("the game cannot be started: 'setup' returned nothing; end it with 'return ...'")


def test_options_that_are_none_are_a_finding(tmp_path: Path) -> None:
    code, problems = checked(NIM.replace('    name = "nim"\n', '    options = {"size": 3}\n'), tmp_path)
    assert code == 1
    assert problems == ["options hold 'size', which is no option; write options = (Option('size', 8), ...) (nim.py line 14)"]


def test_a_rule_that_never_returns_is_told_with_its_line(tmp_path: Path, impatient: float) -> None:
    old, new = "    game.sticks.value -= count\n", "    while count:\n        pass\n"
    code, problems = checked(NIM.replace(old, new), tmp_path)
    assert code == 1
    [problem] = problems
    line = 1 + NIM.partition(old)[0].count("\n")
    told = rf"a rule ran for more than {impatient:g} s and did not return: in take, nim.py line ({line}|{line + 1});"
    assert re.match(told, problem)


def test_a_rule_that_never_returns_is_told_where_the_seconds_are_fewer_than_its_limit(tmp_path: Path, impatient: float) -> None:
    (tmp_path / "nim.py").write_text(NIM.replace("    game.sticks.value -= count\n", "    while count:\n        pass\n"))
    done = rondel("check", "nim.py", "--seconds", "0.1", "--json", cwd=tmp_path)
    assert done.returncode == 1
    [problem] = json.loads(done.stdout)["problems"]
    assert f"a rule ran for more than {impatient:g} s and did not return: in take, nim.py line " in problem


def test_so_is_a_setup_that_never_returns(tmp_path: Path, impatient: float) -> None:
    code, problems = checked(NIM.replace("        return Turn\n", "        while True:\n            pass\n"), tmp_path)
    assert code == 1
    [problem] = problems
    assert problem.startswith(
        f"the game cannot be started: a rule ran for more than {impatient:g} s and did not return: in setup, nim.py line "
    )


def test_pythons_random_in_setup_is_one_problem(tmp_path: Path) -> None:
    source = NIM.replace(
        "        return Turn\n", "        self.add(Prop('luck', random.getrandbits(60)))\n        return Turn\n", 1
    )
    source = source.replace("from rondel import", "import random\nfrom rondel import")
    (tmp_path / "nim.py").write_text(source)
    done = rondel("check", "nim.py", "--json", cwd=tmp_path)
    [problem] = json.loads(done.stdout)["problems"]
    assert problem.startswith(
        "the rules use random.getrandbits, so that two games with the same seed and answers differ: prop 'luck'"
    )


def test_time_that_is_up_interrupts_a_law_and_the_depth_is_told(tmp_path: Path) -> None:
    """Each move takes half a second, so that no law but the first gets far."""
    old, new = "    game.sticks.value -= count\n", "    time.sleep(0.5)\n    game.sticks.value -= count\n"
    (tmp_path / "nim.py").write_text(NIM.replace(old, new).replace("from rondel import", "import time\nfrom rondel import"))
    done = rondel("check", "nim.py", "--seconds", "1", cwd=tmp_path)
    assert done.returncode == 1, done.stdout
    first, *depth = done.stdout.splitlines()
    assert depth[-1] == "nothing is known: no law was tried to the end; give it more time, by --seconds or --long"
    assert first.endswith("time was up before all games were played")
    assert any(re.match(r"  depth: cut short: determinism \(in take, nim.py line \d+", line) for line in depth)
    assert any(line.startswith("  depth: not at all: ") and "canary" in line for line in depth)
    assert done.stderr.splitlines()[0] == "checking: game 1 of 10, law determinism"


class Shown(io.StringIO):
    """What a terminal or a pipe is sent."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


def test_progress_in_a_pipe_is_a_line_now_and_then() -> None:
    out, clock = Shown(terminal=False), iter([0.0, 0.5, 1.9, 2.0, 2.1])
    with Line(quiet=False, out=out, clock=lambda: next(clock)) as line:
        for law in "abcde":
            line.show(f"law {law}")
        line.found("law 'a' is broken")
    assert out.getvalue() == "checking: law a\nchecking: law d\nfound: law 'a' is broken\n"


def test_progress_at_a_terminal_is_one_line() -> None:
    out = Shown(terminal=True)
    with Line(quiet=False, out=out) as line:
        line.show("law abc")
        line.show("law d")
    assert out.getvalue() == "\rlaw abc\rlaw d  \r     \r"
