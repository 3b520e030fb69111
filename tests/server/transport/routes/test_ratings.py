"""Ratings at a real server, where nobody has played yet."""

from __future__ import annotations

from tests.server.harness import Running


def test_what_there_is_and_what_is_not(server: Running) -> None:
    assert server.get("/api/games/chess/leaderboard").json() == {"people": [], "next": None}
    for path in ("leaderboard", "seasons", "seasons/2026-Q4"):
        answer = server.get(f"/api/games/no%20such%20game/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_game")
    for path in ("/api/people/Nobody", "/api/people/Nobody/ratings/chess"):
        answer = server.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_person")
    (season,) = server.get("/api/games/chess/seasons").json()
    assert not season["over"]
    found = server.get(f"/api/games/chess/seasons/{season['name']}").json()
    assert found == {"season": season, "people": [], "next": None}
    answer = server.get("/api/games/chess/seasons/2026-Q5")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_season")
    assert server.get("/api/games/chess/leaderboard?after=x").json()["code"] == "malformed"
