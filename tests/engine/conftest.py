"""What tests of the engine share."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.engine.rules.plan import MEASURE, SETUP, Plan


@pytest.fixture
def setup() -> Iterator[Callable[..., type[Plan]]]:
    """Give the game a setup, and take it away again."""

    def give(rule: Callable[[Plan], object], measure: Callable[[Plan], float] = lambda game: 0) -> type[Plan]:
        SETUP.append(rule)
        MEASURE.append(measure)
        return Plan

    yield give
    del SETUP[1:], MEASURE[1:]
