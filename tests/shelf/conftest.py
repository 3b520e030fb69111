"""Which tests of the shipped games run on which build."""

from __future__ import annotations

from pathlib import Path

import pytest

BOTH_BUILDS = ("test_laws.py", "test_golden.py", "test_untried.py")
"""Laws and golden playthroughs of every game run on both builds. The other tests run on the compiled rules alone where there is
a compiler: they would find the same twice."""


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the compiled rules."""
    for item in items:
        shelf = Path(__file__).parent in item.path.parents
        if shelf and item.path.name not in BOTH_BUILDS and not item.get_closest_marker("interpreted"):
            item.add_marker(pytest.mark.played)
