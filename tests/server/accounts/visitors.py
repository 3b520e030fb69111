"""Browsers and programs at a real server, as the tests of people have them."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.harness import NO_TLS, PATIENCE, Http, Json

PASSWORD = "correct horse battery"


class Browser(httpx.Client):
    """A browser on the server's own page, which keeps its cookies."""

    def __init__(self, server: Http, session: str = "") -> None:
        headers = {"origin": server.address}
        super().__init__(base_url=server.address, headers=headers, timeout=PATIENCE, trust_env=False, verify=NO_TLS)
        if session:
            self.cookies.set("rondel", session, domain="127.0.0.1")

    @property
    def session(self) -> str:
        """What is in the cookie; empty without one."""
        return self.cookies.get("rondel") or ""

    @property
    def socket(self) -> dict[str, Any]:
        """How this browser opens a socket."""
        cookie = {"cookie": f"rondel={self.session}"} if self.session else {}
        return {"additional_headers": {"origin": str(self.headers["origin"]), **cookie}}

    def me(self) -> Json:
        """Who the server says this is."""
        return dict(self.get("/api/me").json())

    def table(self, *seats: Json, game: str = "tic_tac_toe") -> Json:
        """A new table."""
        answer = self.post("/api/tables", json={"game": game, "seats": list(seats)})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def register(self, name: str, password: str = PASSWORD) -> httpx.Response:
        """Have an account."""
        return self.post("/api/me/register", json={"name": name, "password": password})

    def log_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        """Come in to an account."""
        return self.post("/api/me/login", json={"name": name, "password": password})


def code(answer: httpx.Response) -> tuple[int, str]:
    """How something was refused."""
    return answer.status_code, answer.json()["code"]


def bearer(token: str) -> dict[str, str]:
    """The header a program comes in with."""
    return {"authorization": f"Bearer {token}"}
