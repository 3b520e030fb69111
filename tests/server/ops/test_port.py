"""The limit of open files that a server asks for."""

from __future__ import annotations

import sys

import pytest

from rondel.server.ops import port


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_it_may_have_as_many_sockets_as_the_system_lets_it() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
        port.raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (min(before[1], port.MOST_FILES), before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_it_starts_where_the_system_allows_fewer_sockets_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """As macOS does: no hard limit, and an error beyond ``kern.maxfilesperproc``."""
    import resource

    before, limit = resource.getrlimit(resource.RLIMIT_NOFILE), resource.setrlimit

    def allowed(kind: int, limits: tuple[int, int]) -> None:
        if limits[0] > 1000:
            raise ValueError("current limit exceeds maximum limit")
        limit(kind, limits)

    try:
        limit(resource.RLIMIT_NOFILE, (256, before[1]))
        monkeypatch.setattr(resource, "setrlimit", allowed)
        port.raise_file_limit()
        assert 500 <= resource.getrlimit(resource.RLIMIT_NOFILE)[0] <= 1000
    finally:
        limit(resource.RLIMIT_NOFILE, before)
