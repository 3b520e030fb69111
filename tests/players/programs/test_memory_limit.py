"""Memory: a program that takes more than it may is refused it, and whoever asks it is told."""

from __future__ import annotations

import sys

import pytest

from rondel.players.programs.channel import BrokenChannel
from rondel.players.programs.memory_limit import hold
from rondel.players.programs.pipe import Pipe
from rondel.tournament import Tournament

EATS = "import sys; sys.stdin.readline(); bytearray(1 << 30); print('full', flush=True)"

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to so much memory from outside")


@linux
def test_a_program_has_so_much_and_no_more() -> None:
    for memory in (4 << 30, 512 << 20):
        pipe = Pipe([sys.executable, "-c", EATS], memory=memory)
        pipe.send("eat")
        if memory > 1 << 30:
            assert pipe.receive(30) == "full"
        else:
            with pytest.raises(BrokenChannel, match=r"ended with exit code 1; .*(?s:.)*MemoryError"):
                pipe.receive(30)
        pipe.close()


@linux
def test_who_eats_too_much_has_lost_a_game_of_a_tournament() -> None:
    eats = f'pipe:{sys.executable} -c "{EATS}"'
    tournament = Tournament("tic_tac_toe", ["random", f"eats={eats}"], games=1, memory=512 << 20)
    (outcome,) = tournament.run()
    assert outcome.points == (1.0, 0.0)
    assert outcome.fault is not None
    assert outcome.fault.code == "crash"
    assert "MemoryError" in outcome.fault.message


def test_who_has_ended_is_held_to_nothing() -> None:
    hold(2**22 + 1, 1 << 30)  # no process has a higher number than 2**22
