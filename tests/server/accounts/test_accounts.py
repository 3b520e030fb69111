"""Accounts, at a real server: registering, logging in and out, and being forgotten, with the seats and sockets of all that."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rondel.server import protocol
from rondel.server.accounts.accounts import Accounts
from rondel.server.accounts.authenticator import Authenticator
from rondel.server.accounts.passwords import Cost, Passwords
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Store
from rondel.server.transport.app import REVALIDATED_SECONDS
from rondel.server.transport.client_address import Peer
from rondel.server.transport.login.failed_logins import FailedLogins
from rondel.server.transport.login.login_attempt import Attempt
from rondel.server.transport.routes.socket import SESSION_OVER
from rondel.server.transport.shared_limits import SharedLimiter
from rondel.server.transport.token_bucket import LocalBuckets
from tests.server.accounts.visitors import PASSWORD, Browser, code
from tests.server.harness import CHEAP, NOT_LIMITED, Client, Running, empty_store, free, joined, me, opened
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio


def attempt() -> Attempt:
    """An attempt that nothing limits."""
    return Attempt(SharedLimiter(NOT_LIMITED, LocalBuckets()), FailedLogins(), Peer("", True), "Ada")


def test_nobody_is_a_guest_and_then_an_account_and_stays_the_same(server: Running) -> None:
    with Browser(server) as ada:
        assert ada.me() == {"kind": "nobody", "id": "", "name": "", "scopes": []}
        ada.table(me("x"), free("o"))
        guest = ada.me()
        assert (guest["kind"], guest["name"]) == ("guest", "")
        answer = ada.register("Ada Lovelace")
        assert answer.status_code == 201
        assert answer.json() == {"kind": "account", "id": guest["id"], "name": "Ada Lovelace", "scopes": ["play", "read"]}
        assert ada.me() == answer.json()
        assert code(ada.register("Another")) == (403, "not_allowed")


async def test_a_guest_keeps_the_seats_by_registering_and_by_logging_in(server: Running) -> None:
    with Browser(server) as home, Browser(server) as away:
        first = home.table(me("x"), free("o"))
        home.register("Keeper")
        async with joined(server, first["table"], more=home.socket) as client:
            assert client.welcome["roles"] == ["x"]
        second = away.table(me("x"), free("o"))
        async with joined(server, second["table"], more=away.socket) as before:
            assert before.welcome["roles"] == ["x"]
            assert away.log_in("keeper").status_code == 200
        for browser in (home, away):
            for each in (first, second):
                async with joined(server, each["table"], more=browser.socket) as client:
                    assert client.welcome["roles"] == ["x"]
        exported = home.get("/api/me/export").json()
        assert {seat["table"] for seat in exported["seats"]} == {first["table"], second["table"]}
        assert len(exported["sessions"]) == 2


async def test_who_is_logged_in_elsewhere_is_seen_and_logged_out_there(server: Running) -> None:
    with Browser(server) as home, Browser(server) as away, Browser(server) as other:
        table = home.table(me("x"), free("o"))
        home.register("Wanderer")
        away.log_in("Wanderer")
        other.register("Stranger")
        listed = {each["here"]: each for each in away.get("/api/me/sessions").json()}
        assert len(listed) == 2
        assert listed[False]["id"] not in (home.session, away.session)
        address = f"/api/me/sessions/{listed[False]['id']}/revoke"
        assert code(other.post(address, json={})) == (404, "unknown_session")
        assert home.me()["kind"] == "account"
        async with joined(server, table["table"], more=home.socket) as client:
            assert away.post(address, json={}).is_success
            assert await closed_with(client) == SESSION_OVER
        assert (home.me()["kind"], away.me()["kind"]) == ("nobody", "account")
        assert [each["here"] for each in away.get("/api/me/sessions").json()] == [True]
        assert code(away.post(address, json={})) == (404, "unknown_session")


def test_a_session_that_was_planted_is_worth_nothing_after_coming_in(server: Running) -> None:
    with Browser(server) as attacker:
        attacker.table(me("x"), free("o"))
        planted = attacker.session
        with Browser(server, planted) as victim:
            assert victim.register("Victim").status_code == 201
            registered = victim.session
            assert registered != planted
            assert attacker.me()["kind"] == "nobody"
            victim.log_in("Victim")
            assert victim.session not in (planted, registered)
            with Browser(server, registered) as old:
                assert old.me()["kind"] == "nobody"


@pytest.mark.parametrize(
    ("name", "password"), [("Known", "wrong horse battery"), ("Unknown", PASSWORD), ("", ""), ("☃", "\x00")]
)
def test_who_cannot_log_in_hears_the_same_words(server: Running, name: str, password: str) -> None:
    with Browser(server) as browser:
        browser.register("Known")
    with Browser(server) as browser:
        answer = browser.log_in(name, password)
        assert code(answer) == (403, "wrong_password")
        assert answer.json()["message"] == "there is no account of this name with this password"
        assert "set-cookie" not in answer.headers


def test_a_name_is_one_accounts_whatever_it_is_written_like(server: Running) -> None:
    with Browser(server) as browser:
        assert browser.register("Cooper").status_code == 201
    for name in ("cooper", "C00PER", "Co oper", "ｃｏｏｐｅｒ"):
        with Browser(server) as browser:
            assert code(browser.register(name)) == (409, "name_taken")
            assert browser.log_in(name).status_code == 200
    with Browser(server) as browser:
        assert code(browser.register("Cооper")) == (422, "bad_name")
        assert code(browser.register("Shorty", "short")) == (422, "bad_password")


def test_of_many_who_want_one_name_at_once_one_gets_it(server: Running) -> None:
    def register(_: int) -> int:
        with Browser(server) as browser:
            return browser.register("Coveted").status_code

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(register, range(12))) == [201] + [409] * 11


def test_of_many_names_one_guest_wants_at_once_one_is_given(server: Running) -> None:
    with Browser(server) as guest:
        guest.table(me("x"), free("o"))
        session, who = guest.session, guest.me()["id"]

    def register(number: int) -> tuple[int, str]:
        with Browser(server, session) as browser:
            answer = browser.register(f"Greedy {'abcdefgh'[number]}")
            return answer.status_code, answer.json().get("id", "")

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(register, range(8)))
    # Whoever comes after the first finds the session gone, and registers as somebody new.
    assert [status for status, id_ in answers if id_ == who] == [201]


async def closed_with(client: Client) -> int | None:
    """The code a socket is closed with, long before sessions are looked up again (`REVALIDATED_SECONDS`)."""
    await asyncio.wait_for(client.socket.wait_closed(), REVALIDATED_SECONDS / 2)
    return client.socket.close_code


async def test_logging_out_closes_the_sockets_of_this_session_or_of_all(server: Running) -> None:
    with Browser(server) as home, Browser(server) as away:
        created = home.table(me("x"), free("o"))
        home.register("Leaver")
        away.log_in("Leaver")
        table = created["table"]
        async with (
            joined(server, table, more=home.socket) as one,
            joined(server, table, more=away.socket) as other,
            joined(server, table, [created["tokens"]["x"]]) as program,
        ):
            here = home.session
            assert home.post("/api/me/logout", json={}).json()["kind"] == "nobody"
            assert home.session == ""
            assert await closed_with(one) == SESSION_OVER
            assert (await other.ask({"type": "ping"}))["type"] == "pong"
            with Browser(server, here) as stolen:
                assert stolen.me()["kind"] == "nobody"
            home.log_in("Leaver")
            assert away.post("/api/me/logout", json={"everywhere": True}).status_code == 200
            assert await closed_with(other) == SESSION_OVER
            assert home.me()["kind"] == "nobody"
            assert (await program.ask({"type": "ping"}))["type"] == "pong", "a seat's token is nobody's session"


async def test_a_new_password_ends_every_other_session(server: Running) -> None:
    with Browser(server) as home, Browser(server) as away:
        created = home.table(me("x"), free("o"))
        home.register("Changer")
        away.log_in("Changer")
        body = {"old": "wrong horse battery", "new": "better horse battery"}
        assert code(home.post("/api/me/password", json=body)) == (403, "wrong_password")
        assert code(home.post("/api/me/password", json={**body, "old": PASSWORD, "new": "short"})) == (422, "bad_password")
        async with joined(server, created["table"], more=away.socket) as socket:
            before = home.session
            assert home.post("/api/me/password", json={**body, "old": PASSWORD}).json()["name"] == "Changer"
            assert await closed_with(socket) == SESSION_OVER
        assert home.session != before
        assert (home.me()["name"], away.me()["kind"]) == ("Changer", "nobody")
        assert code(away.log_in("Changer")) == (403, "wrong_password")
        assert away.log_in("Changer", body["new"]).status_code == 200


async def test_of_a_deleted_account_a_pseudonym_stays_and_nothing_else(server: Running) -> None:
    with Browser(server) as gone, Browser(server) as other:
        gone.register("Zebulon")
        created = gone.table(me("x"), free("o"))
        table = created["table"]
        other.post(f"/api/tables/{table}/seat", json={"invite": created["invite"], "name": "Bob"})
        assert gone.post("/api/me/bots", json={"name": "Zebulons Bot"}).status_code == 201
        async with joined(server, table, more=other.socket) as bob, joined(server, table, more=gone.socket) as zebulon:
            assert bob.welcome["table"]["seats"][0]["name"] == "Zebulon"
            await zebulon.play("x", "mark(a1)")
            assert code(gone.post("/api/me/delete", json={"password": "wrong horse"})) == (403, "wrong_password")
            assert gone.post("/api/me/delete", json={"password": PASSWORD}).status_code == 200
            assert await closed_with(zebulon) == SESSION_OVER
            while not (await bob.hear("seats"))["seats"][0]["name"].startswith("Gone "):
                pass
        assert gone.session == ""
        connection = sqlite3.connect(server.database)
        assert not [line for line in connection.iterdump() if "zebulon" in line.casefold()]
        connection.close()
        async with opened(server) as program:
            refused = await program.hello(table, [created["tokens"]["x"]])
            assert refused["code"] == "unknown_seat", "the token went with the account"
        answers = server.get(f"/api/tables/{table}").json()
        assert answers["seats"][0]["badge"] == ""
        assert gone.register("Zebulon").status_code == 201, "the name is free again"


def test_who_is_gone_keeps_no_seat_where_nothing_has_happened(server: Running) -> None:
    with Browser(server) as gone, Browser(server) as other:
        gone.register("Flighty")
        wanted = {"game": "tic_tac_toe", "seats": [me("x"), free("o")], "terms": {"public": True, "start": "host"}}
        kept, left = (gone.post("/api/tables", json=wanted).json() for _ in range(2))
        assert other.post(f"/api/tables/{kept['table']}/seat", json={}).is_success
        assert gone.post("/api/me/delete", json={"password": PASSWORD}).is_success
        described = other.get(f"/api/tables/{kept['table']}").json()
        assert ([seat["kind"] for seat in described["seats"]], described["host"]) == (["open", "person"], "o")
        assert other.post(f"/api/tables/{kept['table']}/seats", json={"role": "x", "kind": "bot", "bot": "random"}).is_success
        assert [seat["kind"] for seat in other.get(f"/api/tables/{left['table']}").json()["seats"]] == ["open", "open"]
        listed = [each["id"] for each in other.get("/api/lobby").json()["tables"]]
        assert (kept["table"] in listed, left["table"] in listed) == (True, False)


def test_what_is_ones_own_is_shown_to_nobody_else_and_holds_no_secret(server: Running) -> None:
    with Browser(server) as ada:
        assert code(ada.get("/api/me/export")) == (403, "not_allowed")
        ada.register("Exporter")
        created = ada.table(me("x"), free("o"))
        answer = ada.get("/api/me/export")
        assert answer.headers["cache-control"] == "no-store"
        told = answer.json()
        assert told["me"]["name"] == "Exporter"
        seat = {"table": created["table"], "game": "tic_tac_toe", "role": "x", "name": "Exporter", "conditional_moves": []}
        assert told["seats"] == [seat]
        assert len(told["sessions"]) == 1
        for secret in (ada.session, created["tokens"]["x"], created["invite"], "argon2"):
            assert secret not in answer.text


def test_no_password_and_no_session_is_stored_as_it_is(server: Running) -> None:
    with Browser(server) as ada:
        ada.register("Hashed", "a very special horse")
        connection = sqlite3.connect(server.database)
        dump = "\n".join(connection.iterdump())
        connection.close()
        assert "special horse" not in dump
        assert ada.session not in dump


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest) -> str:
    """Which database; for PostgreSQL its address."""
    if request.param != "postgres":
        return str(request.param)
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database(like=request.getfixturevalue("prepared"))


async def test_accounts_are_kept_in_either_database(address: str, tmp_path: Path) -> None:
    store: SqliteStore | PostgresStore
    store = empty_store(tmp_path) if address == "sqlite" else await PostgresStore.open(address)
    passwords = Passwords(CHEAP)
    people = Authenticator(store)
    accounts = Accounts(people, passwords)
    guest = people.newcomer()
    await people.welcome(guest)
    ada = await accounts.register(guest, protocol.NewAccount("Ada", PASSWORD))
    with pytest.raises(Refusal, match="name_taken"):
        await accounts.register(None, protocol.NewAccount("ADA", PASSWORD))
    other = people.newcomer()
    await people.welcome(other)
    again, heir = await accounts.log_in(other, protocol.LogIn("ada", PASSWORD), attempt())
    assert heir is not None
    assert (heir.before, heir.heir) == (other.principal.id, ada.principal.id)
    assert await people.in_session(other.session) is None
    assert (await accounts.export(again)).me.name == "Ada"
    left: list[str] = []
    with people.attendance.present(again.credential, lambda: left.append("again")):
        await people.revalidate()
        assert left == []
        elsewhere = Accounts(Authenticator(store), passwords)  # another node, which knows none of these sockets
        await elsewhere.log_out(again, everywhere=True)
        await people.revalidate()
        assert left == ["again"]
    assert await people.in_session(ada.session) is None
    back, _ = await accounts.log_in(None, protocol.LogIn("Ada", PASSWORD), attempt())
    gone = await accounts.delete(back, protocol.DeleteMe(PASSWORD))
    assert [each.before for each in gone] == [ada.principal.id]
    with pytest.raises(Refusal, match="wrong_password"):
        await accounts.log_in(None, protocol.LogIn("Ada", PASSWORD), attempt())
    passwords.close()
    await store.close()


class Slow(Passwords):
    """Takes its time to say whether a password fits."""

    def __init__(self) -> None:
        super().__init__(CHEAP)
        self.has_looked, self.may_say = asyncio.Event(), asyncio.Event()

    async def fits(self, stored: str | None, password: str) -> bool:
        found = await super().fits(stored, password)
        self.has_looked.set()
        await self.may_say.wait()
        return found


@pytest.mark.parametrize("what", ["log_in", "change_password", "delete"])
async def test_an_old_password_is_worth_nothing_though_it_was_looked_at_before_it_was_changed(kept: Store, what: str) -> None:
    passwords, slow = Passwords(CHEAP), Slow()
    people = Authenticator(kept)
    owners, intruders = Accounts(people, passwords), Accounts(people, slow)
    ada = await owners.register(None, protocol.NewAccount("Ada", PASSWORD))
    ways: dict[str, Callable[[], Awaitable[object]]] = {
        "log_in": lambda: intruders.log_in(None, protocol.LogIn("Ada", PASSWORD), attempt()),
        "change_password": lambda: intruders.change_password(ada, protocol.NewPassword(PASSWORD, "the thief's own horse")),
        "delete": lambda: intruders.delete(ada, protocol.DeleteMe(PASSWORD)),
    }
    late = asyncio.ensure_future(ways[what]())
    await asyncio.wait_for(slow.has_looked.wait(), 60)
    here = await owners.change_password(ada, protocol.NewPassword(PASSWORD, "another horse altogether"))
    slow.may_say.set()
    with pytest.raises(Refusal, match="wrong_password"):
        await late
    assert len((await owners.export(here)).sessions) == 1, "nobody else is in"
    await owners.log_in(None, protocol.LogIn("Ada", "another horse altogether"), attempt())
    passwords.close()
    slow.close()


async def test_who_comes_in_twice_when_passwords_are_hashed_anew_comes_in_twice(kept: Store) -> None:
    cheap, dearer = Passwords(CHEAP), Passwords(Cost(memory=16, passes=1))
    people = Authenticator(kept)
    await Accounts(people, cheap).register(None, protocol.NewAccount("Ada", PASSWORD))
    accounts = Accounts(people, dearer)
    came = await asyncio.gather(*[accounts.log_in(None, protocol.LogIn("Ada", PASSWORD), attempt()) for _ in range(3)])
    assert len((await accounts.export(came[0][0])).sessions) == 4
    cheap.close()
    dearer.close()
