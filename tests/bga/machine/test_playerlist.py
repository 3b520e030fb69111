"""Player lists that are known to have a player."""

from __future__ import annotations

import pytest

from rondel.bga.machine.playerlist import is_filled
from rondel.bga.php.source import Source, parts


@pytest.mark.parametrize(
    ("code", "filled"),
    [
        ("[$id];", True),
        ("array($id, ...$given);", True),
        ("$a = [$id]; $a[] = 2; $a;", True),
        ("$a = [1]; $b = array_merge($a, $given); $b;", True),
        ("array_map(fn($x) => $x, array_keys($this->loadPlayersBasicInfos()));", True),
        ("$given ? [1] : [2];", True),
        ("$given ? [1] : [];", False),
        ("$given;", False),
        ("[...$given];", False),
        ("$a = [$id]; $a = $given; $a;", False),
        ("$a = [$id]; unset($a[0]); $a;", False),
        ("$a = [$id]; array_shift($a); $a;", False),
        ("$given = [$id]; $given;", False),
        ("array_filter([1]);", False),
        ("$a = $a; $a;", False),
    ],
)
def test_lists_with_a_known_player(code: str, filled: bool) -> None:
    source = Source(f"<?php function f($given) {{ {code} }}".encode(), "a.php")
    function = source.root.named_children[1]
    last = parts(parts(function.child_by_field_name("body"))[-1])[0]
    assert is_filled(last, source, function) is filled
