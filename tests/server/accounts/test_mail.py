"""Mails that somebody asked for: addresses are confirmed, and passwords reset, by links that work once and tell nobody who is
here."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest

from rondel.server.accounts.mail import mail_links
from tests.server.accounts.mail.post_office import URL, PostOffice, links, text, token
from tests.server.accounts.visitors import PASSWORD, Browser
from tests.server.harness import Running

NEW = "battery staple horse"


@pytest.fixture(scope="module")
def server(office: PostOffice, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that sends its mails by our own mail server."""
    with Running(tmp_path_factory.mktemp("mailing"), mail=office.server) as running:
        yield running


@pytest.fixture
def ann(server: Running, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """A browser with an account that is named after the test."""
    with Browser(server) as browser:
        assert browser.register(f"Ann-{abs(hash(request.node.name)) % 10**9}").status_code == 201
        yield browser


def name_of(browser: Browser) -> str:
    return str(browser.me()["name"])


def set_address(browser: Browser, address: str, password: str = PASSWORD, lang: str = "en") -> httpx.Response:
    return browser.post("/api/me/address", json={"address": address, "password": password, "lang": lang})


def confirmed(browser: Browser, office: PostOffice) -> str:
    """Give an account an address and confirm it; returns the address."""
    address = f"{name_of(browser).lower()}@example.org"
    assert set_address(browser, address).status_code == 200
    assert browser.post("/api/mail/confirm", json={"token": token(office.to(address)[-1])}).status_code == 200
    return address


def test_an_address_counts_once_its_reader_has_followed_the_link(ann: Browser, office: PostOffice, server: Running) -> None:
    address = "Ann.Stone@Example.ORG"
    assert set_address(ann, f" {address} ", lang="de").json()["address"] == "Ann.Stone@example.org"
    assert not ann.get("/api/me/notifications").json()["confirmed"]
    (mail,) = office.to("Ann.Stone@example.org")
    assert mail["from"] == "Rondel <arena@example.org>"
    assert mail["list-unsubscribe"] is None, "it was asked for"
    (link,) = links(mail)
    assert link.startswith(f"{URL}/mail/confirm#"), "the token is in the fragment, which no server logs"
    with Browser(server) as anybody:
        assert anybody.post("/api/mail/confirm", json={"token": token(mail)}).status_code == 200
        assert anybody.post("/api/mail/confirm", json={"token": token(mail)}).json()["code"] == "old_link"
    assert ann.get("/api/me/notifications").json()["confirmed"]
    assert ann.get("/api/me/export").json()["contact"][0]["address"] == "Ann.Stone@example.org"
    assert set_address(ann, "").json()["address"] == ""


def test_an_older_link_confirms_no_newer_address(ann: Browser, office: PostOffice) -> None:
    for address in ("first@example.org", "second@example.org"):
        assert set_address(ann, address).status_code == 200
    assert ann.post("/api/mail/confirm", json={"token": token(office.to("first@example.org")[0])}).status_code == 410
    assert not ann.get("/api/me/notifications").json()["confirmed"]


@pytest.mark.parametrize(
    "address", ["nobody", "a@b@c", "a@example.org\nBcc: c@example.org", "a@example.org, b@example.org", '"a b"@example.org']
)
def test_what_is_no_address_is_refused_and_nothing_is_sent(ann: Browser, office: PostOffice, address: str) -> None:
    before = len(office.mails)
    assert set_address(ann, address).json()["code"] == "bad_address"
    assert len(office.mails) == before


def test_only_the_holder_changes_the_address(ann: Browser, office: PostOffice) -> None:
    before = len(office.mails)
    assert set_address(ann, "else@example.org", password="wrong horse").json()["code"] == "wrong_password"
    assert len(office.mails) == before


def test_an_account_cannot_flood_an_address(ann: Browser, office: PostOffice) -> None:
    codes = []
    for _ in range(mail_links.MOST + 2):
        set_address(ann, "")
        codes.append(set_address(ann, "flooded@example.org").status_code)
    assert codes == [200] * mail_links.MOST + [409] * 2
    assert len(office.to("flooded@example.org")) == mail_links.MOST


def test_a_mail_server_that_fails_is_said_and_an_address_it_refuses_too(ann: Browser, office: PostOffice) -> None:
    try:
        office.answer = lambda address: "451 come again"
        assert set_address(ann, "slow@example.org").json()["code"] == "unavailable"
        office.answer = lambda address: "550 nobody here"
        assert set_address(ann, "never@example.org").json()["code"] == "bad_address"
    finally:
        office.answer = lambda address: "250 OK"


def test_a_forgotten_password_is_replaced_by_a_link_that_works_once(ann: Browser, office: PostOffice, server: Running) -> None:
    address, name = confirmed(ann, office), name_of(ann)
    with Browser(server) as other:
        assert other.post("/api/mail/forgotten", json={"name": name}).json() == {}
        office.wait(address, 2)
        mail = office.to(address)[-1]
        assert name in text(mail)
        assert links(mail)[0].startswith(f"{URL}/mail/reset#")
        reset = {"token": token(mail), "password": NEW}
        assert other.post("/api/mail/reset", json={**reset, "password": "short"}).json()["code"] == "bad_password"
        assert other.post("/api/mail/reset", json={**reset, "password": name}).json()["code"] == "bad_password"
        assert other.post("/api/mail/reset", json=reset).json()["name"] == name
        assert other.me()["name"] == name, "and is logged in"
        assert ann.me()["kind"] == "nobody", "every session has ended"
        assert other.post("/api/mail/reset", json=reset).json()["code"] == "old_link"
        assert ann.log_in(name, PASSWORD).status_code == 403
        assert ann.log_in(name, NEW).status_code == 200


def test_a_link_for_a_password_is_found_by_the_address_and_expires(ann: Browser, office: PostOffice, server: Running) -> None:
    address = confirmed(ann, office)
    ann.post("/api/mail/forgotten", json={"name": address})
    office.wait(address, 2)
    with closing(sqlite3.connect(server.database)) as connection:
        stored = connection.execute("SELECT purpose, hash FROM mail_links WHERE address = ?", (address,)).fetchall()
        assert [purpose for purpose, _ in stored] == ["reset"]
        assert token(office.to(address)[-1]).encode() not in stored[0][1]
        connection.execute("UPDATE mail_links SET expires_at = 1 WHERE address = ?", (address,))
        connection.commit()
    reset = {"token": token(office.to(address)[-1]), "password": NEW}
    assert ann.post("/api/mail/reset", json=reset).json()["code"] == "old_link"


def test_a_link_for_one_thing_is_good_for_no_other(ann: Browser, office: PostOffice) -> None:
    set_address(ann, "purpose@example.org")
    reset = {"token": token(office.to("purpose@example.org")[-1]), "password": NEW}
    assert ann.post("/api/mail/reset", json=reset).json()["code"] == "old_link"


def test_nobody_learns_who_has_an_account(ann: Browser, office: PostOffice, server: Running) -> None:
    """Also not whether an address is confirmed: a mail to anybody else would be one that nobody asked for."""
    set_address(ann, "unconfirmed@example.org")
    before = len(office.mails)
    answers = [
        ann.post("/api/mail/forgotten", json={"name": each})
        for each in (name_of(ann), "Nobody", "unconfirmed@example.org", "nobody@example.org", "a\nb@example.org")
    ]
    assert {(each.status_code, each.text) for each in answers} == {(200, "{}")}
    with Browser(server) as bob:
        bob.register(f"Bob-{before}")
        address = confirmed(bob, office)
        bob.post("/api/mail/forgotten", json={"name": address})
    office.wait(address, 2)
    assert len(office.mails) == before + 2, "nothing was sent for the others"


def test_the_link_in_a_mail_ends_all_mails_by_one_request_of_a_mail_program(
    ann: Browser, office: PostOffice, server: Running
) -> None:
    confirmed(ann, office)
    with closing(sqlite3.connect(server.database)) as connection:
        (unsubscribe,) = connection.execute(
            "SELECT unsubscribe FROM contacts WHERE principal = ?", (ann.me()["id"],)
        ).fetchone()
    path = f"/api/mail/unsubscribe/{unsubscribe}"
    form = {"content": b"List-Unsubscribe=One-Click", "headers": {"content-type": "application/x-www-form-urlencoded"}}
    assert server.get(path).status_code == 405, "a program that looks at links ends nothing"
    assert server.post(path, **form).status_code == 200
    settings = ann.get("/api/me/notifications").json()["settings"]
    assert all("mail" not in settings[kind] for kind in ("turn", "reminder", "invitation"))
    assert server.post("/api/mail/unsubscribe/unknown", **form).status_code == 200


def test_settings_are_kept_and_a_time_zone_is_one(ann: Browser) -> None:
    wanted = {
        "turn": [],
        "reminder": ["mail"],
        "invitation": ["push"],
        "tournament": [],
        "round": ["mail", "webhook"],
        "delay": 60,
        "digest": 1440,
        "quiet": {"since": 1320, "until": 420, "zone": "Asia/Tokyo"},
    }
    assert ann.post("/api/me/notifications", json=wanted).json()["settings"] == wanted
    assert ann.get("/api/me/notifications").json()["settings"] == wanted
    nowhere = {**wanted, "quiet": {"since": 0, "until": 1, "zone": "../../etc/passwd"}}
    assert ann.post("/api/me/notifications", json=nowhere).json()["code"] == "unknown_zone"
    assert ann.post("/api/me/notifications", json={"delay": -1}).json()["code"] == "malformed"


def test_where_no_mails_are_sent_that_is_said(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Running(tmp_path_factory.mktemp("silent")) as silent, Browser(silent) as ann:
        ann.register("Ann")
        assert not ann.get("/api/me/notifications").json()["mails"]
        assert set_address(ann, "ann@example.org").json()["code"] == "no_mail"
        assert ann.post("/api/mail/forgotten", json={"name": "Ann"}).json()["code"] == "no_mail"
