"""What the editor of the playground completes: the names that rules import, and the members of the engine's classes."""

from __future__ import annotations

import doctest
import json
from importlib import import_module

import completions

import rondel

FOUND = json.loads(completions.FILE.read_text(encoding="utf-8"))


def test_its_examples_hold() -> None:
    assert doctest.testmod(completions).failed == 0


def test_every_name_can_be_imported_from_the_module_that_is_named() -> None:
    assert [name for name, _signature, _says, module in FOUND["names"] if not hasattr(import_module(module), name)] == []
    assert set(rondel.__all__) - {name for name, *_more in FOUND["names"]} == set()


def test_names_and_members_are_explained() -> None:
    unsaid = [name for name, signature, says, _of in [*FOUND["names"], *FOUND["members"]] if not signature or not says]
    assert unsaid == []
    assert ["next_player", "next_player() -> str"] in [each[:2] for each in FOUND["members"]]
