"""Texts: marked for translation, filled in where they are read."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine.text import _, faults, placeholders, render, translatable


def test_marking_changes_nothing() -> None:
    assert _("{you} must play") == "{you} must play"
    assert _ is translatable


@pytest.mark.parametrize(
    ("message", "found"),
    [("", ()), ("plain", ()), ("{a} and {b} and {a}", ("a", "b", "a")), ("{{not}} {a}", ("a",)), ("{}", ("",))],
)
def test_placeholders(message: str, found: tuple[str, ...]) -> None:
    assert placeholders(message) == found


@pytest.mark.parametrize("message", ["{open", "close}", "{a{b}", "{a!}"])
def test_broken_braces_are_found(message: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        placeholders(message)


def test_what_is_wrong_with_a_message() -> None:
    assert faults("ask", "{you} must play {card}", ("you", "card")) == []
    assert faults("ask", "{you} must play {crad}", None) == []
    assert faults("ask", "{crad} or {rank}", ()) == [
        "the ask has the unknown placeholder {crad}; known here: none",
        "the ask has the unknown placeholder {rank}; known here: none",
    ]
    assert faults("ask", "{h\u00e4nde}", None) == ["the ask has the placeholder {h\u00e4nde}; use a plain ASCII name"]
    assert faults("ask", "{you", None) == ["the ask, '{you', has broken braces: expected '}' before end of string"]


@pytest.mark.parametrize(
    ("message", "args", "said"),
    [
        ("{actplayer} plays {cell}", {"actplayer": {"role": "black"}, "cell": "d3"}, "black plays d3"),
        ("{n} sheep", {"n": 3}, "3 sheep"),
        ("{cards}", {"cards": ["QS", {"role": "north"}]}, "QS, north"),
        ("{what}!", {"what": {"text": "{n} sheep", "args": {"n": 1}}}, "1 sheep!"),
        ("{what}", {"what": {"text": "plain"}}, "plain"),
        ("{what}", {"what": {"other": 1}}, "{'other': 1}"),
        ("{what}", {"what": ("a", "b"), "unused": 1}, "a, b"),
        ("{{}} {a}", {"a": "{b}"}, "{} {b}"),
    ],
)
def test_filling_in(message: str, args: dict[str, Any], said: str) -> None:
    assert render(message, args) == said


def test_roles_are_called_what_the_table_calls_them() -> None:
    args = {"actplayer": {"role": "black"}, "what": {"text": "{other}", "args": {"other": {"role": "white"}}}}
    assert render("{actplayer}: {what}", args, {"black": "Ada", "white": "Bo"}) == "Ada: Bo"


def test_a_missing_argument_is_an_error() -> None:
    with pytest.raises(KeyError, match="cell"):
        render("{cell}", {})
