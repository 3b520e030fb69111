"""Functions of PHP's own, by the examples of its manual."""

from __future__ import annotations

import pytest

from rondel.bga.php.functions import call
from rondel.bga.php.source import Place
from rondel.bga.php.value import Array, Marked, Value, as_json

HERE = Place("a.php", 1)


def array(*values: Value, **named: Value) -> Array:
    made = Array()
    for value in values:
        made.append(value, HERE)
    for key, value in named.items():
        made.put(key, value, HERE)
    return made


@pytest.mark.parametrize(
    ("name", "given", "comes"),
    [
        ("array_merge", [array("red", color="red"), array("a", color="green")], {"0": "red", "color": "green", "1": "a"}),
        ("array_search", ["green", array("blue", "green")], 1),
        ("array_search", ["red", array("blue", "green")], False),
        ("array_search", ["1", array(0, 1), True], False),
        ("substr", ["abcdef", -3, 1], "d"),
        ("substr", ["abcdef", 0, -1], "abcde"),
        ("substr", ["abc", 5], ""),
        ("strpos", ["abc", "d"], False),
        ("strpos", ["abcabc", "a", 1], 3),
        ("strlen", ["äb"], 3),
        ("str_starts_with", ["abc", "ab"], True),
        ("str_ends_with", ["abc", "ab"], False),
        ("str_contains", ["abc", "b"], True),
        ("array_replace", [array("orange", "banana"), array("pineapple")], ["pineapple", "banana"]),
        ("array_keys", [array("x", color="red")], [0, "color"]),
        ("array_values", [array(size="XL", color="gold")], ["XL", "gold"]),
        ("array_flip", [array("a", "b")], {"a": 0, "b": 1}),
        ("array_combine", [array("green", "red"), array("avocado", "apple")], {"green": "avocado", "red": "apple"}),
        ("array_fill_keys", [array("a", 5), "banana"], {"a": "banana", "5": "banana"}),
        ("array_diff", [array("green", "red", "blue"), array("red")], {"0": "green", "2": "blue"}),
        ("range", [1, 4], [1, 2, 3, 4]),
        ("range", [6, 0, 3], [6, 3, 0]),
        ("in_array", ["1", array(1, 2)], True),
        ("in_array", ["1", array(1, 2), True], False),
        ("array_key_exists", ["first", array(first=None)], True),
        ("implode", [",", array("a", "b")], "a,b"),
        ("count", [array(1, 2)], 2),
        ("ucfirst", ["hello world"], "Hello world"),
        ("lcfirst", ["Hello"], "hello"),
        ("intval", ["42"], 42),
        ("trim", [" a\n"], "a"),
    ],
)
def test_results_of_functions(name: str, given: list[Value], comes: object) -> None:
    assert as_json(call(name, given, HERE)) == comes


def test_a_mark_returns_its_text_and_leaves_it_marked() -> None:
    for name in ("clienttranslate", "totranslate", "_"):
        said = call(name, ["Pass"], HERE)
        assert said == "Pass"
        assert isinstance(said, Marked)


def test_unknown_functions_and_wrong_arguments() -> None:
    with pytest.raises(KeyError):
        call("shuffle", [array()], HERE)
    for name, given in (
        ("array_keys", ["text"]),
        ("range", [0, 10**9]),
        ("implode", [","]),
        ("array_combine", [array(1), array()]),
    ):
        with pytest.raises(ValueError, match=r"."):
            call(name, given, HERE)
