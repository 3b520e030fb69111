"""The past over HTTP, at a real server: for who played by the cookie, for others as observers."""

from __future__ import annotations

import httpx
import pytest

import rondel
from tests.server.harness import Running, joined, me

pytestmark = pytest.mark.anyio


def browser(server: Running) -> httpx.Client:
    return httpx.Client(base_url=server.address, headers={"origin": server.address}, timeout=60, trust_env=False)


async def test_a_round_is_looked_at_again_and_taken_home(server: Running) -> None:
    with browser(server) as ada:
        seats = [me("x", "Ada"), me("o", "Bob")]
        made = ada.post("/api/tables", json={"game": "tic_tac_toe", "seats": seats}).json()
        at = f"/api/tables/{made['table']}/rounds"
        async with joined(server, made["table"], made["tokens"].values()) as client:
            for role, cell in (("x", "a1"), ("o", "b1"), ("x", "a2"), ("o", "b2")):
                await client.play(role, f"mark({cell})")
            assert ada.get(at).json() == {"rounds": [], "next": None}
            assert ada.get(f"{at}/1").json()["viewers"] == ["x", "o", "observer"]
            assert server.get(f"{at}/1").json()["viewers"] == ["observer"]
            refused = server.get(f"{at}/1", params={"viewer": "x"})
            assert (refused.status_code, refused.json()["code"]) == (403, "not_seated")
            tried = {"seq": 3, "answers": [{"role": "o", "move": "mark(a3)"}]}
            branched = server.post(f"{at}/1/branch", tried).json()
            assert (branched["seq"], branched["views"]["x"]["active"]) == (4, ["x"])
            assert server.post(f"{at}/1/branch", {"seq": 3, "answers": [{"role": "o", "move": "mark(a1)"}]}).status_code == 422
            assert server.post(f"{at}/1/branch", {"seq": "3"}).status_code == 400
            refused = ada.get(f"{at}/1/analysis", params={"seq": 2})
            assert (refused.status_code, refused.json()["code"]) == (422, "not_over")
            await client.play("x", "mark(a3)")
            await client.ask(client.message("again"))
        (round_,) = server.get(at).json()["rounds"]
        assert (round_["round"], round_["seq"], round_["result"]["ranks"]) == (1, 5, {"x": 1, "o": 2})
        page = server.get(f"{at}/1", params={"most": 4, "since": 2}).json()
        assert ([step["seq"] for step in page["steps"]], page["next"], page["over"]) == ([2, 3, 4, 5], None, True)
        assert [step["role"] for step in page["steps"]] == ["o", "x", "o", "x"]
        assert page["steps"][-1]["view"]["winners"] == ["x"]
        analysed = server.get(f"{at}/1/analysis", params={"seq": 4}).json()
        assert analysed == {
            "seq": 4, "role": "x", "move": "mark(a3)", "played": True, "values": {"x": 1.0, "o": -1.0}, "exact": True,
            "describe": {
                "text": "{actplayer} marks {cell}",
                "args": {"actplayer": {"role": "x"}, "you": {"role": "x"}, "cell": "a3"},
            },
        }  # fmt: skip
        assert server.get(f"{at}/1/analysis").status_code == 400
        record = server.get(f"{at}/1/record")
        assert record.headers["content-disposition"] == f'attachment; filename="tic_tac_toe-{made["table"][:8]}-1.json"'
        assert rondel.replay(record.json()).winners == ("x",)
        assert server.get(f"{at}/1/log").text.splitlines()[0].endswith("Ada marks a1")
        assert server.get(f"{at}/2").json()["last"] == 6


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("nowhere/rounds", 404, "unknown_table"),
        ("nowhere/rounds/1", 404, "unknown_table"),
        ("{table}/rounds/1", 404, "unknown_round"),
        ("{table}/rounds/0", 404, "unknown_round"),
        ("{table}/rounds/1/record", 404, "unknown_round"),
        ("{table}/rounds?before=abc", 400, "malformed"),
        ("{table}/rounds/1?since=99999999999999999999", 404, "unknown_round"),
        ("{table}/rounds/99999999999999999999", 404, "unknown_round"),
    ],
)
def test_what_is_not_there_is_said(server: Running, path: str, status: int, code: str) -> None:
    table = server.create("tic_tac_toe", me("x"), me("o"))["table"]
    answer = server.get("/api/tables/" + path.format(table=table))
    assert (answer.status_code, answer.json()["code"]) == (status, code)
