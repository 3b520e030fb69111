"""Damaged projects: every damage is reported, and nothing fails."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import rondel
from rondel.bga import Reading
from rondel.bga.checks.all import of
from rondel.bga.machine.reader import NothingRead
from rondel.bga.machine.walk import walk
from rondel.bga.porting.skeleton import Skeleton, write
from rondel.cli.chart import as_mermaid, as_svg, as_text
from rondel.cli.commands.diagram import charted
from rondel.engine.checks.ruleset import rules_of
from tests.bga.fixture import Fixture, corpus
from tests.bga.planted import sound

SCRAPS = ("", "", "'", '"', "[", "]", "(", "=>", "$x", "null", "99", "::class", "...", "->b", ";", "private", "game", "ST_OWN")


def mangled(fixture: Fixture, luck: random.Random) -> Fixture:
    """A few characters of one file taken out, and scraps put in."""
    files = dict(fixture.files)
    name = luck.choice(sorted(files))
    text = files[name]
    for _scrap in range(luck.randint(1, 3)):
        begin = luck.randrange(len(text) + 1)
        text = text[:begin] + luck.choice(SCRAPS) + text[begin + luck.randint(0, 12) :]
    return Fixture(fixture.name, {**files, name: text}, {})


def test_nothing_breaks_down(tmp_path: Path, scaled: Callable[[int], int]) -> None:
    luck = random.Random(7)
    fixtures = [*corpus(), *[sound()] * 10]
    for number in range(scaled(3000)):
        folder = mangled(luck.choice(fixtures), luck).write(tmp_path / str(number))
        reading = Reading(folder)
        chart = charted("game", reading.machine, of(reading))
        assert as_svg(chart).startswith("<svg")
        assert as_mermaid(chart).startswith("stateDiagram-v2")
        assert as_text(chart)
        walk(reading, 3)
        try:
            module, _table = write(Skeleton(reading, "mangled"), folder)
        except NothingRead:
            continue
        rules_of(rondel.load(module))
