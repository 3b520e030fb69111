"""Vacations at a real server: switched on and off by their owner alone, and seen by everybody at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.accounts.visitors import Browser, code
from tests.server.harness import Running, free, joined, me

pytestmark = pytest.mark.anyio


async def test_the_others_see_who_is_on_vacation_at_the_table_and_in_the_profile(tmp_path: Path) -> None:
    with Running(tmp_path) as server, Browser(server) as ada, Browser(server) as bob:
        assert code(bob.get("/api/me/vacation"))[0] in (401, 403), "a guest has none"
        ada.register("Ada")
        bob.register("Bob")
        terms = {"clock": {"kind": "per_move", "seconds": 86_400}}
        body = {"game": "tic_tac_toe", "seats": [me("x"), free("o")], "terms": terms}
        created = ada.post("/api/tables", json=body).json()
        token = created["invite"]
        taken = bob.post(f"/api/tables/{created['table']}/seat", json={"invite": token, "role": "o"})
        assert taken.status_code == 201, taken.text
        async with joined(server, created["table"], more=bob.socket) as o:
            await o.until(1)
            away = ada.post("/api/me/vacation", json={}).json()
            assert away["until"] is not None
            assert away["left"] < 15 * 86_400_000
            standing = (await o.until(2))["standing"]
            assert standing["vacations"] == {"x": away["until"]}
            assert (standing["clocks"]["x"]["runs"], standing["clocks"]["x"]["left"] > 86_000_000) == (False, True)
            assert standing["clocks"]["x"]["waits"] > 13 * 86_400_000
            assert bob.get("/api/people/Ada").json()["vacation"] == away["until"]
            assert ada.post("/api/me/vacation", json={"on": False}).json()["until"] is None
            back = (await o.until(3))["standing"]
            assert ("vacations" in back, back["clocks"]["x"]["runs"]) == (False, True)
        assert bob.get("/api/people/Ada").json()["vacation"] is None
        (stored,) = ada.get("/api/me/export").json()["vacation"]
        assert stored["until"] == 0
        assert bob.get("/api/me/export").json()["vacation"] == []
