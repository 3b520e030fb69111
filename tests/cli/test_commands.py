"""The surface of the command: each module is a command, and every option has a help text."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from rondel.cli import commands
from rondel.cli.app import app
from rondel.cli.commands import search


def listed(command: Any, words: str = "rondel") -> Iterator[tuple[str, Any]]:
    """A command with all that are below it, by what is typed."""
    yield words, command
    for name, each in getattr(command, "commands", {}).items():
        yield from listed(each, f"{words} {name}")


COMMANDS = dict(listed(get_command(app)))


def test_each_module_of_the_surface_is_a_command() -> None:
    modules = {each.name for path in (commands.__path__, search.__path__) for each in pkgutil.iter_modules(path)} - {"search"}
    assert modules == {words.partition(" ")[2] for words in COMMANDS if words.count(" ") == 1}


@pytest.mark.parametrize("words", COMMANDS)
def test_every_word_that_may_be_typed_is_explained(words: str) -> None:
    command = COMMANDS[words]
    assert command.help
    unexplained = [each.name for each in command.params if not getattr(each, "help", "")]
    assert unexplained == []


@pytest.mark.parametrize("words", [words for words, command in COMMANDS.items() if not hasattr(command, "commands")])
def test_annotations_are_not_texts_compiled_at_every_start(words: str) -> None:
    asked = COMMANDS[words].callback.__annotations__
    assert asked
    assert not [name for name, kind in asked.items() if isinstance(kind, str)]
