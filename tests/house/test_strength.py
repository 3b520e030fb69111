"""The studies of strength: each can be carried out, sees who errs, and goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import strength

from rondel.players.bots.ladders import ladder
from tests.conftest import SCALE

STUDIES = [study for study in strength.STUDIES if SCALE >= 1 or study.name != "hearts_greedy"]
"""`make test` leaves out what is `hearts_random` against opponents that take longer."""


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.name)
def test_every_study_can_be_carried_out_and_goes_on(study: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With bots that are quick: what is tested is the study, and not who is strong."""
    monkeypatch.setattr(strength, "KEPT", tmp_path)
    for name, spec in (
        ("REVERSI", "greedy"),
        ("REVERSI_LONG", "greedy"),
        ("CONNECT_FOUR", "alphabeta:20000"),
        ("HEARTS", "random"),
        ("SHEPHY", "greedy"),
    ):
        monkeypatch.setattr(strength, name, spec)
    monkeypatch.setattr(strength, "WIDTHS", (1,))
    units = 20 if study.name == "connect_four" else 1
    strength.carry_out(study, units)
    found = strength.known(study)
    assert len(found) == units
    strength.carry_out(study, units + 1)
    assert strength.known(study)[:units] == found
    assert len(strength.known(study)) == units + 1
    assert study.said(strength.known(study)) in strength.report()
    if study.name == "connect_four":
        assert all(each["perfect"] for each in strength.known(study))


def test_a_study_of_another_player_is_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "KEPT", tmp_path)
    (study,) = [study for study in strength.STUDIES if study.name == "connect_four"]
    strength.carry_out(study, 2)
    assert len(strength.known(study)) == 2
    monkeypatch.setattr(strength, "CONNECT_FOUR", "random")
    assert strength.known(study) == []
    strength.carry_out(study, 1)
    assert (tmp_path / "connect_four.jsonl").read_text().splitlines()[0] == '{"plays": "random"}'


def test_a_bot_that_errs_is_seen_in_the_endings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "CONNECT_FOUR", "random")
    found = [strength.connect_four(number) for number in range(30)]
    assert not all(each["perfect"] for each in found)


def test_the_page_has_what_the_scripts_printed_and_the_candidates_of_the_present_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first line of a script and its last; a candidate that was tried against another level 5 is left out."""
    monkeypatch.setattr(strength, "KEPT", tmp_path)
    assert strength.printed() == strength.compared() == []
    (tmp_path / "chess.txt").write_text("who plays\ngame 0: won\ngame 1: lost\n", encoding="utf-8")
    row = {"game": "gomoku", "level_5": ladder("gomoku")[4], "candidate": "random", "points": 1.5, "games": 10}
    rows = [row, {**row, "level_5": "nobody"}]
    (tmp_path / "candidates.jsonl").write_text("".join([json.dumps(each) + "\n" for each in rows]), encoding="utf-8")
    page = strength.report()
    assert "who plays. Last line: game 1: lost." in page
    assert "game 0" not in page
    assert page.count("gomoku") == 1
    assert "| `random` | 1.5 of 10 | 15 % (4 to 46) |" in page
