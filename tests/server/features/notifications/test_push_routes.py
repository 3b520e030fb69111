"""A browser subscribes over HTTP: what is taken, what is refused, and what nobody else learns."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from rondel.server.features.notifications import notification_worker, schedule
from rondel.server.features.notifications.outgoing.web_push_encryption import to_text
from tests.server.accounts.visitors import PASSWORD, Browser, code
from tests.server.features.notifications.https_server import Said
from tests.server.features.notifications.push_service import PushService, Subscribed
from tests.server.harness import Running, me

URL = "https://arena.example.org"


@pytest.fixture(scope="module")
def pushes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    """A push service."""
    with PushService(tmp_path_factory.mktemp("push")) as made:
        yield made


@pytest.fixture(scope="module")
def server(pushes: PushService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that sends notifications to it at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schedule, "SETTLING", 0)
        patch.setattr(notification_worker, "EVERY", 0.05)
        with Running(tmp_path_factory.mktemp("pushing"), url=URL, outgoing=pushes.client) as running:
            yield running


@pytest.fixture
def ann(server: Running, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """A browser with an account that is named after the test."""
    with Browser(server) as browser:
        assert browser.register(f"Ann-{abs(hash(request.node.name)) % 10**9}").status_code == 201
        yield browser


def test_a_browser_is_told_of_a_turn_as_long_as_it_is_logged_in(ann: Browser, pushes: PushService, server: Running) -> None:
    assert ann.get("/api/me/notifications").json()["push_key"]
    phone = Subscribed("/phone")
    told = ann.post("/api/me/push", json=pushes.subscription(phone, "de")).json()
    assert len(told["browsers"]) == 1
    assert ann.post("/api/me/notifications", json={**told["settings"], "delay": 0}).status_code == 200
    table = ann.table(me("x"), me("o"))["table"]
    shown = phone.read(pushes.wait("/phone"))
    assert (shown["title"], shown["path"], shown["lang"]) == ("Du bist am Zug: Tic-Tac-Toe", f"/table/{table}", "de")
    name = str(ann.me()["name"])
    assert ann.post("/api/me/logout", json={"everywhere": False}).status_code == 200
    assert ann.log_in(name, PASSWORD).status_code == 200
    assert ann.get("/api/me/notifications").json()["browsers"] == []


def test_what_is_no_push_service_or_no_key_is_refused(ann: Browser, pushes: PushService) -> None:
    good = pushes.subscription(Subscribed("/refused"))
    for wrong in (
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://10.0.0.1/x"},
        {"endpoint": "https://localhost/x"},
        {"public": "AAAA"},
        {"secret": to_text(bytes(15))},
        {"public": "?"},
    ):
        assert code(ann.post("/api/me/push", json={**good, **wrong})) == (422, "bad_endpoint"), wrong
    assert ann.get("/api/me/notifications").json()["browsers"] == []


def test_a_browser_belongs_to_who_used_it_last_and_nobody_else_ends_it(
    ann: Browser, pushes: PushService, server: Running
) -> None:
    shared = pushes.subscription(Subscribed("/shared"))
    assert len(ann.post("/api/me/push", json=shared).json()["browsers"]) == 1
    with Browser(server) as bob:
        assert bob.register("Bob of the shared one").status_code == 201
        assert bob.post("/api/me/push/end", json={"endpoint": shared["endpoint"]}).json()["browsers"] == []
        assert len(ann.get("/api/me/notifications").json()["browsers"]) == 1
        assert len(bob.post("/api/me/push", json=shared).json()["browsers"]) == 1
        assert ann.get("/api/me/notifications").json()["browsers"] == []
        assert bob.post("/api/me/push/end", json={}).json()["browsers"] == []


def test_endpoints_are_in_the_owners_export_alone_and_the_key_is_nowhere(
    ann: Browser, pushes: PushService, server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    phone = Subscribed("/exported")
    told = ann.post("/api/me/push", json=pushes.subscription(phone)).json()
    ann.post("/api/me/notifications", json={**told["settings"], "delay": 0})
    pushes.answer = lambda request: Said(500)
    ann.table(me("x"), me("o"))
    pushes.wait("/exported")
    pushes.answer = lambda request: Said()
    with closing(sqlite3.connect(server.database)) as connection:
        (key,) = connection.execute("SELECT key FROM arena_keys WHERE name = 'push'").fetchone()
    export = ann.get("/api/me/export").text
    assert pushes.url("/exported") in export
    for secret in (to_text(phone.secret), to_text(phone.public), to_text(key), key.hex()):
        assert secret not in export
        assert secret not in caplog.text
    assert "/exported" not in caplog.text
    assert "/exported" not in ann.get(f"/api/people/{ann.me()['name']}").text
    ann.post("/api/me/delete", json={"password": PASSWORD})
    with closing(sqlite3.connect(server.database)) as connection:
        assert connection.execute("SELECT count(*) FROM push_subscriptions WHERE endpoint LIKE '%/exported'").fetchone() == (0,)
