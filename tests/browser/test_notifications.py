"""Notifications of a browser: subscribed on the account page, decrypted by a push service, shown by the service worker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from rondel.server.features.notifications import notification_worker, schedule
from tests.browser.test_accessible import in_both_themes
from tests.browser.test_offline import until
from tests.browser.test_people import come_in
from tests.server.features.notifications.push_service import PushService, Subscribed
from tests.server.harness import Json, Running, me

pytestmark = pytest.mark.browser

URL = "https://arena.example.org"

SUBSCRIPTION = """(() => {
    let made = null;
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    const { endpoint, public: p256dh, secret: auth } = SAID;
    PushManager.prototype.getSubscription = async () => made;
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 87) throw new DOMException("no key");
        return (made = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
                         unsubscribe: async () => ((made = null), true) });
    };
})()"""
"""Headless Chromium has no push service, and tells a page that notifications are denied: the test makes the subscription."""

WATCHED = """() => {
    self.shown = [];
    self.opened = [];
    self.badges = [];
    self.registration.getNotifications = async () => self.shown;
    self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
    self.clients.openWindow = async (address) => void self.opened.push(address);
    navigator.setAppBadge = async (count) => void self.badges.push(count);
}"""
"""What the service worker shows and opens: headless Chromium has no place for notifications, and no home screen."""

CLICK = """() => {
    const notification = { data: self.shown[0].data, close: () => self.shown.pop() };
    self.dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
}"""


def delivered(page: Page, server: Running, message: Json) -> None:
    """Hand a decrypted message to the page's service worker, as a push service does."""
    session = page.context.new_cdp_session(page)
    registrations: list[str] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda said: registrations.extend(_ids(said)))
    session.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(20)
    said = {"origin": server.address, "registrationId": registrations[-1], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", said)
    session.detach()


def _ids(said: Json) -> list[str]:
    return [each["registrationId"] for each in said["registrations"] if not each["isDeleted"]]


def worker_of(page: Page) -> Worker:
    """The page's service worker."""
    page.evaluate("navigator.serviceWorker.ready")
    return page.context.service_workers[-1]


def test_a_browser_is_told_of_a_turn_while_the_page_is_closed(
    tmp_path: Path, seat: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "SETTLING", 0)
    monkeypatch.setattr(notification_worker, "EVERY", 0.1)
    ann = seat("Ann", viewport={"width": 390, "height": 844}, service_workers="allow")
    page, phone = ann.page, Subscribed("/phone")
    with PushService(tmp_path) as pushes, Running(tmp_path, url=URL, outgoing=pushes.client) as server:
        ann.context.grant_permissions(["notifications"], origin=server.address)
        page.add_init_script(SUBSCRIPTION.replace("SAID", json.dumps(pushes.subscription(phone))))
        page.goto(f"{server.address}/account")
        come_in(page, "Make an account", "Ann Harper")
        page.get_by_role("button", name="Tell me in this browser").click()
        expect(page.get_by_role("button", name="Stop it here")).to_be_visible()
        page.get_by_label("How long after the turn began").select_option("At once")
        expect(page.get_by_text("Saved.")).to_be_visible()
        assert in_both_themes(ann) == []

        made = page.evaluate(
            """async (seats) => (await (await fetch("/api/tables", { method: "POST",
                headers: { "content-type": "application/json" },
                body: JSON.stringify({ game: "tic_tac_toe", seats }) })).json()).table""",
            [me("x"), me("o")],
        )
        message = phone.read(pushes.wait("/phone"))
        worker = worker_of(page)
        worker.evaluate(WATCHED)
        delivered(page, server, message)
        until(worker, "async () => self.badges.length === 1")
        (shown,) = worker.evaluate("self.shown")
        assert {name: shown[name] for name in ("title", "body", "tag", "data", "lang", "renotify")} == {
            "title": "It is your turn: Tic-tac-toe",
            "body": "It is your turn at Tic-tac-toe.",
            "tag": f"/table/{made}",
            "data": {"id": message["id"], "path": f"/table/{made}"},
            "lang": "en",
            "renotify": True,
        }
        assert page.request.get(shown["icon"]).ok
        assert page.request.get(shown["badge"]).ok
        delivered(page, server, message)
        until(worker, "async () => self.badges.length === 2")
        assert worker.evaluate("self.shown.map(({ renotify, silent }) => [renotify, silent])") == [[True, False], [False, True]]
        worker.evaluate(CLICK)
        until(worker, "async () => self.opened.length === 1")
        assert worker.evaluate("self.opened") == [f"{server.address}/table/{made}"]
        assert worker.evaluate("[self.badges, self.shown.length]") == [[1, 1], 1]

        page.add_init_script("navigator.setAppBadge = async (count) => void sessionStorage.setItem('badge', count)")
        page.goto(f"{server.address}/?app")
        page.wait_for_url(f"**/table/{made}")
        assert page.evaluate("sessionStorage.getItem('badge')") == "1"
        expect(page.get_by_role("main")).to_be_visible()
        page.goto(f"{server.address}/account")
        page.get_by_role("button", name="Tell me in this browser").click()  # a new page of the test has no subscription
        page.get_by_role("button", name="Stop it here").click()
        expect(page.get_by_role("button", name="Tell me in this browser")).to_be_visible()
        assert page.evaluate("fetch('/api/me/notifications').then((answer) => answer.json())")["browsers"] == []
