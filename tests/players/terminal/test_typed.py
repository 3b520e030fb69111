"""What a person types: short forms, numbers, and useful answers to nonsense."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rondel.players.terminal.typed import NotUnderstood, listed, names, plain, short, understand


def moves(*texts: str) -> list[dict[str, Any]]:
    """Moves as a view lists them."""
    return [{"text": text, "action": text.partition("(")[0]} for text in texts]


DISCS = moves("play_disc(d3)", "play_disc(c4)", "play_disc(f5)", "play_disc(e6)")
STONES = moves("move(a1,b1)", "move(a1,a2)", "move(b2,b1)", "pass_on")
DROPS = moves("drop(1)", "drop(2)", "drop(10)")
CLASH = moves("take(a1)", "turn(a1)", "turn(b1)")


@pytest.mark.parametrize(
    ("typed", "listed", "meant"),
    [
        ("play_disc(d3)", DISCS, "play_disc(d3)"),
        ("d3", DISCS, "play_disc(d3)"),
        (" D3 ", DISCS, "play_disc(d3)"),
        ("Play_Disc d3", DISCS, "play_disc(d3)"),
        ("(d3)", DISCS, "play_disc(d3)"),
        ("2", DISCS, "play_disc(c4)"),
        ("#4", DISCS, "play_disc(e6)"),
        ("e", DISCS, "play_disc(e6)"),
        ("a1 a2", STONES, "move(a1,a2)"),
        ("a1,a2", STONES, "move(a1,a2)"),
        ("a1a2", STONES, "move(a1,a2)"),
        ("b2", STONES, "move(b2,b1)"),
        ("pass_on", STONES, "pass_on"),
        ("p", STONES, "pass_on"),
        ("turn b1", CLASH, "turn(b1)"),
        ("take", CLASH, "take(a1)"),
        ("2", DROPS, "drop(2)"),
        ("#3", DROPS, "drop(10)"),
        ("10", DROPS, "drop(10)"),
    ],
)
def test_what_is_understood(typed: str, listed: list[dict[str, Any]], meant: str) -> None:
    assert understand(typed, listed) == meant


@pytest.mark.parametrize(
    ("typed", "listed", "answer"),
    [
        ("d33", DISCS, "I do not understand 'd33'. Did you mean d3? You can play d3, c4, f5, e6. Type help for help."),
        ("a1", DISCS, "'a1' is on the board, but not a legal move now. You can play d3, c4, f5, e6."),
        ("hello", DISCS, "I do not understand 'hello'. You can play d3, c4, f5, e6. Type help for help."),
        ("9", DISCS, "There is no move number 9: they go from 1 to 4."),
        ("#0", DISCS, "There is no move number 0: they go from 1 to 4."),
        ("play_disc", DISCS, "'play_disc' can mean play_disc(d3), play_disc(c4), play_disc(f5), play_disc(e6). Type more"),
        ("a1", STONES, "'a1' can mean move(a1,b1), move(a1,a2). Type more of it, or its number."),
        ("a1", CLASH, "'a1' can mean take(a1), turn(a1). Type more of it, or its number."),
        ("☃", DISCS, "I do not understand '☃'. You can play"),
    ],
)
def test_what_is_not_gets_a_useful_answer(typed: str, listed: list[dict[str, Any]], answer: str) -> None:
    with pytest.raises(NotUnderstood, match=re.escape(answer)):
        understand(typed, listed, places=["a1", "b1"])


def test_the_short_forms() -> None:
    assert names(DISCS) == ["d3", "c4", "f5", "e6"]
    assert names(CLASH) == ["take(a1)", "turn(a1)", "b1"]
    assert [short(move) for move in STONES] == ["a1 b1", "a1 a2", "b2 b1", "pass_on"]


def test_many_are_counted() -> None:
    assert listed([f"a{number}" for number in range(15)]).endswith("a11, ... (15 in all)")


def test_every_short_form_is_understood() -> None:
    for each in (DISCS, STONES, DROPS, CLASH):
        assert [understand(name, each) for name in names(each)] == [move["text"] for move in each]


def test_plain_leaves_out_what_people_leave_out() -> None:
    assert plain("Move(A1, b2)") == plain("move a1 b2") == "move a1 b2"


def test_answers_come_in_the_language_of_the_reader() -> None:
    with pytest.raises(NotUnderstood) as caught:
        understand("x9", DISCS, lang="de")
    assert str(caught.value) == "Ich verstehe 'x9' nicht. Du kannst d3, c4, f5, e6 spielen. „help“ zeigt die Hilfe."
