"""Namespaces: PHP's rules for looking up names."""

from __future__ import annotations

import pytest

from rondel.bga.php import namespace
from rondel.bga.php.source import Source

FILE = """<?php
namespace Bga\\Games\\pond;
use Bga\\GameFramework\\{StateType, States\\GameState as Base};
use Top;
use const Bga\\ONE;
use function strlen;
use Other\\{const TWO, Thing};
"""


@pytest.mark.parametrize(
    ("written", "full"),
    [
        ("StateType", "Bga\\GameFramework\\StateType"),
        ("base", "Bga\\GameFramework\\States\\GameState"),
        ("Top", "Top"),
        ("Thing\\Inner", "Other\\Thing\\Inner"),
        ("Frog", "Bga\\Games\\pond\\Frog"),
        ("\\Frog", "Frog"),
        ("namespace\\Frog", "Bga\\Games\\pond\\Frog"),
        ("strlen", "Bga\\Games\\pond\\strlen"),
    ],
)
def test_classes(written: str, full: str) -> None:
    assert namespace.of(Source(FILE.encode(), "a.php")).of_class(written) == full


@pytest.mark.parametrize(
    ("written", "candidates"),
    [
        ("ONE", ["Bga\\ONE"]),
        ("TWO", ["Other\\TWO"]),
        ("THREE", ["Bga\\Games\\pond\\THREE", "THREE"]),
        ("Deep\\FOUR", ["Bga\\Games\\pond\\Deep\\FOUR"]),
    ],
)
def test_constants(written: str, candidates: list[str]) -> None:
    assert namespace.of(Source(FILE.encode(), "a.php")).of_constant(written) == candidates


def test_without_a_namespace_a_name_is_itself() -> None:
    names = namespace.of(Source(b"<?php $a = 1;", "a.php"))
    assert (names.of_class("A"), names.of_constant("B")) == ("A", ["B"])


def test_a_namespace_in_braces() -> None:
    names = namespace.of(Source(b"<?php namespace A { use B\\C; }", "a.php"))
    assert (names.of_class("C"), names.of_class("D")) == ("B\\C", "A\\D")
