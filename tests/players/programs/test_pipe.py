"""Pipes: real programs, that answer, are slow, break down, or never listen."""

from __future__ import annotations

import sys
import time

import pytest

from rondel.players.programs.channel import BrokenChannel, NoAnswer
from rondel.players.programs.pipe import Pipe
from tests.players.programs import samples as programs


def test_lines_come_back_in_order() -> None:
    pipe = Pipe([sys.executable, "-c", "import sys\nfor line in sys.stdin: print(line.strip().upper(), flush=True)"])
    for text in ("one", "zwei", "三"):
        pipe.send(text)
    assert [pipe.receive(10) for _ in range(3)] == ["ONE", "ZWEI", "三"]
    pipe.close()
    pipe.close()


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(BrokenChannel, match=r"'no_such_program --fast' cannot be started: No such file"):
        Pipe("no_such_program --fast")
    with pytest.raises(BrokenChannel, match="cannot be started"):
        Pipe("")


def test_a_program_that_says_nothing() -> None:
    pipe = Pipe(programs.command(programs.SILENT))
    pipe.send('{"ask": 1}')
    began = time.monotonic()
    with pytest.raises(NoAnswer, match=r"said nothing within 0\.2 s"):
        pipe.receive(0.2)
    pipe.close()
    assert time.monotonic() - began < 10


def test_a_program_that_ends_is_told_with_its_last_words() -> None:
    pipe = Pipe([sys.executable, "-c", "import sys; sys.exit('no licence')"])
    for _ in range(2):
        with pytest.raises(BrokenChannel, match=r"(?s)ended with exit code 1; .*standard error:\nno licence"):
            pipe.receive(10)
    pipe.close()


def test_a_program_that_never_reads_holds_nobody_up() -> None:
    pipe = Pipe([sys.executable, "-c", "import time; time.sleep(60)"])
    for _ in range(64):
        pipe.send("x" * 65_536)
    with pytest.raises(NoAnswer):
        pipe.receive(0.1)
    pipe.close()


def test_what_was_sent_has_gone_once_it_is_flushed() -> None:
    """Nothing but the main thread runs between the flush and the answer: as with compiled code, which shares nothing."""
    code = "import time; print('there', flush=True); input(); print(time.monotonic(), flush=True)"
    program = Pipe([sys.executable, "-c", code])
    assert program.receive(30) == "there"
    program.send("now")
    before = time.monotonic()
    program.flush(10)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    try:
        while time.monotonic() < before + 1.5:
            pass
        assert float(program.receive(10)) < before + 1.5
    finally:
        sys.setswitchinterval(interval)
        program.close()


def test_a_program_that_never_reads_is_not_waited_for_longer_than_said() -> None:
    program = Pipe([sys.executable, "-c", "import time; time.sleep(60)"])
    program.send("x" * 1_000_000)
    before = time.monotonic()
    program.flush(0.2)
    assert 0.2 <= time.monotonic() - before < 5
    program.close()


def test_a_line_without_end_is_cut_off() -> None:
    pipe = Pipe(programs.command(programs.ENDLESS))
    pipe.send('{"ask": 1}')
    with pytest.raises(BrokenChannel, match="a line of more than 1048576 characters"):
        pipe.receive(20)
    pipe.close()
