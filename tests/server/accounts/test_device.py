"""Devices: what a browser keeps of a login, and what it is good for."""

from __future__ import annotations

import doctest

from rondel.server.accounts import device


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(device).failed == 0


def test_a_device_is_known_until_the_password_changes() -> None:
    kept = device.made("first hash")
    assert device.known(kept, "first hash")
    assert not device.known(kept, "second hash")
    assert not device.known(kept, None)
    for wrong in (kept[:-1], kept.partition(".")[0], "." + kept.partition(".")[2], "é.é", "a." + "0" * 64):
        assert not device.known(wrong, "first hash"), wrong
