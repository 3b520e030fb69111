"""Parts: closed by default."""

from __future__ import annotations

import pytest

from rondel.engine import NOBODY, Grid, Hand, Pile, Prop, Row
from rondel.engine.part import Part


@pytest.mark.parametrize("part", [Prop("p", 1), Row("p"), Hand("p"), Pile("p"), Grid("p", rows=1, columns=1)], ids=repr)
def test_what_says_nothing_is_seen_by_nobody(part: Part) -> None:
    assert part.name == "p"
    assert part.visible_to == NOBODY
    assert part._journal is None
