"""Limits: how much of everything one client, one person and one table get, and what is said beyond.

They are made for people and for honest programs: a bot that plays ten games in a row at full speed is never slowed. Who comes
from this very machine is not limited at all, but for passwords: that is the host, trying it out or running bots.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Literal

import msgspec

from rondel.server.people.peer import Peer
from rondel.server.people.principal import Principal
from rondel.server.people.throttle import Rate, Throttle
from rondel.server.refusal import Refusal

SHARED: Final = 4
"""How many people one address may stand for: it gets so much more than one of them."""

INSOLENT: Final = 200
"""Messages of one socket that are refused as too many before it is closed."""

Kind = Literal["create", "sit", "chat", "login", "register", "request", "try", "report"]


class Limits(msgspec.Struct, frozen=True):
    """How much there is."""

    message: Rate = Rate(500, 0.04)
    """Messages of one person over sockets: the burst is ten games of forty answers with some to spare."""
    table: Rate = Rate(2000, 0.01)
    """Messages at one table."""
    create: Rate = Rate(3, 20.0)
    """Tables a guest makes."""
    account_create: Rate = Rate(20, 3.0)
    """Tables an account or a bot makes."""
    sit: Rate = Rate(20, 3.0)
    chat: Rate = Rate(5, 1.0)
    login: Rate = Rate(10, 6.0)
    """Tries from one address; also for those on this machine, and for changing a password."""
    name: Rate = Rate(30, 20.0)
    """Tries to log in under one name, from wherever."""
    register: Rate = Rate(5, 60.0)
    request: Rate = Rate(480, 0.025)
    """Requests from one address under ``/api``; a house or a school shares one."""
    tries: Rate = Rate(60, 0.25)
    """Positions of branches: each is a round played again, and some answers more."""
    report: Rate = Rate(5, 60.0)
    open_tables: int = 10
    """Tables at which a guest has a seat while their games go on."""
    sockets: int = 10_000
    """Sockets that are open at once, from wherever."""
    sockets_from: int = 64
    """Those from one address."""
    here: bool = False
    """Whether those on this machine are limited like all others."""


class Limiter:
    """Counts what everybody does, and refuses what is too much."""

    def __init__(self, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits = limits or Limits()
        self._messages = Throttle(limits.message, clock)
        self._messages_from = Throttle(limits.message.times(SHARED), clock)
        self._tables = Throttle(limits.table, clock)
        self._account_creates = Throttle(limits.account_create, clock)
        rates = {
            "create": limits.create,
            "sit": limits.sit,
            "chat": limits.chat,
            "login": limits.login,
            "register": limits.register,
            "request": limits.request,
            "try": limits.tries,
            "report": limits.report,
        }
        self._each = {kind: Throttle(rate, clock) for kind, rate in rates.items()}
        self._from = {kind: Throttle(rate.times(SHARED), clock) for kind, rate in rates.items()}
        self._names = Throttle(limits.name, clock)
        self._sockets: dict[str, int] = {}
        self._open = 0

    def check(self, kind: Kind, peer: Peer, who: Principal | None = None) -> None:
        """Count something that somebody does; refused as ``too_fast`` when it is too much."""
        if self._free(peer):
            return
        if who is None or not who.id:
            wait = self._each[kind].take(peer.address)
        elif kind == "create" and who.kind != "guest":
            wait = self._account_creates.take(who.id)
        else:
            wait = self._each[kind].take(who.id) or self._from[kind].take(peer.address)
        _refuse(wait)

    def check_login(self, peer: Peer, name: str) -> None:
        """Count a try at somebody's password, from this machine as well; refused as ``too_fast``."""
        _refuse(self._each["login"].take(peer.address) or self._names.take(name))

    def check_tables(self, peer: Peer, who: Principal, open_tables: int) -> None:
        """Refused as ``too_many`` when a guest has so many games going on that there is no other to begin."""
        if not self._free(peer) and who.kind == "guest" and open_tables >= self.limits.open_tables:
            raise Refusal("too_many", f"a guest has at most {self.limits.open_tables} games at a time; finish one, or register")

    def messages(self, peer: Peer, who: Principal) -> Callable[[str], float] | None:
        """What counts the messages of one socket, given the table they are for: the seconds to wait when it is too much, else
        0. None where nothing is counted."""
        if self._free(peer):
            return None
        one = who.id or peer.address

        def count(table: str) -> float:
            # One after the other: what is refused to one person takes nothing from the others there.
            wait = self._messages.take(one) or self._messages_from.take(peer.address)
            return wait or (self._tables.take(table) if table else 0.0)

        return count

    @contextmanager
    def socket(self, peer: Peer) -> Iterator[None]:
        """Around the time a socket is open; refused as ``too_fast`` when there are too many."""
        here = self._sockets.get(peer.address, 0)
        if self._open >= self.limits.sockets or (not self._free(peer) and here >= self.limits.sockets_from):
            raise Refusal("too_fast", "too many sockets are open; close some, or come again later", retry_after=10)
        self._sockets[peer.address] = here + 1
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1
            self._sockets[peer.address] -= 1
            if not self._sockets[peer.address]:
                del self._sockets[peer.address]

    def _free(self, peer: Peer) -> bool:
        return peer.local and not self.limits.here


def too_fast(wait: float) -> Refusal:
    """What is said to who is so many seconds too early.

    >>> too_fast(1.5).message, too_fast(1.5).status
    ('more than the server takes at once; try again in 2 seconds', 429)
    """
    seconds = max(1, int(-(-wait // 1)))
    return Refusal("too_fast", f"more than the server takes at once; try again in {seconds} seconds", retry_after=seconds)


def _refuse(wait: float) -> None:
    if wait:
        raise too_fast(wait)
