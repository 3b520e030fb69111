"""All checks together, and the findings of the reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rondel.bga.checks import actions, code, graph, imports, shape, texts
from rondel.bga.finding import Finding, in_order
from rondel.bga.machine.machine import Machine
from rondel.bga.machine.project import CLASSES
from rondel.bga.machine.reach import Reach
from rondel.bga.machine.reader import NOT_PHP, NOTHING, VARIABLE, Reading
from rondel.bga.machine.usage import Usage
from rondel.bga.php.source import Place
from rondel.bga.php.value import Unread

SLIP: Final = "check for a missing comma or bracket on this line or the line before, or for a quote inside a text"
"""The fix of a syntax error."""


def check(path: Path) -> list[Finding]:
    """Everything that is wrong with a project, by file and line. Raises `NotAProject`."""
    reading = Reading(path)
    return of(reading)


def of(reading: Reading) -> list[Finding]:
    """Everything that is wrong with a project that has been read."""
    if any(each.why == NOTHING for each in reading.machine.unread):
        return in_order(list(_reading(reading)))
    usage = Usage(reading)
    reach = Reach(reading.machine, usage)
    torn = _torn(reading.machine)
    broken = {each.name for each in reading.broken}
    found = [
        *shape.findings(reading.machine, reach),
        *graph.findings(reading.machine, usage, reach),
        *texts.findings(reading.machine, usage),
        *code.findings(reading.machine, usage, reach),
        *actions.findings(reading.machine, usage, reach),
        *imports.findings(reading, usage),
    ]
    whole = [each for each in found if each.place not in torn and each.place.file not in broken]
    return in_order([*_reading(reading), *whole])


def _torn(machine: Machine) -> frozenset[Place]:
    """The lines of states with a syntax error; the values read from such a state are wrong."""
    torn: set[Place] = set()
    for slip in [each.place for each in machine.unread if each.why == NOT_PHP]:
        lines = [each.place.line for each in machine.states if each.place.file == slip.file and not each.supplied]
        begin = max([line for line in lines if line <= slip.line], default=1)
        end = min([line for line in lines if line > slip.line], default=slip.line + 1)
        torn.update(Place(slip.file, line) for line in range(begin, end))
    return frozenset(torn)


def _slips(machine: Machine) -> dict[str, Unread]:
    """The first syntax error of each file. PHP stops there, and the parser reports errors after it that follow from it."""
    slips: dict[str, Unread] = {}
    # The parser's own errors have no text; the others are statements around them.
    for each in sorted(machine.unread, key=lambda each: (bool(each.text), each.place)):
        if each.why == NOT_PHP:
            slips.setdefault(each.place.file, each)
    return slips


def _reading(reading: Reading) -> Iterator[Finding]:
    slips = _slips(reading.machine)
    for each in reading.machine.unread:
        if each is slips.get(each.place.file):
            yield Finding("not-php", "error", each.place, "this cannot be parsed", SLIP)
        elif each.place.file in slips or each.why == NOT_PHP:
            continue  # it follows from the syntax error
        elif each.why == NOTHING:
            fix = f"name the project's folder, or the file that gives ${VARIABLE} its value"
            yield Finding("no-machine", "error", each.place, f"the file has no state machine: {each.why}", fix)
        else:
            said = f"{each.text}: {each.why}" if each.text else each.why
            yield Finding("unread", "note", each.place, f"not read, so not checked: {said}", "write it out")
    for source in reading.broken:
        if source.name not in slips:
            said = "this cannot be parsed, and the file is of no use to the game"
            yield Finding("not-php", "warning", source.faults()[0], said, SLIP)
    for first, second in reading.declared.repeated:
        loaded = reading.project.is_loaded(second.source.path)
        said = f"class {second.short} is also declared at {first.place}; only that declaration is read"
        severity = "warning" if loaded and second.source is not first.source else "note"
        yield Finding("class-twice", severity, second.place, said, "take one out, or give it another namespace")
    for stray in reading.stray:
        said = f"state class {stray.short} is not in {CLASSES}, so the framework does not find it, and it is not read"
        yield Finding("class-elsewhere", "note", stray.place, said, f"move it to {CLASSES} if it is a state of the game")
    for each in reading.machine.lost:
        if "vendor/" not in each.text:
            yield Finding("missing-file", "note", each.place, f"{each.text}: {each.why}", "give the whole project's folder")
