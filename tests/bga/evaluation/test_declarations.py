"""Declarations: the constants, classes and methods of a project."""

from __future__ import annotations

from rondel.bga.evaluation.declarations import Declarations
from rondel.bga.php.source import Source

CLASSES = b"""<?php
namespace A;
interface Named { const NAME = 'name'; }
trait Zombies { function zombie() {} }
abstract class Base implements Named { const DEEP = 1; function act() {} }
class Turn extends Base {
    use Zombies;
    #[PossibleAction]
    public static function actPass() {}
    #[\\Bga\\GameFramework\\States\\PossibleAction, Other(1)]
    private function actPlay() {}
}
enum Way: string { case Next = 'next'; case Bare; const FIRST = self::Next; }
"""


def test_constants_wherever_they_are_defined() -> None:
    one = Source(
        b"<?php if (!defined('A')) { define('A', 1); } function f() { \\define(\"B\", 2); } const C = 3, D = 4;", "1.php"
    )
    other = Source(b"<?php namespace X; const C = 5; define('E', 6); define($name, 7);", "2.php")
    declared = Declarations([one, other])
    assert sorted(declared.constants) == ["A", "B", "C", "D", "E", "X\\C"]
    assert str(declared.constants["E"][0].place) == "2.php:1"


def test_classes_with_their_parents_interfaces_and_traits() -> None:
    declared = Declarations([Source(CLASSES, "a.php")])
    turn = declared.named("a\\turn")
    assert turn is not None
    assert turn.short == "Turn"
    assert [each.name for each in declared.line(turn)] == ["A\\Turn", "A\\Base", "A\\Zombies", "A\\Named"]
    assert {each.name: each.attributes for each in turn.methods.values()} == {
        "actPass": {"PossibleAction": "A\\PossibleAction"},
        "actPlay": {"PossibleAction": "Bga\\GameFramework\\States\\PossibleAction", "Other": "A\\Other"},
    }
    assert turn.methods["actpass"].place.line == 9


def test_enums() -> None:
    way = Declarations([Source(CLASSES, "a.php")]).named("A\\Way")
    assert way is not None
    assert list(way.cases) == ["Next", "Bare"]
    assert way.cases["Bare"] is None
    assert list(way.constants) == ["FIRST"]


def test_a_short_name_is_enough_where_only_one_class_has_it() -> None:
    declared = Declarations(
        [Source(b"<?php namespace A; class One {} class Two {}", "a.php"), Source(b"<?php class Two {}", "b.php")]
    )
    one, two = declared.named("Other\\One"), declared.named("Other\\Two")
    assert one is not None
    assert one.name == "A\\One"
    assert two is None
