"""Limits, at a real server that limits this machine like any other: who floods is stopped, and who plays is not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, suppress
from ipaddress import IPv6Address
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rondel.server.accounts.principal import Principal
from rondel.server.features.running_games import RELIABLE, MostGames
from rondel.server.protocol.refused import Refusal
from rondel.server.transport import rate_limits as module
from rondel.server.transport.client_address import Peer, peer
from rondel.server.transport.rate_limits import Limiter, Limits
from rondel.server.transport.token_bucket import Rate
from tests.server.accounts.visitors import PASSWORD, Browser, code
from tests.server.harness import Client, Running, bot, free, joined, me, opened

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).resolve().parents[3]
STRICT = Limits(here=True)


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Running]:
    """A server with the limits as they are, for those on this machine too."""
    with Running(tmp_path, limits=STRICT) as running:
        yield running


def limited(answer: httpx.Response) -> bool:
    """Whether it was refused as too much, with the time to wait."""
    if answer.status_code != 429:
        return False
    assert answer.json()["code"] == "too_fast"
    assert int(answer.headers["retry-after"]) >= 1
    return True


def test_the_figures_are_those_that_are_documented() -> None:
    table = (ROOT / "docs" / "protocol" / "limits.md").read_text(encoding="utf-8")
    usual = Limits()
    for words, rate in (
        ("messages of one person", usual.message),
        ("messages at one table", usual.table),
        ("tables made by a guest, or without a session", usual.create),
        ("tables made by an account or a bot, tournaments announced", usual.account_create),
        ("seats taken, searches begun, and deeds in tournaments", usual.sit),
        ("lines of chat", usual.chat),
        ("positions analysed", usual.analyse),
        ("accounts registered", usual.register),
        ("share one)", usual.request),
    ):
        assert f"{words} | {rate.burst:,} | {rate.seconds:g} s |" in table, words
    for words, rate in (
        ("tries to log in from one address", usual.login),
        ("that have tried this name in the last hour", usual.name),
        ("from all other addresses together", usual.newcomer),
        ("that has logged in to the account", usual.known),
    ):
        assert f"{words} | {rate.burst:,} | {rate.seconds:g} s |" in table, words
    assert f"may have {usual.sockets_from} sockets open;" in table
    assert f"a guest may have {usual.open_tables} games" in table
    games = usual.games
    assert f"An account may have {games.reliable} games with others at once, a newcomer with fewer than five ended" in table
    assert (
        f"games {games.newcomer}, and who finishes less than {RELIABLE} % of their [games](ratings.md) {games.unreliable};"
        in table
    )
    assert f"with {module.INSOLENT} such messages" in table


def test_a_guest_makes_three_tables_a_minute_and_an_account_more(strict: Running) -> None:
    with Browser(strict) as guest, Browser(strict) as other, Browser(strict) as ada:
        body = {"game": "tic_tac_toe", "seats": [me("x"), free("o")]}
        statuses = [guest.post("/api/tables", json=body) for _ in range(5)]
        assert [answer.status_code for answer in statuses] == [201, 201, 201, 201, 429], "the first made a guest of a stranger"
        assert limited(statuses[4])
        assert other.post("/api/tables", json=body).status_code == 201, "another is not limited by that"
        ada.register("Ada")
        assert [ada.post("/api/tables", json=body).status_code for _ in range(15)] == [201] * 15


def test_strangers_from_one_address_share_what_one_guest_gets(strict: Running) -> None:
    body = {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}
    statuses = [strict.post("/api/tables", body, headers={"x-forwarded-for": f"203.0.113.{number}"}) for number in range(5)]
    assert [answer.status_code for answer in statuses] == [201, 201, 201, 429, 429]


def test_a_guest_has_so_many_games_going_on_and_no_more(tmp_path: Path) -> None:
    some = Limits(here=True, create=Rate(1000, 0.001), open_tables=3)
    with Running(tmp_path, limits=some) as server, Browser(server) as guest:
        body = {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}
        assert [guest.post("/api/tables", json=body).status_code for _ in range(4)] == [201, 201, 201, 409]
        assert code(guest.post("/api/tables", json=body)) == (409, "too_many")
        guest.register("No longer a guest")
        assert guest.post("/api/tables", json=body).status_code == 201


def test_an_account_has_so_many_games_with_others_and_no_more(tmp_path: Path) -> None:
    some = Limits(here=True, create=Rate(1000, 0.001), games=MostGames(newcomer=2, unreliable=2))
    with Running(tmp_path, limits=some) as server, Browser(server) as ada, Browser(server) as bob:
        ada.register("Ada")
        bob.register("Bob")
        body = {"game": "tic_tac_toe", "seats": [me("x"), free("o")]}
        for alone in ([me("x"), me("o")], [me("x"), {"role": "o", "kind": "bot", "bot": "random"}]):
            assert [ada.post("/api/tables", json={**body, "seats": alone}).status_code for _ in range(3)] == [201] * 3
        made = [ada.post("/api/tables", json=body).json()["table"] for _ in range(2)]
        assert code(ada.post("/api/tables", json=body)) == (409, "too_many")
        assert code(ada.post("/api/me/seek", json={"game": "tic_tac_toe"})) == (409, "too_many")
        open_ = bob.post("/api/tables", json={**body, "terms": {"public": True}}).json()["table"]
        assert code(ada.post(f"/api/tables/{open_}/seat", json={})) == (409, "too_many")
        assert ada.post(f"/api/tables/{made[0]}/leave", json={}).status_code == 200
        assert ada.post(f"/api/tables/{open_}/seat", json={}).status_code == 201


def test_a_hundred_tries_at_a_password_are_too_many_from_this_machine_as_well(tmp_path: Path) -> None:
    with Running(tmp_path, limits=Limits()) as server, Browser(server) as owner:
        assert owner.register("Target").status_code == 201
        answers = [owner.log_in("Target", "wrong horse battery") for _ in range(100)]
        assert [answer.status_code for answer in answers[:10]] == [403] * 10
        assert all(limited(answer) for answer in answers[13:]), "some may have come back to the bucket on a slow machine"
        assert limited(owner.log_in("Target", PASSWORD)), "the right one would not tell itself from the others"


def test_a_browser_that_has_logged_in_is_not_locked_out_and_the_log_names_each_failure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    few = Limits(name=Rate(3, 1000.0), newcomer=Rate(3, 1000.0))
    with Running(tmp_path, limits=few, proxies=["127.0.0.1"]) as server, Browser(server) as ada, Browser(server) as new:
        ada.headers["x-forwarded-for"] = "203.0.113.7"
        assert ada.register("Ada").status_code == 201
        ada.post("/api/me/logout", json={})
        with Browser(server) as stranger:
            for number in range(10):
                stranger.headers["x-forwarded-for"] = f"192.0.2.{number}"
                stranger.log_in("Ada", f"a wrong {PASSWORD}")
            assert limited(stranger.log_in("Ada", PASSWORD))
            stranger.log_in('"\n x', "anything")
            stranger.cookies.set("rondel-device", ada.cookies["rondel-device"][:-1] + "x", domain="127.0.0.1")
            assert limited(stranger.log_in("Ada", PASSWORD)), "a device cookie that is none"
        ada.headers["x-forwarded-for"] = "198.51.100.1"
        assert ada.log_in("Ada").status_code == 200, "the browser is known"
        new.headers["x-forwarded-for"] = "203.0.113.7"
        assert new.log_in("Ada").status_code == 200, "the address is known"
    lines = [record.getMessage() for record in caplog.records if record.name.endswith("failed_logins")]
    assert lines[0] == 'login failed: address=192.0.2.0 reason=wrong_password omitted=0 account="Ada"'
    assert any("reason=too_fast" in line for line in lines)
    assert lines[-2].endswith('reason=unknown_name omitted=0 account="\\"\\n x"')
    assert PASSWORD not in caplog.text


def network(number: int, size: int) -> Peer:
    """An address of another /64 in the same network of that size."""
    return peer({"client": (str(IPv6Address(0x20010DB8 << 96 | number << (128 - 64 if size == 56 else 72))), 1)})


def test_a_network_of_ipv6_has_a_limit_of_its_own_for_each_size() -> None:
    limits = Limits()
    for size, factor in ((56, 2), (48, 4)):
        limiter = Limiter(limits, lambda: 0.0)
        own = [network(number, size) for number in range(200)]
        assert len({each.address for each in own}) == 200
        assert len({each.networks[{56: 1, 48: 2}[size]] for each in own}) == 1
        taken = 0
        for each in own:
            with suppress(Refusal):
                limiter.check("chat", each)
                taken += 1
        assert taken == limits.chat.burst * factor, size
        with ExitStack() as open_, suppress(Refusal):
            for number in range(limits.sockets_from * factor + 1):
                open_.enter_context(limiter.socket(own[number % 200]))
                assert number < limits.sockets_from * factor
        assert not limiter._sockets, "nothing is kept of sockets that are closed"
        limiter.check("chat", peer({"client": ("2001:db9::1", 1)}))


def test_a_48_of_ipv6_makes_as_many_tables_at_a_server_as_four_addresses(tmp_path: Path) -> None:
    body = {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}
    with Running(tmp_path, limits=Limits(create=Rate(1, 1000.0)), proxies=["127.0.0.1"]) as server:
        made = [
            server.post("/api/tables", body, headers={"x-forwarded-for": f"2001:db8:1:{number:x}00::1"}).status_code
            for number in range(8)
        ]
        assert made == [201] * 4 + [429] * 4
        assert server.post("/api/tables", body, headers={"x-forwarded-for": "2001:db8:2::1"}).status_code == 201


async def test_sockets_are_counted_in_each_network_of_ipv6(tmp_path: Path) -> None:
    with Running(tmp_path, limits=Limits(sockets_from=1), proxies=["127.0.0.1"]) as server:
        async with AsyncExitStack() as stack:
            for number in range(4):
                address = f"2001:db8:1:{number:x}00::1"
                await stack.enter_async_context(opened(server, additional_headers={"x-forwarded-for": address}))
            with pytest.raises(InvalidStatus, match="429"):
                async with opened(server, additional_headers={"x-forwarded-for": "2001:db8:1:ff00::1"}):
                    pass


def test_one_address_gets_what_four_people_get() -> None:
    limiter = Limiter(Limits(), lambda: 0.0)
    house = Peer("192.0.2.1", False)
    for number in range(Limits().chat.burst * module.SHARED):
        limiter.check("chat", house, Principal(f"p{number}", "guest"))
    with pytest.raises(Refusal, match="too_fast"):
        limiter.check("chat", house, Principal("one more", "guest"))


async def test_a_flood_is_refused_and_then_ended_and_the_others_do_not_notice(tmp_path: Path) -> None:
    few = Limits(here=True, message=Rate(50, 0.2))
    with Running(tmp_path, limits=few) as server, Browser(server) as ada, Browser(server) as bob:
        created = ada.table(me("x"), free("o"))
        bob.post(f"/api/tables/{created['table']}/seat", json={"invite": created["invite"]})
        async with joined(server, created["table"], more=bob.socket) as player:
            async with joined(server, created["table"], more=ada.socket) as flood:
                with pytest.raises(ConnectionClosed) as closed:
                    await go_on(flood)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1008
                refused = [each["id"] for each in flood.heard if each.get("code") == "too_fast"]
                assert len(refused) == module.INSOLENT + 1
                assert all(refused), "each is told which message it was"
            async with joined(server, created["table"], [created["tokens"]["x"]]) as program:
                await program.play("x", "mark(a1)")
                await player.until(1)
                await player.play("o", "mark(b2)")


@pytest.mark.parametrize("frame", [b"", "", json.dumps({"type": "ping", "id": "m" * 65}), "m" * 17_000])
async def test_a_flood_of_what_is_no_message_is_ended_as_well(tmp_path: Path, frame: str | bytes) -> None:
    few = Limits(here=True, message=Rate(50, 0.2))
    with Running(tmp_path, limits=few) as server:
        async with opened(server) as flood:
            with pytest.raises(ConnectionClosed) as closed:
                await say_on(flood, frame, few.message.burst + 2 * module.INSOLENT)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
            codes = [each["code"] for each in flood.heard]
            assert codes.count("too_fast") == module.INSOLENT + 1
            assert set(codes) == {"too_fast", codes[0]}, codes[0]


async def say_on(flood: Client, frame: str | bytes, times: int) -> None:
    """Say that so many times."""
    for _ in range(times):
        await flood.ask(frame)


async def go_on(flood: Client) -> None:
    """Say the same for ever."""
    while True:
        await flood.ask(flood.message("play", role="x", move="mark(z9)"))


async def test_an_honest_bot_that_plays_ten_games_at_full_speed_is_never_slowed(strict: Running) -> None:
    with Browser(strict) as ada:
        created = ada.table(me("black"), bot("white"), game="reversi")
        async with joined(strict, created["table"], more=ada.socket) as player:
            for _ in range(10):
                await play_out(player)


async def play_out(player: Client) -> None:
    """Play the game to its end, and begin the next."""
    update = player.heard[-1]
    (role,) = update["views"]  # another one in each game
    while True:
        view = update["views"][role]
        if view["over"]:
            answer = await player.ask(player.message("again"))
            assert answer["type"] == "accepted", answer
            await player.until(answer["seq"])
            return
        if view["moves"]:
            update = await player.play(role, view["moves"][0]["text"])
        else:
            update = await player.hear("update")
        del player.heard[:-3]


async def test_so_many_sockets_and_no_more(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    few = Limits(here=True, sockets_from=5)
    with Running(tmp_path, limits=few) as server:
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(opened(server)) for _ in range(5)]
            with pytest.raises(InvalidStatus) as crowded:
                async with opened(server):
                    pass
            answer = crowded.value.response
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "10")
            assert json.loads(answer.body or b"")["code"] == "too_fast"
            await sockets[0].socket.close()
            for _ in range(100):
                try:
                    async with opened(server) as client:
                        assert (await client.ask({"type": "ping"}))["type"] == "pong"
                        break
                except InvalidStatus:
                    await asyncio.sleep(0.02)
            else:
                pytest.fail("the place of a socket that was closed is not free")
    assert caplog.text == "", "a refusal is no error"


async def test_there_is_an_end_to_sockets_on_this_machine_as_well(tmp_path: Path) -> None:
    with Running(tmp_path, limits=Limits(sockets=3)) as server:
        async with AsyncExitStack() as stack:
            for _ in range(3):
                await stack.enter_async_context(opened(server))
            with pytest.raises(InvalidStatus, match="429"):
                async with opened(server):
                    pass


def test_requests_are_counted_by_address_and_a_proxy_can_be_named(tmp_path: Path) -> None:
    few = Limits(request=Rate(5, 100.0))
    with Running(tmp_path, limits=few, proxies=["127.0.0.1"]) as server:
        for address in ("203.0.113.1", "203.0.113.2"):
            through = {"x-forwarded-for": address}
            answers = [server.get("/api/bots", headers=through) for _ in range(6)]
            assert [answer.status_code for answer in answers] == [200] * 5 + [429]
            assert limited(answers[-1])
            assert server.get("/nothing", headers=through).status_code == 404, "the page itself is not counted"
        assert [server.get("/api/bots").status_code for _ in range(8)] == [200] * 8


async def test_nothing_but_passwords_is_limited_on_this_machine(server: Running) -> None:
    with Browser(server) as ada:
        tables = [ada.table(me("x"), me("o")) for _ in range(30)]
        async with joined(server, tables[0]["table"], more=ada.socket) as client:
            for _ in range(1500):
                assert (await client.ask({"type": "ping"}))["type"] == "pong"
