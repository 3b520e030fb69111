"""A sound project, and the same with mistakes planted in it."""

from __future__ import annotations

from pathlib import Path

from rondel.bga.checks import check
from rondel.bga.finding import Finding
from tests.bga.fixture import Fixture, parse

STATES, GAME = "states.inc.php", "modules/php/Game.php"


def sound() -> Fixture:
    """The sound one."""
    path = Path(__file__).parent / "sound.txt"
    return parse("sound", path.read_text(encoding="utf-8"))


def planted(folder: Path, *changes: tuple[str, str, str]) -> list[Finding]:
    """What is found after some changes: file, what stands there once, and what is to stand there instead."""
    fixture = sound()
    for name, before, after in changes:
        if fixture.files[name].count(before) != 1:
            raise LookupError(f"{before!r} does not stand in {name} exactly once")
        fixture.files[name] = fixture.files[name].replace(before, after)
    return check(fixture.write(folder))
