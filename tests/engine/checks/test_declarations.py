"""Checks of what a game declares: each fault by itself, with its message. More in test_ruleset.py."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine import Migration, Option, Stat
from rondel.engine.checks import declarations
from rondel.engine.checks.ruleset import Rules
from rondel.engine.game import Game
from rondel.errors import DefinitionError
from tests.engine.rules.ledger import Ledger


def declaring(**declared: Any) -> type[Game]:
    """The ledger, version 3, with other declarations."""
    return type("Declared", (Ledger,), {**declared, "__module__": __name__})


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        (
            (Migration(1, 3, states={"Turn": "TakeTrun"}),),
            "Migration(1, 3) renames state 'Turn' to 'TakeTrun', which there is not; did you mean 'TakeTurn'?",
        ),
        (
            (Migration(1, 2, states={"Turn": "Play"}), Migration(2, 3, states={"Pla": "TakeTurn"})),
            "Migration(1, 2) renames state 'Turn' to 'Play', which there is not; known: 'TakeTurn', 'GameEnd'",
        ),
        (
            (Migration(1, 2), Migration(1, 3)),
            "two migrations begin at version 1; make them one",
        ),
        ((Migration(1, 2),), "Migration(1, 2) is not gone on with: no migration begins at version 2"),
        (
            (Migration(3, 4),),
            "Migration(3, 4) leads nowhere: it goes from an older version to a newer one, the newest being this",
        ),
        ((Migration(2, 2),), "Migration(2, 2) leads nowhere"),
        ((Migration(0, 1),), "Migration(0, 1) leads nowhere"),
        (({"Turn": "TakeTurn"},), "migrations are ({'Turn': 'TakeTurn'},); write migrations = (Migration(1, 2, "),
    ],
)
def test_migrations_that_cannot_work_are_found_before_the_first_game(steps: Any, problem: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        Rules(declaring(migrations=steps))
    assert [each for each in caught.value.problems if each.startswith(problem)], caught.value.problems


def test_a_game_without_faults_has_no_problems() -> None:
    kind = declaring()
    checks = (declarations.kinds, declarations.options, declarations.statistics, declarations.teams, declarations.colours)
    assert [check(kind) for check in checks] == [[]] * 5


@pytest.mark.parametrize(
    ("check", "declared", "problem"),
    [
        (declarations.kinds, {"kinds": ("card",)}, "kinds hold 'card', which is no kind of token"),
        (declarations.options, {"options": (Option("size", 1), Option("size", 2))}, "two options are called 'size'"),
        (declarations.statistics, {"stats": (Stat("turns"), Stat("turns"))}, "statistic 'turns' is there twice"),
        (declarations.visibility, {"score_visible_to": ("nobody_here",)}, "score_visible_to = ('nobody_here',)"),
        (declarations.colours, {"colours": {"nobody_here": "#000000"}}, "colours name 'nobody_here', which is no seat"),
    ],
)
def test_each_declaration_is_checked(check: Any, declared: dict[str, Any], problem: str) -> None:
    found = check(declaring(**declared))
    assert len(found) == 1
    assert found[0].startswith(problem)
