"""Failed logins in the log: named, escaped, cut, and few."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rondel.server.transport.client_address import peer
from rondel.server.transport.login.failed_logins import ONE, FailedLogins

HOSTING = Path(__file__).resolve().parents[4] / "docs" / "hosting.md"


def test_an_address_has_so_many_lines_and_the_next_counts_what_was_left_out(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    log = FailedLogins(lambda: now[0])
    home = peer({"client": ("2001:db8::17", 1)})
    for _ in range(ONE.burst + 7):
        log.note("Ada", home, "wrong_password")
    now[0] = ONE.seconds
    log.note("x" * 100, home, "unknown_name")
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == ONE.burst + 1
    assert lines[-1] == f'login failed: address=2001:db8::17 reason=unknown_name omitted=7 account="{"x" * 40}\\u2026"'


def test_the_documented_filter_finds_the_address_and_nobody_writes_another(caplog: pytest.LogCaptureFixture) -> None:
    found = re.search(r"failregex = (.*)", HOSTING.read_text(encoding="utf-8"))
    assert found is not None
    pattern = found[1].replace("<ADDR>", r"(\S+)").replace("login failed", "login failed")
    FailedLogins().note("login failed: address=9.9.9.9 reason=", peer({"client": ("192.0.2.7", 1)}), "wrong_password")
    record = caplog.records[0]
    assert re.findall(pattern, f"{record.name}: {record.getMessage()}") == ["192.0.2.7"]
