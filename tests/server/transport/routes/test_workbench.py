"""The addresses of the bench are there only where there is one."""

from __future__ import annotations

from tests.server.harness import Running


def test_an_arena_without_a_bench_has_none_of_it(server: Running) -> None:
    for answer in (server.get("/api/dev/bench"), server.post("/api/dev/bench", {"what": "anew"})):
        assert answer.status_code in (404, 405)
    assert server.get("/dev/table", headers={"accept": "text/html"}).status_code == 404
