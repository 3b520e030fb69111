"""Jobs: every fault is in the outcome, and the player at fault loses."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from rondel.tournament.execution.job import Setting, carry_out
from rondel.tournament.fixture import fixtures
from rondel.tournament.outcome import Outcome
from tests.players.programs import samples as programs


def outcome(*specs: str, game: str = "tic_tac_toe", seconds: float | None = 20, limit: int | None = None) -> Outcome:
    """What comes of one game."""
    (fixture,) = fixtures(range(len(specs)), seats=len(specs), games=1, seed=1)
    (found,) = carry_out(Setting(game, specs, seconds=seconds, limit=limit), [fixture])
    return found


def test_a_game_that_ends_by_its_rules() -> None:
    found = outcome("greedy", "random")
    assert (found.points, found.ranks, found.returns, found.fault) == ((1.0, 0.0), (1, 2), (1.0, -1.0), None)
    assert 5 <= found.answers <= 9
    assert found.seconds > 0


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        (programs.SILENT, "timeout", "said nothing within"),
        (programs.CRASH, "crash", "out of ideas"),
        (programs.NONSENSE, "crash", "not JSON"),
        (programs.ILLEGAL, "illegal", r"fly\(moon\)"),
        (programs.LEAVES, "left", "left the game"),
        (programs.TAKES_BACK, "illegal", "take back"),
    ],
)
def test_the_player_at_fault_loses(answer: str, code: str, said: str) -> None:
    found = outcome("random", programs.spec(answer), seconds=0.2 if code == "timeout" else 20)
    assert (found.points, found.ranks, found.returns) == ((1.0, 0.0), (1, 2), ())
    assert found.fault is not None
    assert (found.fault.seat, found.fault.code) == (1, code)
    with pytest.raises(ValueError, match=said):
        raise ValueError(found.fault.message)


def test_a_program_that_is_not_there_has_lost_as_well() -> None:
    found = outcome("random", "pipe:no_such_program")
    assert found.fault is not None
    assert (found.fault.seat, found.fault.code, found.points) == (1, "crash", (1.0, 0.0))


def test_rules_that_break_down_are_nobodys_fault(tmp_path: Path) -> None:
    source = tmp_path / "broken.py"
    source.write_text(
        "from rondel import *\n"
        "class Broken(Game):\n"
        "    seats = ('x', 'o')\n"
        "    def setup(self) -> To['Turn']:\n"
        "        return Turn\n"
        "class Turn(ActivePlayer[Broken]):\n"
        "    description = _('{actplayer} must go on')\n"
        "    my_turn = _('{you} must go on')\n"
        "@on(Turn, 'goes on')\n"
        "def go(game: Broken) -> To[GameEnd]:\n"
        "    return [][1]\n"
    )
    found = outcome("random", "random", game=str(source))
    assert (found.points, found.ranks) == ((), ())
    assert found.fault is not None
    assert (found.fault.seat, found.fault.code) == (-1, "rules")


def test_a_game_that_goes_on_too_long_is_a_draw() -> None:
    found = outcome("random", "random", limit=3)
    assert (found.points, found.ranks, found.answers, found.fault) == ((0.5, 0.5), (1, 1), 3, None)


def test_there_and_back() -> None:
    setting = Setting("reversi", ("random", "pipe:" + shlex.join(["cat", "-u"])), 2, {"size": 6}, 1.5, 100, 1 << 30)
    assert Setting.from_json(setting.to_json()) == setting
