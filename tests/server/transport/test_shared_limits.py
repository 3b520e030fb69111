"""Limits that all nodes share: exact over two nodes on one database, and as before at the only node of another."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv6Address
from pathlib import Path

import pytest

from rondel.server.accounts.principal import Principal
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.throttles import SharedBuckets
from rondel.server.transport.client_address import Peer, peer
from rondel.server.transport.rate_limits import Limits
from rondel.server.transport.shared_limits import SharedKind, SharedLimiter
from rondel.server.transport.token_bucket import LocalBuckets, Rate
from tests.server.accounts.visitors import PASSWORD, Browser
from tests.server.harness import Running, free, me
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio


async def tries(limiter: SharedLimiter, peers: Iterable[Peer], name: str = "ada", device: str = "") -> int:
    """How many of these tries to log in are taken."""
    taken = 0
    for each in peers:
        with suppress(Refusal):
            await limiter.check_login(each, name, device)
            taken += 1
    return taken


async def test_tries_at_one_name_from_many_addresses_are_bounded() -> None:
    """As documented: 230 at once from all strangers together, and 8,640 a day."""
    now = [0.0]
    limiter = SharedLimiter(Limits(), LocalBuckets(lambda: now[0]))
    botnet = [Peer(f"192.0.2.{number % 250}.{number}", False) for number in range(1000)]
    assert await tries(limiter, botnet) == 230
    now[0] = 24 * 3600.0
    assert await tries(limiter, botnet) == 230, "the budgets are full again, and no fuller"
    total = 0
    for _ in range(24):
        now[0] += 3600
        total += await tries(limiter, botnet)
    assert total <= 8640 + 230


async def test_strangers_lock_nobody_out_who_has_been_there_before_or_comes_for_the_first_time() -> None:
    limiter = SharedLimiter(Limits(), LocalBuckets(lambda: 0.0))
    await limiter.logged_in(Peer("203.0.113.7", False), "ada")
    strangers = [Peer(f"192.0.2.{number}", False) for number in range(25)]
    assert await tries(limiter, strangers * 4) == 25 + 30
    assert await tries(limiter, [Peer("203.0.113.99", False)]) == 1, "a clean address"
    assert await tries(limiter, [Peer(f"198.51.{number}.1", False) for number in range(250)]) == 200 - 26
    assert await tries(limiter, [Peer("203.0.113.98", False)]) == 0, "by now many have tried for the first time"
    assert await tries(limiter, [Peer("203.0.113.7", False)] * 20) == 10, "who has logged in from there has a budget apart"
    assert await tries(limiter, [strangers[0]] * 20, device="a browser of hers") == 10, "and so has the browser, wherever it is"
    assert await tries(limiter, [Peer("203.0.113.98", False)], "bob") == 1


async def test_a_clean_address_that_strangers_have_kept_out_waits_for_the_next_try_of_those_who_are_new() -> None:
    """It was never there before, and its browser neither. Networks that have tried the name cannot take that try from it."""
    now = [0.0]
    limiter = SharedLimiter(Limits(), LocalBuckets(lambda: now[0]))
    strangers = [Peer(f"198.51.{number}.1", False) for number in range(200)]
    assert await tries(limiter, strangers * 3) == 200 + 30
    home = Peer("203.0.113.98", False)
    for now[0] in (0.0, 5.0):
        with pytest.raises(Refusal, match="log in from a browser or a network that has logged in") as refused:
            await limiter.check_login(home, "ada")
        assert refused.value.retry_after == 20 - now[0]
    now[0] = 20.0
    assert await tries(limiter, strangers * 3) == 1, "what there is for those who try again"
    assert await tries(limiter, [home] * 3) == 1


async def taken(limiter: SharedLimiter, kind: SharedKind, peers: Iterable[Peer], who: Principal | None = None) -> int:
    """How many of these actions are allowed."""
    allowed = 0
    for each in peers:
        with suppress(Refusal):
            await limiter.check(kind, each, who)
            allowed += 1
    return allowed


def network(number: int, size: int) -> Peer:
    """An address of another /64 in the same network of that size."""
    return peer({"client": (str(IPv6Address(0x20010DB8 << 96 | number << (128 - 64 if size == 56 else 72))), 1)})


async def test_a_network_of_ipv6_has_a_limit_of_its_own_for_each_size() -> None:
    limits = Limits()
    for size, factor in ((56, 2), (48, 4)):
        limiter = SharedLimiter(limits, LocalBuckets(lambda: 0.0))
        own = [network(number, size) for number in range(200)]
        assert await taken(limiter, "create", own) == limits.create.burst * factor
        assert await taken(limiter, "register", own) == limits.register.burst * factor
        assert await tries(limiter, own) <= limits.login.burst * factor


async def test_two_nodes_together_allow_what_one_allows(cluster: Cluster, prepared: str) -> None:
    """Accounts, strangers, reports and passwords, with all attempts at once."""
    address = await asyncio.to_thread(cluster.database, like=prepared)
    stores = [await PostgresStore.open(address) for _ in range(2)]
    slow = Limits(create=Rate(3, 1000.0), account_create=Rate(4, 1000.0), report=Rate(5, 1000.0), name=Rate(2, 1000.0))
    nodes = [SharedLimiter(slow, SharedBuckets(store)) for store in stores]
    ada, guest = Principal("a", "account"), Principal("g", "guest")
    house = [Peer("192.0.2.1", False)] * 6
    botnet = [Peer(f"198.51.100.{number}", False) for number in range(6)]
    try:
        for kind, who, wanted in (("create", ada, 4), ("create", guest, 3), ("create", None, 3), ("report", ada, 5)):
            assert sum(await asyncio.gather(*[taken(node, kind, house, who) for node in nodes])) == wanted, kind  # type: ignore[arg-type]
        assert sum(await asyncio.gather(*[tries(node, botnet) for node in nodes])) == 6 + 2, (
            "each for the first time, and two again"
        )
        await nodes[0].logged_in(house[0], "ada")
        assert await tries(nodes[1], house * 3) == 10 + 1, "known at every node, and then as a stranger for the first time"
        await SharedBuckets(stores[0]).sweep()
        assert await taken(nodes[1], "create", house, guest) == 0
    finally:
        for store in stores:
            await store.close()


def test_passwords_are_guessed_no_faster_at_two_servers_of_one_database(
    cluster: Cluster, prepared: str, tmp_path: Path
) -> None:
    address = cluster.database(like=prepared)
    few = Limits(here=True, login=Rate(4, 1000.0), create=Rate(2, 1000.0))
    with (
        Running(tmp_path, address=address, limits=few) as one,
        Running(tmp_path, address=address, limits=few) as other,
        Browser(one) as ada,
        Browser(other) as bob,
    ):
        assert ada.register("Ada").status_code == 201
        ada.post("/api/me/logout", json={})
        statuses = [browser.log_in("Bob", f"wrong {PASSWORD}").status_code for _ in range(4) for browser in (ada, bob)]
        assert statuses == [403] * 4 + [429] * 4
        body = {"game": "tic_tac_toe", "seats": [me("x"), free("o")]}
        made = [server.post("/api/tables", body).status_code for _ in range(2) for server in (one, other)]
        assert made == [201, 201, 429, 429]
