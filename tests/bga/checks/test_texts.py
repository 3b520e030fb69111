"""The texts: marks and placeholders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bga.planted import GAME, STATES, planted

PLAN = "clienttranslate('Waiting for the others')"
OWN = "clienttranslate('${you} must plan')"


@pytest.mark.parametrize(
    ("before", "after", "code", "says"),
    [
        (PLAN, "'Waiting for the others'", "untranslated", "not marked to be translated"),
        (PLAN, "clienttranslate('Waiting') . ' for the others'", "untranslated", "not pieces of it"),
        (OWN, "clienttranslate('{you} must plan')", "placeholder-malformed", "write '${you}'"),
        (OWN, "clienttranslate('$You must plan')", "placeholder-malformed", "write '${you}'"),
        (OWN, "clienttranslate('${you must plan')", "placeholder-malformed", "'${you' in"),
        (OWN, "clienttranslate('${you} must plan ${карта}')", "placeholder-malformed", "plain ASCII"),
        (OWN, "clienttranslate('${activeplayer} must plan')", "placeholder-unknown", "did you mean 'actplayer'?"),
        (PLAN, "clienttranslate('${actplayer} is planning')", "actplayer-in-multi", "several are active"),
        (OWN, "clienttranslate('${you} must plan against ${otherplayer}')", "otherplayer-id", "the state has no args"),
    ],
)
def test_a_mistake_is_found(before: str, after: str, code: str, says: str, tmp_path: Path) -> None:
    (own,) = planted(tmp_path, (STATES, before, after))
    assert own.code == code
    assert own.place.line in (22, 30)
    assert says in str(own)


@pytest.mark.parametrize(
    "good",
    [
        "clienttranslate('${you} must pay $5 or 10 % {}')",
        "'${you}: ${actplayer}'",
        "''",
    ],
)
def test_correct_texts_have_no_findings(good: str, tmp_path: Path) -> None:
    assert planted(tmp_path, (STATES, OWN, good)) == []


def test_args_may_fill_any_placeholder(tmp_path: Path) -> None:
    text = "clienttranslate('${you} must pick a stone of ${left}')"
    assert planted(tmp_path, (STATES, text, "clienttranslate('${You} see ${card_name} ${_private.count}')")) == []


def test_another_player_needs_both_name_and_id(tmp_path: Path) -> None:
    text = (STATES, "${you} must pick a stone of ${left}", "${you} must pick from ${otherplayer}")
    name = (GAME, "['left' => 3]", "['otherplayer' => 'Anna']")
    (own,) = planted(tmp_path / "a", text, name)
    assert (own.code, own.severity, own.place.line) == ("otherplayer-id", "error", 14)
    both = (
        GAME,
        "return ['left' => 3];",
        "return $this->other(); } function other() { return ['otherplayer' => 'A', 'otherplayer_id' => 1];",
    )
    assert planted(tmp_path / "b", text, both) == []
