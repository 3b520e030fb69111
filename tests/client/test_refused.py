"""Refusals keep their code."""

from __future__ import annotations

import doctest

from rondel.client import refused


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(refused).failed == 0
