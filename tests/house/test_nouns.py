"""Which game uses which part of the engine: every part is used by a shipped game, or the page says why it is not."""

from __future__ import annotations

import nouns


def test_every_noun_is_carried_by_a_shipped_game_or_has_a_reason() -> None:
    missing = {noun for noun in nouns.nouns() if not nouns.carriers(noun)}
    assert missing == set(nouns.WITHOUT), "add a game, or a reason in scripts/nouns.py; take reasons out that hold no longer"


def test_nouns_are_read_off_the_sources() -> None:
    assert nouns.carriers("`HexGrid`") == ["hex", "y"]
    assert "spades" in nouns.carriers("`teams`")
    assert nouns.carriers("transitions with a label") == ["hex", "y"]
    assert "examples/cookbook/setup/migration.py" in nouns.others("`migrations`")
    assert "`Jump`" in nouns.nouns()
