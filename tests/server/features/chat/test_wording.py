"""Wording: a line keeps its meaning and loses harmful characters."""

from __future__ import annotations

import pytest

from rondel.server.features.chat.wording import LONGEST, worded
from rondel.server.protocol.refused import Refusal


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("  hello\n\tthere  ", "hello there"),
        ("abc\u202edef\u2066\u200b\ufeff", "abcdef"),
        ("a\u0000\u0007b\ud800", "ab"),
        ("<b>&amp;</b> 'x'", "<b>&amp;</b> 'x'"),
        ("e\u0301", "é"),
        ("z" + "\u0335" * 30 + "a", "z" + "\u0335" * 3 + "a"),
        ("z" + "\u0335\u200d" * 30 + "a", "z" + "\u0335\u200d" * 3 + "a"),
        ("👩\u200d🚀 👍🏽 ❤\ufe0f\u200d🔥", "👩\u200d🚀 👍🏽 ❤\ufe0f\u200d🔥"),
        ("a\u200db", "ab"),
        ("שלום עולם", "שלום עולם"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_a_line_is_what_can_be_seen_of_it(said: str, shown: str) -> None:
    assert worded(said) == shown


@pytest.mark.parametrize("said", ["", " \n ", "\u200b\u202e", "x" * (LONGEST + 1), "\u200b" * 10_000 + "x", " " * 10_000 + "x"])
def test_nothing_and_too_much_is_refused(said: str) -> None:
    with pytest.raises(Refusal, match="malformed: a line of chat has 1 to 500 characters"):
        worded(said)
