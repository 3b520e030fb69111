"""Webhooks, with a real server of our own: what a program is told, who says so, and when nothing is sent any more."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rondel.server.features.notifications import notification_worker, outbox, schedule, webhooks
from tests.server.accounts.visitors import PASSWORD, Browser, code
from tests.server.features.notifications.https_server import HttpsServer, Request, Said
from tests.server.features.notifications.push_service import PushService
from tests.server.harness import Json, Running, me

URL = "https://arena.example.org"
PAGE = Path(__file__).resolve().parents[4] / "docs" / "protocol" / "webhooks.md"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    """A program that is told."""
    with PushService(tmp_path_factory.mktemp("program")) as made:
        yield made


@pytest.fixture(scope="module")
def server(program: PushService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that tells it at once, and tries again at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schedule, "SETTLING", 0)
        patch.setattr(schedule, "SHORT_PAUSE", 0)
        patch.setattr(outbox, "LONGEST_WAIT", 0)
        patch.setattr(notification_worker, "EVERY", 0.05)
        with Running(tmp_path_factory.mktemp("hooks"), url=URL, outgoing=program.client) as running:
            yield running


@pytest.fixture
def ann(server: Running, program: HttpsServer, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """A browser with an account that is named after the test."""
    with Browser(server) as browser:
        assert browser.register(f"Ann-{abs(hash(request.node.name)) % 10**9}").status_code == 201
        yield browser
    program.answer = lambda request: Said()


def hooked(ann: Browser, url: str) -> Json:
    """Give an account a webhook that is told at once; returns it."""
    told = ann.post("/api/me/webhook", json={"url": url}).json()
    assert ann.post("/api/me/notifications", json={**told["settings"], "delay": 0}).status_code == 200
    return dict(told["webhook"])


def verified(secret: str, request: Request, now: int) -> bool:
    """Whether a request is the arena's, by the example in the documentation."""
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(example.strip().splitlines()) <= 10
    known: dict[str, Any] = {}
    exec(example, known)  # noqa: S102 - it is our own documentation
    return bool(known["is_from_arena"](secret, request.headers["rondel-signature"], request.body, now))


def test_a_program_is_told_of_a_turn_and_can_tell_that_the_arena_says_so(ann: Browser, program: PushService) -> None:
    hook = hooked(ann, program.url("/told"))
    table = ann.table(me("x"), me("o"))["table"]
    request = program.wait("/told")
    said = json.loads(request.body)
    assert said["content"] == said["text"] == f"It is your turn at Tic-tac-toe. {URL}/table/{table}"
    assert said["title"] == "It is your turn: Tic-tac-toe"
    assert said["notifications"] == [{"kind": "turn", "about": table, "number": 0}]
    assert said["allowed_mentions"] == {"parse": []}
    assert verified(hook["secret"], request, said["at"])
    assert not verified("another", request, said["at"])
    assert not verified(hook["secret"], Request("/", request.headers, request.body + b" "), said["at"])
    assert not verified(hook["secret"], request, said["at"] + 3600), "an old one is sent again by somebody else"


def test_a_webhook_that_fails_again_and_again_is_told_nothing_any_more_and_a_test_begins_it_anew(
    ann: Browser, program: PushService
) -> None:
    hooked(ann, program.url("/failing"))
    program.answer = lambda request: Said(500)
    ann.table(me("x"), me("o"))
    program.wait("/failing", webhooks.MOST_FAILURES)
    while not (shown := ann.get("/api/me/notifications").json()["webhook"])["ended"]:
        pass
    assert (shown["ended"], shown["status"]) == ("failed", 500)
    ann.table(me("x"), me("o"))
    assert code(ann.post("/api/me/webhook/test", json={})) == (409, "webhook_failed")
    assert len(program.at("/failing")) == webhooks.MOST_FAILURES + 1, "and the test"
    program.answer = lambda request: Said(204)
    shown = ann.post("/api/me/webhook/test", json={}).json()["webhook"]
    assert (shown["ended"], shown["status"]) == ("", 204)


def test_a_webhook_that_says_that_it_is_gone_is_told_nothing_any_more(ann: Browser, program: PushService) -> None:
    hooked(ann, program.url("/gone"))
    program.answer = lambda request: Said(410)
    ann.table(me("x"), me("o"))
    program.wait("/gone")
    while ann.get("/api/me/notifications").json()["webhook"]["ended"] != "gone":
        pass


@pytest.mark.parametrize(
    "url", ["http://example.org/", "https://10.0.0.1/", "https://localhost/", "nothing", "https://a@b.org/"]
)
def test_what_is_no_public_address_is_refused(ann: Browser, url: str) -> None:
    assert code(ann.post("/api/me/webhook", json={"url": url})) == (422, "bad_url")
    assert ann.get("/api/me/notifications").json()["webhook"] is None


def test_a_redirect_leads_nowhere_and_says_so(ann: Browser, program: PushService) -> None:
    hooked(ann, program.url("/redirecting"))
    program.answer = lambda request: Said(302, {"Location": program.url("/inside")})
    refused = ann.post("/api/me/webhook/test", json={}).json()
    assert (refused["code"], "302" in refused["message"]) == ("webhook_failed", True)
    assert program.at("/inside") == []


def test_its_address_is_in_the_owners_export_alone_and_its_secret_in_none(ann: Browser, program: PushService) -> None:
    hook = hooked(ann, program.url("/exported"))
    export = ann.get("/api/me/export").text
    assert program.url("/exported") in export
    assert hook["secret"] not in export
    assert ann.post("/api/me/webhook", json={"url": ""}).json()["webhook"] is None
    assert code(ann.post("/api/me/webhook/test", json={})) == (409, "no_webhooks")
    hooked(ann, program.url("/exported"))
    ann.post("/api/me/delete", json={"password": PASSWORD})
    assert program.at("/exported") == []
