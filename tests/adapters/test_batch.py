"""Batches: rows of shared arrays, part by part; and rules that raise."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest

from rondel.adapters.batch import ALIGNMENT, Arrays, Batch, GameFault, Plan
from tests.adapters.batch_games import Brittle


def test_a_part_of_the_games_is_written_into_its_own_rows() -> None:
    plan = Plan("tic_tac_toe")
    desk = plan.desk()
    memory = bytearray(Arrays(desk, 4, 2).bytes)
    whole, again = Arrays(desk, 4, 2, memory), Arrays(desk, 4, 2, memory)
    batch = Batch(plan, desk, whole, 1, 3)
    batch.reset([5, 6])
    whole.action[:] = 4
    batch.step()
    assert again.mask.sum(axis=1).tolist() == [0, 8, 8, 0]
    assert again.seat.tolist() == [0, 1, 1, 0]
    assert again.observation.any(axis=1).tolist() == [False, True, True, False]


def test_no_two_arrays_share_a_cache_line() -> None:
    desk = Plan("leduc_poker").desk()
    arrays = Arrays(desk, 3, 2, bytearray(Arrays(desk, 3, 2).bytes))
    parts = sorted(
        (each.__array_interface__["data"][0], each.nbytes) for each in vars(arrays).values() if isinstance(each, np.ndarray)
    )
    assert len(parts) == 8
    begin = parts[0][0]
    assert all((start - begin) % ALIGNMENT == 0 for start, _size in parts)
    assert all(start + size <= later for (start, size), (later, _size) in itertools.pairwise(parts))


def test_rules_that_raise_leave_a_record() -> None:
    plan = Plan(Brittle)
    desk = plan.desk()
    arrays = Arrays(desk, 2, 2)
    batch = Batch(plan, desk, arrays, 0, 2)
    batch.reset([1, 2])
    for actions in ([0, 1], [0, 2]):
        arrays.action[:] = actions
        if actions == [0, 1]:
            batch.step()
    with pytest.raises(GameFault, match=r"^game 1 of the batch: ZeroDivisionError") as lost:
        batch.step()
    assert "take(2)" in str(json.loads(str(lost.value.record))["answers"])
