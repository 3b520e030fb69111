"""Imports from a namespace of the project that has no such class."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.bga.checks import check
from rondel.bga.finding import Finding
from tests.bga.planted import sound

CARD = "<?php\nnamespace Bga\\Games\\stones\\Cards;\nclass Card { const FACES = 2; }\n"


def imported(folder: Path, written: str, body: str) -> list[Finding]:
    """The findings about imports, in a project with a class of cards and a file that imports one."""
    fixture = sound()
    fixture.files["modules/php/Cards/Card.php"] = CARD
    fixture.files["modules/php/Rules.php"] = (
        f"<?php\nnamespace Bga\\Games\\stones;\nuse {written};\nclass Rules {{\n{body}\n}}\n"
    )
    return [each for each in check(fixture.write(folder)) if each.code == "import-missing"]


@pytest.mark.parametrize(
    "body",
    [
        "public function __construct() { return new Card(); }",
        "const FACES = Card::FACES;",
        "public function __get($name) { return Card::class; }",
    ],
)
def test_a_class_imported_from_the_wrong_namespace_is_an_error(body: str, tmp_path: Path) -> None:
    (own,) = imported(tmp_path, "Bga\\Games\\stones\\States\\Card", body)
    assert (own.severity, own.place.line) == ("error", 3)
    assert own.fix == "did you mean Bga\\Games\\stones\\Cards\\Card?"


@pytest.mark.parametrize(
    ("written", "body"),
    [
        ("Bga\\Games\\stones\\Cards\\Card", "public function __get($name) { return new Card(); }"),
        ("bga\\games\\STONES\\cards\\card", "public function __get($name) { return new Card(); }"),
        ("Bga\\Games\\stones\\States\\Card", "/* Card */"),
        ("Other\\Cards\\Card", "public function __get($name) { return new Card(); }"),
        ("Bga\\GameFramework\\Card", "public function __get($name) { return new Card(); }"),
        ("Bga\\Games\\stones\\States\\Gone", "public function __get($name) { return new Gone(); }"),
    ],
)
def test_an_import_that_is_there_or_unused_or_of_others_is_not_reported(written: str, body: str, tmp_path: Path) -> None:
    assert imported(tmp_path, written, body) == []


def test_in_a_method_that_nothing_calls_it_is_a_warning(tmp_path: Path) -> None:
    (own,) = imported(tmp_path, "Bga\\Games\\stones\\States\\Card", "public function idle() { return new Card(); }")
    assert own.severity == "warning"
