"""Constants: the values of names in their scope."""

from __future__ import annotations

import pytest

from rondel.bga.evaluation.constants import Constants, Unknown
from rondel.bga.evaluation.declarations import Declarations
from rondel.bga.evaluation.evaluator import Evaluator
from rondel.bga.evaluation.scope import Scope
from rondel.bga.php import namespace
from rondel.bga.php.source import Source
from rondel.bga.php.value import Case, Unread

FIRST = b"<?php namespace A; const ONE = 1; class K { const X = self::Y; const Y = 2; } enum E: string { case C = 'c'; }"


def known(*codes: bytes) -> tuple[Constants, list[Scope]]:
    sources = [Source(code, f"{number}.php") for number, code in enumerate(codes)]
    evaluator = Evaluator(Declarations(sources))
    return evaluator.constants, [Scope(each, namespace.of(each)) for each in sources]


def test_names_are_looked_for_in_the_namespace_and_then_beyond() -> None:
    constants, (inside, outside) = known(FIRST, b"<?php const TWO = 2;")
    assert [constants.named("ONE", inside), constants.named("TWO", inside), constants.named("\\A\\ONE", outside)] == [1, 2, 1]
    with pytest.raises(Unknown, match="no file of the project defines"):
        constants.named("ONE", outside)


def test_members_of_classes_and_cases_of_enums() -> None:
    constants, (inside, _outside) = known(FIRST, b"<?php")
    assert constants.member("K", "X", inside) == 2
    assert constants.member("E", "C", inside) == Case("A\\E", "C", "c")
    assert constants.member("StateType", "GAME", inside) == Case("StateType", "GAME", "game")
    assert constants.member("K", "class", inside) == "A\\K"
    with pytest.raises(Unknown, match=r"A\\K has no constant Z"):
        constants.member("K", "Z", inside)
    with pytest.raises(Unknown, match="declares the class Gone"):
        constants.member("Gone", "Z", inside)


def test_of_two_that_disagree_the_nearer_counts_or_none() -> None:
    constants, (one, _two, three) = known(b"<?php const A = 1;", b"<?php const A = 2;", b"<?php")
    assert constants.named("A", one) == 1
    with pytest.raises(Unknown, match=r"more than once, with different values: 0\.php:1, 1\.php:1"):
        constants.named("A", three)
    constants.included.append(one.source)
    assert constants.named("A", three) == 1


def test_a_guard_keeps_the_first_definition_of_a_file() -> None:
    code = b"<?php if (!defined('A')) { define('A', 1); } if (!defined('A')) { define('A', 2); } if (%s) define('A', 3);"
    constants, (here,) = known(code % b'! \\defined( "A" )')
    assert constants.named("A", here) == 1
    constants, (here,) = known(code % b"$more")
    with pytest.raises(Unknown, match="more than once"):
        constants.named("A", here)


def test_one_that_is_defined_by_itself() -> None:
    constants, (here,) = known(b"<?php const A = B; const B = A;")
    found = constants.named("A", here)
    assert isinstance(found, Unread)
    assert found.why == "a constant that is defined by itself"


def test_guards_find_defined_constants() -> None:
    constants, (one, two) = known(b"<?php define('A', 1);", b"<?php")
    assert (constants.is_defined("A", one), constants.is_defined("A", two)) == (False, True)
    constants.executed.add("A")
    assert constants.is_defined("A", one)
