"""Sorts: the outcomes of a draw, in an order of their own. That a pile keeps them up to date is tested with the piles."""

from __future__ import annotations

from rondel.engine.components.sorts import Sorts, in_order
from rondel.engine.components.token import Face, TokenKind

Card = TokenKind("card", faces={face: Face("disc") for face in "abc"})


def test_tokens_are_ordered_by_key_and_then_by_serial_number() -> None:
    tokens = [Card(owner, face=face) for owner, face in (("left", "b"), (None, "a"), ("left", "a"), (None, "b"), (None, "a"))]
    for number, token in enumerate(tokens):
        token.serial = 9 - number
    for _again in range(2):  # the second time by cached texts
        found = [(token.face, token.owner, token.serial) for token in in_order(tokens)]
        assert found == [("a", "left", 7), ("a", None, 5), ("a", None, 8), ("b", "left", 9), ("b", None, 6)]


def test_equal_tokens_without_numbers_stay_as_they_are() -> None:
    tokens = [Card(face="a"), Card(face="a")]
    assert [each is token for each, token in zip(in_order(tokens), tokens, strict=True)] == [True, True]


def test_tokens_with_props_are_ordered_by_them() -> None:
    tokens = [Card(face="a"), Card(face="a")]
    for token, worth in zip(tokens, (2, 1), strict=True):
        token.serial = 1
        token.set("worth", worth)
    assert [token.get("worth") for token in in_order(tokens)] == [1, 2]


def test_equal_tokens_are_one_outcome() -> None:
    sorts = Sorts(in_order([Card(face=face) for face in "abab"] + [Card(face="c")]))
    assert (sorts.texts, sorts.counts) == (["draw(a)", "draw(b)", "draw(c)"], [2, 2, 1])
