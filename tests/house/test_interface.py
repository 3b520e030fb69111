"""What is promised stays: names and signatures are those of the newest release, or the changelog says what has changed."""

from __future__ import annotations

from pathlib import Path

import interface
import pytest

ROOT = Path(__file__).resolve().parents[2]
RELEASES = sorted((ROOT / "tests" / "releases").glob("*/interface.tar.xz"), key=lambda each: each.parent.name)


@pytest.fixture(scope="module")
def present() -> bytes:
    """The interface as it is."""
    return interface.pack()


@pytest.mark.skipif(not RELEASES, reason="nothing is released yet: scripts/release.py keeps the interface of each release")
def test_nothing_that_is_promised_breaks_without_a_note(present: bytes) -> None:
    notes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    found = [each for each in interface.broken(RELEASES[-1].read_bytes(), present) if not each.noted(notes)]
    assert found == [], "name each in backticks in the topmost section of CHANGELOG.md, as `Game.push`"


def test_the_same_sources_have_the_same_interface(present: bytes) -> None:
    assert interface.pack() == present
    assert len(present) < 150_000, "each release keeps one"


def test_a_broken_promise_is_found_and_what_is_new_breaks_nothing(present: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, more = interface.signatures, list[str]()

    def changed(source: str) -> str:
        text = plain(source)
        text = text.replace("def set_score(self, role: str, score: float)", "def set_score(self, role: str, points: float)")
        text = text.replace("def next_player(self", "def following_player(self").replace("'HexGrid', ", "")
        if "def pop(self)" in text:
            more.append(text)
        return text.replace("def pop(self)", "def pop(self, why: str='')")

    monkeypatch.setattr(interface, "signatures", changed)
    found = {(each.name, each.member) for each in interface.broken(present, interface.pack())}
    assert found == {("rondel.Game", "set_score"), ("rondel.Game", "next_player"), ("rondel.HexGrid", "")}
    assert more, "nothing was added"
