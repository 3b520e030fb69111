"""Rate limits for clients, principals and tables.

The limits suit people and honest programs: a bot that plays ten games in a row at full speed is never slowed. Clients on this
machine are limited for passwords only: they are the host's own.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil, inf
from typing import Final, Literal

import msgspec

from rondel.server.accounts.principal import Principal
from rondel.server.protocol.refused import Refusal
from rondel.server.transport.client_address import Peer
from rondel.server.transport.token_bucket import MOST_KEPT, WIDER, NetworkThrottle, Rate, TokenBuckets

SHARED: Final = 4
"""People behind one address: its limit is that much higher than one person's."""

INSOLENT: Final = 200
"""Messages of one socket that may be refused as too fast before it is closed."""

TRIED_SECONDS: Final = 3600.0
"""How long a network that has tried to log in under a name counts as known there."""

Kind = Literal["create", "sit", "chat", "login", "register", "request", "try", "analyse", "report"]


class Limits(msgspec.Struct, frozen=True):
    """The rates and limits of a server."""

    message: Rate = Rate(500, 0.04)
    """Messages of one person over sockets: the burst is ten games of forty answers, and a reserve."""
    table: Rate = Rate(2000, 0.01)
    """Messages at one table."""
    create: Rate = Rate(3, 20.0)
    """Tables created by a guest."""
    account_create: Rate = Rate(20, 3.0)
    """Tables created by an account or a bot."""
    sit: Rate = Rate(20, 3.0)
    chat: Rate = Rate(5, 1.0)
    login: Rate = Rate(10, 6.0)
    """Attempts from one address, also from this machine, and for changing a password."""
    name: Rate = Rate(30, 20.0)
    """Attempts under one name, from all networks together that have tried that name within `TRIED_SECONDS`."""
    newcomer: Rate = Rate(200, 20.0)
    """First attempts under one name, one for each network that has not tried it within `TRIED_SECONDS`."""
    known: Rate = Rate(10, 20.0)
    """Attempts of one device, session or network that has logged in to that account before."""
    register: Rate = Rate(5, 60.0)
    request: Rate = Rate(480, 0.025)
    """Requests from one address under ``/api``; a household or a school shares one."""
    tries: Rate = Rate(60, 0.25)
    """Positions of branches: each replays a round, and the answers of the branch."""
    analyse: Rate = Rate(600, 0.5)
    """Positions of analyses: each is a search, unless it is cached."""
    report: Rate = Rate(5, 60.0)
    open_tables: int = 10
    """Tables with a running game at which a guest may have a seat."""
    sockets: int = 10_000
    """Open sockets of all clients."""
    sockets_from: int = 64
    """Open sockets of one address, or one /64 of IPv6; a /56 and a /48 get more, by `WIDER`."""
    here: bool = False
    """Whether those on this machine are limited like all others."""


class Limiter:
    """Counts the actions of clients, and refuses those beyond their limits."""

    def __init__(self, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits = limits or Limits()
        self._messages = TokenBuckets(limits.message, clock)
        self._messages_from = NetworkThrottle(limits.message.times(SHARED), clock)
        self._tables = TokenBuckets(limits.table, clock)
        self._account_creates = TokenBuckets(limits.account_create, clock)
        rates = {
            "create": limits.create,
            "sit": limits.sit,
            "chat": limits.chat,
            "login": limits.login,
            "register": limits.register,
            "request": limits.request,
            "try": limits.tries,
            "analyse": limits.analyse,
            "report": limits.report,
        }
        self._each = {kind: TokenBuckets(rate, clock) for kind, rate in rates.items()}
        self._strangers = {kind: NetworkThrottle(rate, clock) for kind, rate in rates.items()}
        self._from = {kind: NetworkThrottle(rate.times(SHARED), clock) for kind, rate in rates.items()}
        self._names = TokenBuckets(limits.name, clock)
        self._newcomers = TokenBuckets(limits.newcomer, clock)
        self._tried = TokenBuckets(Rate(1, TRIED_SECONDS), clock)
        self._known = TokenBuckets(limits.known, clock)
        self._logged_in: dict[tuple[str, str], None] = {}
        self._sockets: Counter[str] = Counter()
        self._open = 0

    def check(self, kind: Kind, peer: Peer, who: Principal | None = None) -> None:
        """Count an action; refused as ``too_fast`` beyond the limit."""
        if self._free(peer):
            return
        if who is None or not who.id:
            wait = self._strangers[kind].take(peer.networks)
        elif kind == "create" and who.kind != "guest":
            wait = self._account_creates.take(who.id)
        else:
            wait = self._each[kind].take(who.id) or self._from[kind].take(peer.networks)
        _refuse(wait)

    def check_login(self, peer: Peer, name: str, device: str = "") -> None:
        """Count an attempt to log in under a name, from this machine as well; refused as ``too_fast``.

        ``device`` names a browser that is known to have logged in to that account. It has its own budget, and so has each
        network from which somebody logged in: strangers who try the same name cannot use it up. A network that tries the name
        for the first time has another budget than those that try it again.
        """
        if device:
            _refuse(self._known.take((name, device)))
        elif (name, peer.address) not in self._logged_in or self._known.take((name, peer.address)):
            self._check_strange_login(peer, name)

    def _check_strange_login(self, peer: Peer, name: str) -> None:
        """Count an attempt of an unknown client. A network that never tried the name and finds its budget used up waits for the
        next token of that budget, which no network that has tried the name can take from it."""
        _refuse(self._strangers["login"].take(peer.networks))
        wait = 0.0
        first = not self._tried.wait((name, peer.networks[-1]))
        if not first or (wait := self._newcomers.take(name)):
            wait = min(wait or inf, self._names.take(name))
        if wait:
            raise Refusal(
                "too_fast",
                f"many have tried to log in under this name; try again in {_whole(wait)} seconds, or log in from a browser or "
                "a network that has logged in to this account before",
                retry_after=_whole(wait),
            )
        if first:
            self._tried.take((name, peer.networks[-1]))

    def logged_in(self, peer: Peer, name: str) -> None:
        """Remember a successful login to that account from there."""
        self._logged_in.pop((name, peer.address), None)
        self._logged_in[(name, peer.address)] = None
        if len(self._logged_in) > MOST_KEPT:
            del self._logged_in[next(iter(self._logged_in))]

    def check_password(self, account: str) -> None:
        """Count an attempt at the account's password in one of its sessions; refused as ``too_fast``."""
        _refuse(self._known.take((account, "session")))

    def check_tables(self, peer: Peer, who: Principal, open_tables: int) -> None:
        """Refused as ``too_many`` when a guest has the maximum of running games."""
        if not self._free(peer) and who.kind == "guest" and open_tables >= self.limits.open_tables:
            raise Refusal("too_many", f"a guest has at most {self.limits.open_tables} games at a time; finish one, or register")

    def messages(self, peer: Peer, who: Principal) -> Callable[[str], float] | None:
        """A function that counts the messages of one socket, given the table they are for, and returns the seconds to wait,
        else 0. None where nothing is counted."""
        if self._free(peer):
            return None
        one = who.id or peer.address

        def count(table: str) -> float:
            # In this order: a message refused to one person takes no token from the others at the table.
            wait = self._messages.take(one) or self._messages_from.take(peer.networks)
            return wait or (self._tables.take(table) if table else 0.0)

        return count

    @contextmanager
    def socket(self, peer: Peer) -> Iterator[None]:
        """Context in which a socket is open; refused as ``too_fast`` when too many are open."""
        full = any(
            self._sockets[network] >= self.limits.sockets_from * factor
            for network, factor in zip(peer.networks, WIDER, strict=False)
        )
        if self._open >= self.limits.sockets or (full and not self._free(peer)):
            raise Refusal("too_fast", "too many sockets are open; close some, or come again later", retry_after=10)
        self._sockets.update(peer.networks)
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1
            for network in peer.networks:
                self._sockets[network] -= 1
                if not self._sockets[network]:
                    del self._sockets[network]

    def _free(self, peer: Peer) -> bool:
        return peer.local and not self.limits.here


def too_fast(wait: float) -> Refusal:
    """The refusal for a client that came so many seconds too early.

    >>> too_fast(1.5).message, too_fast(1.5).status
    ('more than the server takes at once; try again in 2 seconds', 429)
    """
    seconds = _whole(wait)
    return Refusal("too_fast", f"more than the server takes at once; try again in {seconds} seconds", retry_after=seconds)


def _whole(wait: float) -> int:
    return max(1, ceil(wait))


def _refuse(wait: float) -> None:
    if wait:
        raise too_fast(wait)
