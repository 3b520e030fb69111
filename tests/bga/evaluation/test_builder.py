"""The builder: chains of calls as arrays."""

from __future__ import annotations

from rondel.bga.evaluation.builder import Call, build, end, setup
from rondel.bga.php.source import Place
from rondel.bga.php.value import Array, Case, Unread, Value, as_json

HERE = Place("states.inc.php", 3)


def chain(*calls: tuple[str, Value]) -> Value:
    return build([Call(name, [] if value is None else [value], HERE, name) for name, value in calls])


def test_every_method_sets_its_key_whatever_its_capital_letters() -> None:
    built = chain(
        ("create", None), ("NAME", "a"), ("Type", Case("StateType", "GAME", "game")), ("descriptionMyTurn", "b"),
        ("possibleActions", Array()), ("updategameprogression", True), ("InitialPrivate", 5), ("build", None),
    )  # fmt: skip
    assert as_json(built) == {
        "name": "a", "type": "game", "descriptionmyturn": "b", "possibleactions": [], "updateGameProgression": True,
        "initialprivate": 5,
    }  # fmt: skip


def test_predefined_states() -> None:
    assert as_json(chain(("gameSetup", 10), ("build", None))) == setup(10, HERE).to_json()
    assert as_json(chain(("gamesetup", None), ("build", None)))["transitions"] == {"": 2}
    assert as_json(chain(("endScore", None), ("build", None)))["transitions"] == {"": 99}
    assert as_json(chain(("GameEnd", None), ("build", None))) == end(HERE).to_json()


def test_an_unknown_method_is_named() -> None:
    lost = chain(("make", None), ("build", None))
    assert isinstance(lost, Unread)
    built = chain(("create", None), ("name", "a"), ("colour", "red"), ("args", None), ("build", None))
    assert isinstance(built, Array)
    assert built.to_json() == {"name": "a"}
    assert [each.why for each in built.gaps] == ["the builder has no colour()", "args() has no argument"]
