"""The contract: each promise has its section, and every figure there is stands there with what was measured of it."""

from __future__ import annotations

import re

import pages

from tests.chaos.__main__ import FIGURES

PAGE = (pages.DOCS / "contract.md").read_text(encoding="utf-8")


def test_each_promise_from_a_to_j_has_a_section() -> None:
    assert re.findall(r"^## ([A-Z])\. ", PAGE, re.MULTILINE) == list("ABCDEFGHIJ")


def test_every_command_is_asked_for_its_figure_and_no_other_is() -> None:
    asked = [name for mark in re.findall(r"<!-- measured: ([\w. ]+) -->", PAGE) for name in mark.split()]
    assert sorted(asked) == sorted(FIGURES)


def test_what_was_not_met_is_said() -> None:
    rows = pages.CHAOS.read_text(encoding="utf-8").splitlines()
    failed = [row.split(" | ")[0].strip("| ") for row in rows if "| **no**" in row]
    for figure in failed:
        (point,) = [line for line in PAGE.splitlines() if line.startswith(f"- **{figure}**")]
        assert "**Not met**" in point
    assert PAGE.count("**Not met**") == len(failed)
