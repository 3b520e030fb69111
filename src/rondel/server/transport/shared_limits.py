"""Rate limits that all nodes of an arena count together: new tables, accounts, reports, mails, and attempts to log in.

Their buckets are in the database where it is PostgreSQL, so that a client gets no more tokens from several nodes than from one.
The only node of a SQLite database has them in its memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal, Protocol

from rondel.server.accounts.principal import Principal
from rondel.server.protocol.refused import Refusal, whole
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Down
from rondel.server.storage.throttles import Token
from rondel.server.transport.client_address import Peer
from rondel.server.transport.rate_limits import SHARED, Limits, is_exempt, refuse
from rondel.server.transport.token_bucket import WIDER, Rate

TRIED: Final = Rate(1, 3600.0)
"""How long a network that has tried to log in under a name counts as known there: until the bucket has its only token again."""

LOGGED_IN_SECONDS: Final = 90 * 86_400.0
"""How long a network from which somebody has logged in to an account has a budget of its own there."""

SharedKind = Literal["create", "register", "report", "mail"]


class Buckets(Protocol):
    """Where the buckets are: see `SharedBuckets`. All raise `Down`."""

    async def take(self, tokens: Sequence[Token]) -> list[float]:
        """Take all these tokens, or none: returns the seconds until each is there."""

    async def keep(self, key: str, seconds: float) -> None:
        """Remember a key for so long."""

    async def keeps(self, key: str) -> bool:
        """Whether that key is remembered."""

    async def sweep(self) -> None:
        """Delete full buckets."""


class SharedLimiter:
    """Counts the actions of clients at all nodes, and refuses those beyond their limits: as ``too_fast``, or as
    ``unavailable`` where the database is down."""

    def __init__(self, limits: Limits, buckets: Buckets) -> None:
        self._limits = limits
        self._buckets = buckets
        self._rates = {"create": limits.create, "register": limits.register, "report": limits.report, "mail": limits.mail}

    async def check(self, kind: SharedKind, peer: Peer, who: Principal | None = None) -> None:
        """Count an action; refused beyond the limit."""
        if is_exempt(self._limits, peer):
            return
        rate = self._rates[kind]
        if who is None or not who.id:
            tokens = _networks(f"{kind} by strangers", rate, peer)
        elif kind == "create" and who.kind != "guest":
            tokens = [_token("create by accounts", self._limits.account_create, who.id)]
        else:
            tokens = [_token(kind, rate, who.id), *_networks(f"{kind} from", rate.times(SHARED), peer)]
        refuse(max(await self._take(tokens)))

    async def check_login(self, peer: Peer, name: str, device: str = "") -> None:
        """Count an attempt to log in under a name, from this machine as well; refused beyond the limit.

        ``device`` names a browser that is known to have logged in to that account. It has its own budget, and so has each
        network from which somebody logged in: strangers who try the same name cannot use it up. A network that tries the name
        for the first time has another budget than those that try it again.
        """
        known = self._limits.known
        if device:
            refuse(max(await self._take([_token("login by device", known, name, device)])))
        elif not await or_unavailable(self._buckets.keeps(_place(peer, name))) or any(
            await self._take([_token("login from", known, name, peer.address)])
        ):
            await self._check_strange_login(peer, name)

    async def _check_strange_login(self, peer: Peer, name: str) -> None:
        """Count an attempt of an unknown client. A network that never tried the name and finds its budget used up waits for the
        next token of that budget, which no network that has tried the name can take from it."""
        refuse(max(await self._take(_networks("login", self._limits.login, peer))))
        tried = _token("tried", TRIED, name, peer.networks[-1])
        again = _token("name", self._limits.name, name)
        known, wait = await self._take([tried, _token("newcomers", self._limits.newcomer, name)])
        if wait and not known:
            known, later = await self._take([tried, again])
            wait = min(wait, later)
        if known:
            (wait,) = await self._take([again])
        if wait:
            raise Refusal(
                "too_fast",
                f"many have tried to log in under this name; try again in {whole(wait)} seconds, or log in from a browser or "
                "a network that has logged in to this account before",
                retry_after=whole(wait),
            )

    async def logged_in(self, peer: Peer, name: str) -> None:
        """Remember a successful login to that account from there; the login stands where that fails."""
        with suppress(Down):
            await self._buckets.keep(_place(peer, name), LOGGED_IN_SECONDS)

    async def check_password(self, account: str) -> None:
        """Count an attempt at the account's password in one of its sessions; refused beyond the limit."""
        refuse(max(await self._take([_token("password", self._limits.known, account)])))

    async def _take(self, tokens: Sequence[Token]) -> list[float]:
        return await or_unavailable(self._buckets.take(tokens))


def _token(kind: str, rate: Rate, *whose: str) -> Token:
    return Token("\0".join((kind, *whose)), rate.burst, rate.seconds)


def _networks(kind: str, rate: Rate, peer: Peer) -> list[Token]:
    """A token of each network around an address; a wider network has a larger bucket."""
    return [_token(kind, rate.times(factor), each) for factor, each in zip(WIDER, peer.networks, strict=False)]


def _place(peer: Peer, name: str) -> str:
    return "\0".join(("logged in", name, peer.address))
