"""Looks: every token that can be told from another has a number of its own, and one that is hidden has its kind's."""

from __future__ import annotations

import doctest

import pytest

from rondel.engine import Face, TokenKind
from rondel.errors import RulesError
from rondel.learning import looks as module
from rondel.learning.looks import Looks

ROLES = ("white", "black")
FACE = Face("disc")


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_a_face_that_names_the_owner_and_more_is_one_look() -> None:
    piece = TokenKind("piece", faces={"white king": FACE, "black king": FACE, "white pawn": FACE, "black pawn": FACE})
    looks = Looks([piece], ROLES, hides=False)
    assert looks.names == ("white king", "black king", "white pawn", "black pawn")
    assert looks.number("piece", "black", "pawn") == 3


def test_a_face_that_names_nobody_makes_a_look_for_each_owner_and_for_none() -> None:
    looks = Looks([TokenKind("card", faces={"K": FACE})], ROLES, hides=True)
    assert looks.names == ("K", "white K", "black K", "card", "white card", "black card")
    assert looks.number("card", "white", "K") == 1
    assert looks.number("card", "white", "") == 4  # face down
    assert looks.number("card", None, "K") == 0


def test_several_kinds_are_told_apart() -> None:
    looks = Looks([TokenKind("die", faces={"1": FACE}), TokenKind("chip")], ("solo",), hides=False)
    assert looks.names == ("die 1", "die solo 1", "die", "solo die", "chip", "solo chip")
    assert len(looks) == len(set(looks.names))


def test_a_face_named_by_a_role_is_the_same_look_however_the_token_shows_it() -> None:
    disc = TokenKind("disc", faces={"white": FACE, "black": FACE})
    looks = Looks([disc], ROLES, hides=False)
    assert looks.number("disc", "black", "") == looks.number("disc", None, "black") == looks.number("disc", "white", "black")


def test_a_face_that_is_not_declared_is_refused_with_the_fix() -> None:
    looks = Looks([TokenKind("disc", faces={"white": FACE, "black": FACE})], ROLES, hides=False)
    with pytest.raises(RulesError, match=r"the face 'red' has no number.*faces=\{'red': Face"):
        looks.number("disc", "white", "red")
