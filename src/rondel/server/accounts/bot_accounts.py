"""Bot accounts: principals marked as programs, each with tokens for its program.

A bot account belongs to an account. A principal never changes from one kind to the other. A bot has no password and no session,
so nobody can play as a bot in a browser.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from rondel.server import protocol
from rondel.server.accounts import names, principal_repository, tokens
from rondel.server.accounts.authenticator import Authenticator
from rondel.server.accounts.principal import SCOPES, Principal
from rondel.server.accounts.principal_repository import Entry
from rondel.server.accounts.tokens import LONGEST_DAYS, TokenEntry
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import hashed

MOST_BOTS: Final = 20
"""Bot accounts of one account."""

MOST_TOKENS: Final = 20
"""Tokens of one bot, expired ones included."""

_DAY: Final = 24 * 3600 * 1000


class BotAccounts:
    """Creates bot accounts and their tokens."""

    def __init__(self, people: Authenticator) -> None:
        self._people = people

    async def make(self, owner: Principal, wanted: protocol.NewBot) -> protocol.BotAccount:
        """A new bot account. Refused as ``bad_name``, ``name_taken`` or ``too_many``, and as ``not_allowed`` where the owner's
        account has been deleted."""
        name = names.for_account(wanted.name)
        entry = Entry(self._people.secret(16), "bot", name, self._people.clock(), names.skeleton(name), owner=owner.id)

        def store(connection: Connection) -> None:
            # Locked, so that bots made at once are counted one after another, and none outlives its account.
            if principal_repository.find(connection, owner.id, lock=True) is None:
                raise Refusal("not_allowed", "this account has been deleted meanwhile")
            if len(principal_repository.bots_of(connection, owner.id)) >= MOST_BOTS:
                raise Refusal("too_many", f"an account has at most {MOST_BOTS} bots")
            principal_repository.add(connection, entry)

        try:
            await self._people.write(store)
        except IntegrityError as error:
            raise Refusal("name_taken", "somebody has this name, or one that looks like it; choose another") from error
        return protocol.BotAccount(entry.id, entry.name, ())

    async def all(self, owner: Principal) -> tuple[protocol.BotAccount, ...]:
        """The bots of an account, with their tokens."""
        return await self._people.read(lambda connection: shown(connection, owner.id))

    async def make_token(self, owner: Principal, bot: str, wanted: protocol.NewToken) -> protocol.Token:
        """A new token for one's own bot; refused as ``unknown_bot`` for another one. The token itself is in the answer only and
        is not stored."""
        if not 1 <= wanted.days <= LONGEST_DAYS:
            raise Refusal("bad_option", f"a token lasts 1 to {LONGEST_DAYS} days")
        scopes = tuple(scope for scope in SCOPES if scope in wanted.scopes)
        if not scopes:
            raise Refusal("bad_option", f"a token is good for something: {' or '.join(SCOPES)}")
        token, at = self._people.secret(24), self._people.clock()
        entry = TokenEntry(
            hashed(token), self._people.secret(9), bot, names.clean(wanted.label), scopes, at, at + wanted.days * _DAY
        )

        def store(connection: Connection) -> None:
            found = principal_repository.find(connection, bot, lock=True)  # as above
            if found is None or found.owner != owner.id:
                raise Refusal("unknown_bot", "there is no such bot among those of this account")
            if len(tokens.of(connection, bot)) >= MOST_TOKENS:
                raise Refusal("too_many", f"a bot has at most {MOST_TOKENS} tokens; revoke those that are not needed")
            tokens.add(connection, entry)

        await self._people.write(store)
        return protocol.Token(token, _info(entry))

    async def revoke(self, owner: Principal, token: str) -> None:
        """Delete a token; its sockets are closed."""
        found = await self._people.write(lambda connection: tokens.revoke(connection, token, owner.id))
        if found is None:
            raise Refusal("unknown_token", "there is no such token of a bot of this account")
        self._people.attendance.end([found])


def shown(connection: Connection, owner: str) -> tuple[protocol.BotAccount, ...]:
    """The bots of an account as their owner is shown them."""
    return tuple(
        protocol.BotAccount(bot.id, bot.name, tuple(_info(each) for each in tokens.of(connection, bot.id)))
        for bot in principal_repository.bots_of(connection, owner)
    )


def _info(entry: TokenEntry) -> protocol.TokenInfo:
    return protocol.TokenInfo(entry.id, entry.label, entry.scopes, entry.expires_at)
