"""Seeds of random games for tests of both builds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_compiled(seeds: Iterable[int], interpreted: int) -> list[Any]:
    """The seeds as parameters of a test. The interpreted build plays the first ``interpreted``, the compiled build all; without
    a compiler the interpreted build plays all as well."""
    return [pytest.param(each, marks=() if number < interpreted else pytest.mark.played) for number, each in enumerate(seeds)]
