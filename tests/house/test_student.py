"""Student's quantile, by his tables."""

from __future__ import annotations

import doctest

import pytest
import student


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(student).failed == 0


@pytest.mark.parametrize(("freedom", "wanted"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (120, 1.980)])
def test_the_quantiles_are_those_of_the_tables(freedom: int, wanted: float) -> None:
    assert student.quantile(freedom) == pytest.approx(wanted, abs=0.004)
