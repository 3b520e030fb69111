"""Threads: one, unless the environment says otherwise."""

from __future__ import annotations

import os

import pytest

from rondel.players.networks.threads import VARIABLE, one_thread


@pytest.mark.parametrize(("given", "wanted"), [(None, "1"), ("4", "4")])
def test_the_environment_goes_first(monkeypatch: pytest.MonkeyPatch, given: str | None, wanted: str) -> None:
    monkeypatch.setenv(VARIABLE, given or "")
    if given is None:
        monkeypatch.delenv(VARIABLE)
    one_thread()
    assert os.environ[VARIABLE] == wanted
