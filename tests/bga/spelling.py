"""Spellings: one machine, written in PHP in many ways, chosen at random at every place."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

States = list[tuple[int, dict[str, Any]]]

TYPES = {
    "activeplayer": "ACTIVE_PLAYER",
    "multipleactiveplayer": "MULTIPLE_ACTIVE_PLAYER",
    "game": "GAME",
    "private": "PRIVATE",
}


class Speller:
    """Writes PHP by luck: ``files`` holds what stands in other files than the states file."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.constants: dict[str, str] = {}
        self.members: dict[str, str] = {}
        self.variables: list[str] = []

    def value(self, value: Any) -> str:
        """An expression that comes to a value."""
        if isinstance(value, bool):
            return self.luck.choice([str(value).lower(), str(value).upper(), "!" + str(not value).lower()])
        if isinstance(value, int):
            return self.number(value)
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return self.array([(None, each) for each in value])
        return self.array(list(value.items()))

    def number(self, value: int) -> str:
        ways: list[Callable[[], str]] = [
            lambda: str(value),
            lambda: hex(value) if value >= 0 else str(value),
            lambda: f"({value - 1} + 1)",
            lambda: self.constant(str(value)),
            lambda: self.member(str(value)),
            lambda: f"(true ? {value} : 0)",
            lambda: f"(int) '{value}'",
        ]
        return self.luck.choice(ways)()

    def text(self, value: str) -> str:
        single = "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
        double = '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$").replace("\n", "\\n") + '"'
        cut = self.luck.randint(0, len(value))
        ways: list[Callable[[], str]] = [
            lambda: single,
            lambda: double,
            lambda: f"clienttranslate({single})",
            lambda: f"clienttranslate( {double} )",
            lambda: f"{self.plain(value[:cut])} . {self.plain(value[cut:])}",
            lambda: self.constant(single),
            lambda: self.member(double),
        ]
        return self.luck.choice(ways)()

    def plain(self, value: str) -> str:
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def constant(self, expression: str) -> str:
        name = f"C_{len(self.constants)}"
        self.constants[name] = expression
        return self.luck.choice([name, "\\" + name, f"constant('{name}')"])

    def member(self, expression: str) -> str:
        name = f"M_{len(self.members)}"
        self.members[name] = expression
        return self.luck.choice([f"Names::{name}", f"\\Names::{name}", f"names::{name}", f"Heir::{name}"])

    def variable(self, expression: str) -> str:
        name = f"$v{len(self.variables)}"
        self.variables.append(f"{name} = {expression};")
        return name

    def key(self, key: Any) -> str:
        if isinstance(key, int):
            return self.luck.choice([self.number(key), f"'{key}'"])
        return self.luck.choice([self.plain(key), self.plain(key), self.constant(self.plain(key))])

    def array(self, pairs: list[tuple[Any, Any]]) -> str:
        """An array in one of its spellings; a list has ``None`` for keys."""
        cut = self.luck.randint(0, len(pairs))
        named = all(isinstance(key, str) and not key.lstrip("-").isdigit() for key, _value in pairs)
        ways: list[Callable[[], str]] = [lambda: self.literal(pairs), lambda: self.literal(pairs)]
        if pairs and named:
            # What stands in the first part as well is there already, and does not count.
            lost = [(pairs[0][0], "never")] if cut else []
            ways.append(lambda: f"{self.literal(pairs[:cut])} + {self.literal(pairs[cut:] + lost)}")
            ways.append(lambda: f"[...{self.literal(pairs[:cut])}, ...{self.literal(pairs[cut:])}]")
            ways.append(lambda: f"array_merge({self.literal(pairs[:cut])}, {self.literal(pairs[cut:])})")
        if pairs and not named and pairs[0][0] is None:
            ways.append(lambda: f"[...{self.literal(pairs[:cut])}, ...{self.literal(pairs[cut:])}]")
        if self.luck.random() < 0.2:
            return self.variable(self.luck.choice(ways)())
        return self.luck.choice(ways)()

    def literal(self, pairs: list[tuple[Any, Any]]) -> str:
        begin, end = self.luck.choice([("[", "]"), ("array(", ")"), ("Array (\n", "\n)")])
        items = [self.value(value) if key is None else f"{self.key(key)} => {self.value(value)}" for key, value in pairs]
        comment = self.luck.choice(["", " // why", " /* 'x' => 1, */", " # old"])
        return begin + "".join([f"{each},{comment}\n" for each in items]) + end

    def builder(self, state: dict[str, Any]) -> str:
        """A state as a chain."""
        calls = "GameStateBuilder::create()"
        for key, value in state.items():
            name = "".join([self.luck.choice([each.upper(), each.lower()]) for each in key])
            said = f"StateType::{TYPES[value]}" if key == "type" else self.value(value)
            calls += f"\n->{name}({said})"
        return f"{calls}->build()"

    def state(self, state: dict[str, Any]) -> str:
        return self.builder(state) if self.luck.random() < 0.25 else self.array(list(state.items()))

    def machine(self, states: States) -> dict[str, str]:
        """All files of a project."""
        pairs = [(number, self.state(state)) for number, state in states]

        def joined(some: list[tuple[int, str]]) -> str:
            return "[" + ", ".join([f"{self.key(number)} => {text}" for number, text in some]) + "]"

        cut = self.luck.randint(0, len(pairs))
        match self.luck.choice(["literal", "union", "assign", "append", "foreach"]):
            case "union":
                body = f"$machinestates = {joined(pairs[:cut])} + {joined(pairs[cut:])};"
            case "assign":
                body = f"$machinestates = {joined(pairs[:cut])};\n"
                body += "\n".join([f"$machinestates[{self.key(number)}] = {text};" for number, text in pairs[cut:]])
            case "append":
                body = f"$machinestates = {joined(pairs[:cut])};\n$machinestates += {joined(pairs[cut:])};"
            case "foreach":
                body = f"$all = {joined(pairs)};\nforeach ($all as $id => $one) {{ $machinestates[$id] = $one; }}"
            case _:
                body = f"$machinestates = {joined(pairs)};"
        guards = "\n".join([self.define(name, text) for name, text in self.constants.items()])
        members = "\n".join([f"const {name} = {text};" for name, text in self.members.items()])
        own, include = (
            ("", "require_once 'modules/php/constants.inc.php';\n") if self.luck.random() < 0.5 else (guards + "\n", "")
        )
        return {
            "states.inc.php": "<?php\n" + own + include + "\n".join(self.variables) + "\n" + body + "\n",
            "modules/php/constants.inc.php": "<?php\n" + ("" if own else guards) + "\n",
            "modules/php/Names.php": f"<?php\nclass Names {{\n{members}\n}}\nclass Heir extends Names {{}}\n",
        }

    def define(self, name: str, expression: str) -> str:
        ways = [f"const {name} = {expression};", f"define('{name}', {expression});", f'define("{name}", {expression});']
        ways.append(f"if (!defined('{name}')) {{ define('{name}', {expression}); }}")
        return self.luck.choice(ways)


def as_expected(states: States) -> list[list[Any]]:
    """What ``json_encode`` makes of the states."""
    found: list[list[Any]] = json.loads(json.dumps([[number, state] for number, state in states]))
    for _number, state in found:
        for key, value in state.items():
            if value == {}:
                state[key] = []  # an empty array is a list
    return found
