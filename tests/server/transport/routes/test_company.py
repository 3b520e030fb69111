"""Following and blocking at a real server: what each one may do and hears, and what nobody is told."""

from __future__ import annotations

import pytest

from tests.server.accounts.visitors import Browser, code
from tests.server.harness import Client, Json, Running, free, joined, me

pytestmark = pytest.mark.anyio


def people(browser: Browser) -> tuple[list[str], list[str]]:
    """The names of those whom an account follows and blocks."""
    shown: Json = browser.get("/api/me/people").json()
    return [each["name"] for each in shown["followed"]], [each["name"] for each in shown["blocked"]]


async def heard(client: Client) -> list[str]:
    await client.ask({"type": "ping"})
    return [message["text"] for message in client.heard if message["type"] == "chat"]


async def test_who_is_blocked_is_not_heard_nor_seated_and_is_told_nothing(server: Running) -> None:
    with Browser(server) as fay, Browser(server) as gus, Browser(server) as hal:
        for browser, name in ((fay, "Fay"), (gus, "Gus"), (hal, "Hal")):
            assert browser.register(name).status_code == 201
        for one, whom in ((fay, "gus"), (gus, "Fay"), (fay, "Hal")):
            shown = one.post(f"/api/me/people/{whom}/follow", json={}).json()
        assert shown == {"name": "Hal", "follows": True, "mutual": False, "blocks": False}
        assert code(fay.post("/api/me/people/Fay/follow", json={})) == (403, "not_allowed")
        assert people(fay) == (["Gus", "Hal"], [])
        made = fay.post("/api/tables", json={"game": "tic_tac_toe", "seats": [me("x"), free("o")]}).json()
        at = f"/api/tables/{made['table']}"
        with_invitation = {"invite": made["invite"]}
        async with (
            joined(server, made["table"], more=fay.socket) as host,
            joined(server, made["table"], more=gus.socket) as blocked,
            joined(server, made["table"], more=hal.socket) as watching,
        ):
            gus.post(f"{at}/chat", json={"id": "1", "text": "hello"})
            assert fay.post("/api/me/people/Gus/block", json={}).json()["blocks"]
            gus.post(f"{at}/chat", json={"id": "2", "text": "are you there?", "name": "Somebody else"})
            assert [await heard(each) for each in (blocked, watching)] == [["hello", "are you there?"]] * 2
            assert code(gus.post(f"{at}/seat", json=with_invitation)) == (403, "not_admitted")
            assert hal.post(f"{at}/seat", json=with_invitation).status_code == 201
            async with joined(server, made["table"], more=hal.socket) as seated:
                for role, cell in (("x", "a1"), ("o", "b1"), ("x", "a2"), ("o", "b2"), ("x", "a3")):
                    mover, other = (host, seated) if role == "x" else (seated, host)
                    await mover.play(role, f"mark({cell})")
                    await other.until(mover.seq)
                gus.post(f"{at}/chat", json={"id": "3", "text": "well played"})
                assert [await heard(each) for each in (host, seated)] == [[], ["well played"]]
        texts = [[line["text"] for line in each.get(f"{at}/chat?channel=gallery").json()["lines"]] for each in (fay, hal)]
        assert texts == [[], ["hello", "are you there?", "well played"]]
        assert people(fay) == (["Hal"], ["Gus"])
        assert people(gus) == (["Fay"], []), "nothing tells Gus"
        assert gus.get("/api/me/people/Fay").json() == {"name": "Fay", "follows": True, "mutual": False, "blocks": False}
        assert not fay.post("/api/me/people/Gus/follow", json={}).json()["blocks"], "nobody follows whom they have blocked"
        assert [line["text"] for line in fay.get(f"{at}/chat?channel=gallery").json()["lines"]] == texts[1]
