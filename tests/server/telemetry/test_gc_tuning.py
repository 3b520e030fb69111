"""Memory goes back to the machine when many sockets have gone: ``python -m tests.chaos stalled`` tries the whole."""

from __future__ import annotations

import asyncio
import gc
import weakref
from types import SimpleNamespace
from typing import Any, cast

import uvicorn

from rondel.server.serving import _Server
from rondel.server.telemetry.gc_tuning import AFTER, MANY, MIDDLE, OLDER, PAUSE_SECONDS, YOUNG, Memory, settle


class Ring:
    """What nothing frees but a search for what holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_what_many_have_left_behind_is_looked_for_once_the_rest_has_gone() -> None:
    memory = Memory()
    gc.disable()
    try:
        left = weakref.ref(Ring())
        assert not memory.look(MANY + 1)
        assert not any(memory.look(1) for _tick in range(AFTER))
        assert left() is not None
        assert memory.look(0)
        assert left() is None
    finally:
        gc.enable()
    assert not any(memory.look(0) for _tick in range(2 * AFTER))


def test_that_some_come_and_go_is_no_reason() -> None:
    memory = Memory()
    assert not any(memory.look(MANY * 2 - number % MANY) for number in range(MANY * 4))


def test_when_as_many_come_as_have_gone_there_is_nothing_to_give_back() -> None:
    memory = Memory()
    memory.look(MANY)
    assert not any(memory.look(0) for _tick in range(AFTER))
    assert not memory.look(MANY)
    assert not any(memory.look(MANY) for _tick in range(2 * AFTER))


def test_who_comes_and_goes_with_many_sockets_does_not_have_it_look_all_the_time() -> None:
    now = [0.0]
    memory = Memory(after=0, clock=lambda: now[0])
    looked = []
    for _second in range(3 * int(PAUSE_SECONDS) + 1):
        memory.look(MANY)
        looked.append(memory.look(0))
        now[0] += 1
    assert [second for second, each in enumerate(looked) if each] == [0, 10, 20, 30]


def test_what_is_left_behind_while_as_many_come_as_go_is_looked_for_now_and_then() -> None:
    now = [0.0]
    memory = Memory(clock=lambda: now[0])
    gc.collect()
    gc.disable()
    try:
        left = [grown_old() for _pause in range(OLDER)]
        now[0] = PAUSE_SECONDS - 1
        memory.look(1)
        assert None not in [each() for each in left]
        now[0] = PAUSE_SECONDS + 1
        memory.look(1)
        assert [each() for each in left] == [None] * OLDER
        left = [grown_old() for _pause in range(OLDER)]
        memory.look(1)
        assert None not in [each() for each in left], "so soon after the last time"
    finally:
        gc.enable()


def test_python_looks_at_little_each_time_while_a_crowd_comes() -> None:
    """Everything a crowd brings stays. One look among it holds up every move, and so it takes in a few ten thousand objects."""
    before, looks = gc.get_threshold(), list[int]()

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            looks.append(info["generation"])

    settle()
    gc.callbacks.append(note)
    try:
        crowd = [[number] for number in range(40 * YOUNG)]
    finally:
        gc.callbacks.remove(note)
        gc.set_threshold(*before)
    del crowd
    gc.unfreeze()
    gc.collect()
    gc.freeze()  # as `tests/conftest.py` had it
    assert 2 not in looks, "nobody but `Memory` has all looked through"
    longest = max(len(run) for run in "".join(map(str, looks)).split("1"))
    assert len(looks) > 30
    assert longest <= MIDDLE + 1


def grown_old() -> weakref.ref[Ring]:
    """A ring that was held until Python looks for it only among all there is."""
    ring = Ring()
    gc.collect(1)
    return weakref.ref(ring)


def test_while_a_crowd_comes_nothing_is_looked_through() -> None:
    now = [0.0]
    memory = Memory(clock=lambda: now[0])
    gc.collect()
    gc.disable()
    try:
        left = [grown_old() for _pause in range(OLDER)]
        for there in (MANY, 2 * MANY, 3 * MANY):
            now[0] += PAUSE_SECONDS + 1
            memory.look(there)
        assert None not in [each() for each in left]
        now[0] += PAUSE_SECONDS + 1
        memory.look(3 * MANY + 1)
        assert [each() for each in left] == [None] * OLDER, "it is done when the crowd is there"
    finally:
        gc.enable()


def test_a_server_looks_at_each_of_its_ticks() -> None:
    service = SimpleNamespace(loaded=0)
    server = _Server(uvicorn.Config(cast(Any, None), log_config=None), cast(Any, service))
    there = server.server_state.connections
    there.update(cast(Any, range(MANY)))
    gc.disable()
    try:
        asyncio.run(server.on_tick(1))
        left = weakref.ref(Ring())
        there.clear()
        for _tick in range(AFTER + 1):
            asyncio.run(server.on_tick(1))
        assert left() is None
    finally:
        gc.enable()


def test_tables_that_leave_memory_later_than_their_sockets_count_as_well() -> None:
    """A table stays in memory for a minute: what it held is given back when it has gone, and not only what its sockets held."""
    service = SimpleNamespace(loaded=MANY)
    server = _Server(uvicorn.Config(cast(Any, None), log_config=None), cast(Any, service))
    gc.disable()
    try:
        asyncio.run(server.on_tick(1))
        left = weakref.ref(Ring())
        service.loaded = 0
        for _tick in range(AFTER + 1):
            asyncio.run(server.on_tick(1))
        assert left() is None
    finally:
        gc.enable()
