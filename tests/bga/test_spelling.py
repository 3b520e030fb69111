"""Any machine, in any spelling in PHP, reads as the same machine."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as some

from rondel.bga import read
from tests.bga.fixture import Fixture
from tests.bga.spelling import TYPES, Speller, as_expected

NAMES = some.text("abcdefgXYZ_", min_size=1, max_size=8)
TEXTS = some.text(some.sampled_from("ab ä'\"\\${}you\t:;"), max_size=20)
STATE = some.fixed_dictionaries(
    {"name": NAMES, "type": some.sampled_from(sorted(TYPES))},
    optional={
        "description": TEXTS,
        "descriptionmyturn": TEXTS,
        "action": NAMES,
        "args": NAMES,
        "possibleactions": some.lists(NAMES, max_size=4),
        "transitions": some.dictionaries(NAMES, some.integers(1, 120), max_size=4),
        "updateGameProgression": some.booleans(),
        "initialprivate": some.integers(1, 120),
    },
)
MACHINES = some.dictionaries(some.integers(1, 120), STATE, min_size=1, max_size=5)


@settings(max_examples=120, deadline=None)
@given(MACHINES, some.integers(0, 2**32), some.sampled_from(["\n", "\r\n"]))
def test_every_spelling_reads_as_the_same_machine(machine: dict[int, dict[str, Any]], seed: int, newline: str) -> None:
    states = list(machine.items())
    files = Speller(seed).machine(states)
    with tempfile.TemporaryDirectory() as folder:
        found = read(Fixture("generated", files, {}).write(Path(folder), newline=newline)).to_json()
    assert found["unread"] == [], files["states.inc.php"]
    assert found["states"] == as_expected(states), files["states.inc.php"]
    assert [[number, list(state)] for number, state in found["states"]] == [[number, list(state)] for number, state in states]
