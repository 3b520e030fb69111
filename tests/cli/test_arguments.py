"""Shared arguments: their help is defined once, so that it is the same in every command."""

from __future__ import annotations

import pytest

from tests.cli.test_commands import COMMANDS

SHARED = ("option", "seats", "lang", "as_json", "show")


@pytest.mark.parametrize("name", SHARED)
def test_an_option_of_several_commands_has_one_explanation(name: str) -> None:
    taken = {words: each for words, command in COMMANDS.items() for each in command.params if each.name == name}
    said = {each.help for words, each in taken.items() if "admin" not in words and (words, name) != ("rondel check", "lang")}
    assert len(said) == 1
    assert len(taken) > 1
