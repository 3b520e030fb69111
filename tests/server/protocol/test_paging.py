"""Cursors: what was written is read again, and nothing else."""

from __future__ import annotations

import pytest

from rondel.server.protocol.paging import cursor, written
from rondel.server.protocol.refused import Refusal


def test_what_was_written_is_read_to_the_last_bit() -> None:
    for key, kinds in (((0.1 + 0.2, "person"), (float, str)), ((-5, "t", 3), (int, str, int)), ((1e-300, ""), (float, str))):
        assert cursor(written(*key), *kinds) == key


@pytest.mark.parametrize("after", ["1", "1:2:3", "x:t", "99999999999999999999:t", "nan:t", "inf:t", "1:\ud800", "1:\0", "1:ä"])
def test_where_no_page_ended_none_begins(after: str) -> None:
    with pytest.raises(Refusal, match="malformed: 'after' is where a page ended"):
        cursor(after, float, str)
