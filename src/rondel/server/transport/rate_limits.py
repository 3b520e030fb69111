"""Rate limits for clients, principals and tables, counted by each node for itself; those that all nodes share are in
`shared_limits`.

The limits suit people and honest programs: a bot that plays ten games in a row at full speed is never slowed. Clients on this
machine are limited for passwords only: they are the host's own.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Literal

import msgspec

from rondel.server.accounts.principal import Principal
from rondel.server.features.running_games import MostGames
from rondel.server.protocol.refused import Refusal, too_fast
from rondel.server.transport.client_address import Peer
from rondel.server.transport.token_bucket import WIDER, NetworkThrottle, Rate, TokenBuckets

SHARED: Final = 4
"""People behind one address: its limit is that much higher than one person's."""

INSOLENT: Final = 200
"""Messages of one socket that may be refused as too fast before it is closed."""

LocalKind = Literal["sit", "chat", "follow", "invite", "write", "request", "try", "analyse"]


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
    write: Rate = Rate(10, 6.0)
    """Private messages."""
    invite: Rate = Rate(10, 30.0)
    follow: Rate = Rate(30, 2.0)
    """Changes of whom an account follows and blocks."""
    login: Rate = Rate(10, 6.0)
    """Attempts from one address, also from this machine, and for changing a password."""
    name: Rate = Rate(30, 20.0)
    """Attempts under one name, from all networks together that have tried that name within an hour."""
    newcomer: Rate = Rate(200, 20.0)
    """First attempts under one name, one for each network that has not tried it within an hour."""
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
    mail: Rate = Rate(5, 120.0)
    """Mails that somebody asks for, new passwords by a mailed link, and tests of webhooks."""
    open_tables: int = 10
    """Tables with a running game at which a guest may have a seat."""
    games: MostGames = MostGames()
    """Games with others that an account may have at a time."""
    sockets: int = 10_000
    """Open sockets of all clients."""
    sockets_from: int = 64
    """Open sockets of one address, or one /64 of IPv6; a /56 and a /48 get more, by `WIDER`."""
    here: bool = False
    """Whether those on this machine are limited like all others."""


class Limiter:
    """Counts the actions of clients at this node, and refuses those beyond their limits."""

    def __init__(self, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits = limits or Limits()
        self._messages = TokenBuckets(limits.message, clock)
        self._messages_from = NetworkThrottle(limits.message.times(SHARED), clock)
        self._tables = TokenBuckets(limits.table, clock)
        rates = {
            "sit": limits.sit,
            "chat": limits.chat,
            "follow": limits.follow,
            "invite": limits.invite,
            "write": limits.write,
            "request": limits.request,
            "try": limits.tries,
            "analyse": limits.analyse,
        }
        self._each = {kind: TokenBuckets(rate, clock) for kind, rate in rates.items()}
        self._strangers = {kind: NetworkThrottle(rate, clock) for kind, rate in rates.items()}
        self._from = {kind: NetworkThrottle(rate.times(SHARED), clock) for kind, rate in rates.items()}
        self._sockets: Counter[str] = Counter()
        self._open = 0

    def check(self, kind: LocalKind, peer: Peer, who: Principal | None = None) -> None:
        """Count an action; refused as ``too_fast`` beyond the limit."""
        if is_exempt(self.limits, peer):
            return
        if who is None or not who.id:
            wait = self._strangers[kind].take(peer.networks)
        else:
            wait = self._each[kind].take(who.id) or self._from[kind].take(peer.networks)
        refuse(wait)

    def check_tables(self, peer: Peer, who: Principal, open_tables: int) -> None:
        """Refused as ``too_many`` when a guest has the maximum of running games."""
        if not is_exempt(self.limits, peer) and who.kind == "guest" and open_tables >= self.limits.open_tables:
            raise Refusal("too_many", f"a guest has at most {self.limits.open_tables} games at a time; finish one, or register")

    def messages(self, peer: Peer, who: Principal) -> Callable[[str], float] | None:
        """A function that counts the messages of one socket, given the table they are for, and returns the seconds to wait,
        else 0. None where nothing is counted."""
        if is_exempt(self.limits, peer):
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
        if self._open >= self.limits.sockets or (full and not is_exempt(self.limits, peer)):
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


def is_exempt(limits: Limits, peer: Peer) -> bool:
    """Whether a client is not limited, but for passwords: those on this machine, unless the limits say otherwise."""
    return peer.local and not limits.here


def refuse(wait: float) -> None:
    """Refuse as ``too_fast`` where there is something to wait for."""
    if wait:
        raise too_fast(wait)
