"""The row decoder: its examples; what damaged rows do to a server is in ``test_damaged_rows``."""

from __future__ import annotations

import doctest

from rondel.server.storage import row_decoder


def test_the_examples_in_the_module_run() -> None:
    found = doctest.testmod(row_decoder)
    assert (found.failed, found.attempted > 0) == (0, True)
