"""The making of tables: checks what is wanted for a new one against its rules, and draws its ids, tokens and seed."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from rondel.errors import RondelError, quoted
from rondel.server import protocol
from rondel.server.accounts.names import clean
from rondel.server.accounts.principal import NOBODY, Principal
from rondel.server.catalog.games import known_bot
from rondel.server.lobby.terms import checked
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.ports import Beginning
from rondel.server.table.entries import SeatEntry, TableEntry, hashed

_logger = logging.getLogger(__name__)


class BeginningHost(Protocol):
    """The part of a `RuleHost` that begins games."""

    async def beginning(self, entry: TableEntry) -> Beginning:
        """See `RuleHost`."""


class TableMaker:
    """Makes the entries of new tables; the caller stores them."""

    def __init__(self, rule_host: BeginningHost, entropy: Callable[[int], bytes], chance: Callable[[int], bytes]) -> None:
        """``entropy`` is the source of secrets, ``chance`` that of seeds."""
        self._rule_host = rule_host
        self._entropy = entropy
        self._chance = chance

    async def made(
        self, wanted: protocol.NewTable, creator: Principal = NOBODY, bots: Callable[[str], str] = known_bot
    ) -> tuple[TableEntry, protocol.Created]:
        """The entry of a wanted table, and the answer to its creator, which alone holds the tokens of the creator's seats.
        ``bots`` checks the name of a bot. Refused when the rules cannot start such a game."""
        tokens: dict[str, str] = {}
        seats = [self._seat(seat, creator, wanted.name, tokens, bots) for seat in wanted.seats]
        invite = self.secret()
        terms = checked(wanted.terms, wanted.seats, creator)
        entry = msgspec.structs.replace(
            self.entry_for(wanted.game, seats, terms, invite),
            options=wanted.options,
            host=next((seat.role for seat in wanted.seats if seat.kind == "me"), ""),
        )
        entry = await self._in_seat_order(entry)
        return entry, protocol.Created(entry.id, tokens, invite)

    def entry_for(self, game: str, seats: Sequence[SeatEntry], terms: protocol.Terms, invite: str = "") -> TableEntry:
        """The entry of a new table; without an invitation nobody has one."""
        return TableEntry(
            id=self._id(),
            game=game,
            options={},
            seed=self._chance(32),
            invite_hash=hashed(invite or self.secret()),
            seats=tuple(seats),
            terms=terms,
        )

    async def beginning(self, entry: TableEntry) -> Beginning:
        """What a new table takes from its rules. Refused when the rules cannot start such a game."""
        try:
            return await self._rule_host.beginning(entry)
        except Refusal:
            raise
        except RondelError as error:
            raise Refusal(error.code, str(error)) from error
        except Exception as error:
            _logger.exception("the rules of %s failed to start a game with options %r", entry.game, entry.options)
            raise Refusal("rules", "the rules of this game failed to start it, so no table was made") from error

    async def _in_seat_order(self, entry: TableEntry) -> TableEntry:
        """The entry with its seats in the rules' order. Refused when the rules cannot start such a game."""
        begun = await self.beginning(entry)
        by_role = {seat.role: seat for seat in entry.seats}
        if len(by_role) != len(entry.seats) or set(by_role) != set(begun.roles):
            given = ", ".join(quoted(seat.role) for seat in entry.seats) or "none"
            raise Refusal("seats", f"the seats given are {given}; this game needs each of {', '.join(begun.roles)} once")
        seats = tuple([by_role[role] for role in begun.roles])
        return msgspec.structs.replace(entry, version=begun.version, seats=seats, active=begun.active)

    def _id(self) -> str:
        """A new table id. It never begins with a hyphen, since commands would read it as an option."""
        made = self.secret(16)
        return f"A{made[1:]}" if made.startswith("-") else made

    def secret(self, size: int = 24) -> str:
        """A token, invitation or id: so many random bytes, in URL-safe characters."""
        return base64.urlsafe_b64encode(self._entropy(size)).rstrip(b"=").decode()

    def _seat(
        self, seat: protocol.NewSeat, creator: Principal, name: str, tokens: dict[str, str], bots: Callable[[str], str]
    ) -> SeatEntry:
        """The entry of a new seat. Where the creator keeps it, under ``name``, its token is added to ``tokens``."""
        if seat.kind == "open":
            return SeatEntry(seat.role, "open")
        if seat.kind == "bot":
            return SeatEntry(seat.role, "bot", bots(seat.bot), clean(seat.name))
        tokens[seat.role] = token = self.secret()
        return sitter(seat.role, creator, seat.name or name, token)


def sitter(role: str, who: Principal, name: str, token: str) -> SeatEntry:
    """A person's seat, under the name given or that of the account."""
    shown = who.shown(clean(name))
    return SeatEntry(role, "person", "", shown, hashed(token), who.id, who.badge(shown))
