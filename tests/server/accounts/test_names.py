"""Names: what an account may be called, and which names are one."""

from __future__ import annotations

import doctest
import time
import unicodedata

import pytest

from rondel.server.accounts import names
from rondel.server.protocol.refused import Refusal


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(names).failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "ada.lovelace",
        "René",
        "Ольга",
        "Γιώργος",
        "山田 太郎",
        "やまだ",
        "김철수",
        "मोहन",
        "محمد",
        "Nguyễn Văn",
        "O'Neill",
        "R2-D2",
    ],
)
def test_people_of_all_scripts_may_have_their_names(name: str) -> None:
    assert names.for_account(f"  {name} ") == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    "name",
    [
        *("", "a", "a" * 25, "12", "__", "-ada", "ada..", "a  .b"),
        *("Аda", "Adа", "pаypal", "Ολга", "раураl"),  # Cyrillic or Greek letters among Latin ones
        *(
            "a\u200bda",
            "ada\u200d",
            "\u202eada",
            "a\u2066da",
            "ada\ufe0f",
            "ada\u3164",
            "a\x00da",
            "a\nda\x1b",
            "\ud800da",
            "ada\U000e0041",
        ),
        *("👑 king", "a/b", "<b>ada</b>", "ada@example", "a\u0338da\u0489"),
        *("admin", "A D M I N", "Rondel", "rоndеl".upper(), "m0derator", "Ａｄｍｉｎ"),
    ],
)
def test_a_name_that_could_pass_for_something_else_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="bad_name"):
        names.for_account(name)


@pytest.mark.parametrize(("name", "what"), [("a/b", "'/'"), ("👑 king", "'👑'"), ("a\u200bda", r"U\+200B")])
def test_what_no_name_may_have_in_it_is_said_as_it_can_be_seen(name: str, what: str) -> None:
    with pytest.raises(Refusal, match=rf"has no {what} in it$"):
        names.for_account(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada", "Ａｄａ"),
        ("Adam", "Adarn"),
        ("Ada L", "ada_l"),
        ("Bill", "B1ll"),
        ("BILL", "biII"),
        ("Cooper", "C00per"),
        ("Aca", "Аса"),  # Latin; Cyrillic
        ("HOCK", "НОСК"),
        ("KATE", "ΚΑΤΕ"),  # Latin; Greek
        ("Straße", "STRASSE"),
        ("René", "Rene\u0301"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert names.skeleton(one) == names.skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Eda"), ("René", "Rene"), ("मोहन", "महन"), ("Ada1", "Ada2"), ("太郎", "大郎")]
)
def test_names_that_do_not_are_two(one: str, other: str) -> None:
    assert names.skeleton(one) != names.skeleton(other)


@pytest.mark.parametrize(
    "long", ["a" * 65_536, "\u200b" * 65_536, " " * 65_536, "a\u0301" * 30_000, "rn" * 30_000, "é.-" * 20_000]
)
def test_no_name_takes_long_to_look_at(long: str) -> None:
    began = time.process_time()
    names.clean(long)
    names.skeleton(long)
    with pytest.raises(Refusal):
        names.for_account(long)
    assert time.process_time() - began < 0.5, "some milliseconds by themselves"


def test_no_letter_of_a_name_is_drawn_over_the_lines_around_it() -> None:
    towering = "Ada" + "\u0301\u200b" * 30 + "b"
    assert names.clean(towering) == "Ada\u0301\u0301\u0301b"
    assert names.clean("Nguyễn กี้ e\u0301\u0302") == "Nguyễn กี้ e\u0301\u0302", "some are written so"
    with pytest.raises(Refusal, match="at most 3 marks"):
        names.for_account("กก" + "\u0e49" * 9)
    assert names.for_account("กี้") == "กี้"


@pytest.mark.parametrize("blank", ["", " \t\n", "\u200b\u2060", "\u3164\u115f", "\ufe0f", "\u202e\u2066", "\x00\x1b"])
def test_a_name_that_nobody_could_see_is_none(blank: str) -> None:
    assert names.clean(blank) == ""
