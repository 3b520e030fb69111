"""``rondel dev``: its arguments; its behaviour is tested with the bench, and in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.cli.commands.dev import table
from rondel.errors import BadOption, UnknownRole
from rondel.server.catalog.games import offer
from rondel.shelf.liars_dice import LiarsDice
from tests.cli.shell import rondel


def test_the_author_has_every_seat_unless_somebody_is_to_play_against_them() -> None:
    dice = offer(LiarsDice)
    own = table(dice, role="", against="", options=[], seats=3)
    assert [seat.kind for seat in own.seats] == ["me", "me", "me"]
    fought = table(dice, role=own.seats[1].role, against="greedy", options=["dice=2"], seats=2)
    assert [(seat.kind, seat.bot) for seat in fought.seats] == [("bot", "greedy"), ("me", "")]
    assert fought.options == {"dice": 2}
    with pytest.raises(BadOption, match="is for 2 to"):
        table(dice, role="", against="", options=[], seats=99)
    with pytest.raises(BadOption, match="unknown option 'size'"):
        table(dice, role="", against="", options=["size=3"], seats=None)
    with pytest.raises(UnknownRole, match="unknown role 'nobody'"):
        table(dice, role="nobody", against="", options=[], seats=None)


def test_a_file_there_is_not_is_said(tmp_path: Path) -> None:
    done = rondel("dev", str(tmp_path / "nothing.py"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "no game file at" in done.stderr


def test_a_file_without_a_game_is_said_before_anything_is_served(tmp_path: Path) -> None:
    (tmp_path / "notes.py").write_text("HEAPS = (3, 4, 5)\n", encoding="utf-8")
    done = rondel("dev", str(tmp_path / "notes.py"), "--no-open", "--port", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "rondel: 'notes.py' holds no game: write a class in it that derives from rondel.Game (`rondel new NAME` begins one)\n"
    )
