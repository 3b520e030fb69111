"""Who may see what."""

from __future__ import annotations

import pytest

from rondel.engine.visibility import CHANCE, EVERYONE, NOBODY, OBSERVER, RESERVED, Visibility, sees


@pytest.mark.parametrize(
    ("visible_to", "seers"),
    [
        (NOBODY, []),
        (EVERYONE, ["north", "south", OBSERVER]),
        (("north",), ["north"]),
        ((OBSERVER,), [OBSERVER]),
        (("south", OBSERVER), ["south", OBSERVER]),
    ],
)
def test_who_sees(visible_to: Visibility, seers: list[str]) -> None:
    assert [role for role in ("north", "south", OBSERVER) if sees(visible_to, role)] == seers


def test_no_role_can_pass_for_everyone_or_for_the_engines_own() -> None:
    assert set(EVERYONE) | {OBSERVER, CHANCE, ""} <= set(RESERVED)
