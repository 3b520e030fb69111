"""The pool of sandboxed processes: hosts tables of games that are not shipped, whose rules are confined and can be killed.

Up to a number of processes every table has one of its own; then they share. A table that waits for another one of its process
for longer than a moment is opened in another process, from its log; where all of them have slow tables, one more is begun for
those that are not. A table whose rules took too much is marked and kept, and nobody comes in until its host has looked after it
(`rondel admin repair`); another one whose process went with it is opened again from its log.
"""

from __future__ import annotations

import logging
import weakref
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from rondel.server import protocol
from rondel.server.catalog.games import bot_label
from rondel.server.history.replay import Look
from rondel.server.history.round_export import RoundExport, Wanted
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import Beginning, HostedTable, LocalRules, RuleHost
from rondel.server.rule_host.sandbox.codec import Frames, Reply, Standing, Stepped
from rondel.server.rule_host.sandbox.process import MEMORY, SECONDS, Process
from rondel.server.table.agreements import Overdue
from rondel.server.table.bot_turn import Knowledge
from rondel.server.table.commands import (
    Batch,
    Broken,
    Exceeded,
    Faulted,
    Message,
    Moment,
    Outlook,
    Roles,
    Setting,
    Step,
    Unchanged,
    Unreachable,
)
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Log
from rondel.server.table.log.round_log import RoundLog
from rondel.server.table.seats import roles_of, seat_to_move, seats_shown
from rondel.translations import LIBRARY

_logger = logging.getLogger(__name__)

T = TypeVar("T")

MOST: Final = 4
"""Processes of one game."""


class NotHosted(Exception):
    """A game cannot be hosted; the message says why."""


class SandboxPool:
    """The referees of all games of an arena: those that are shipped have theirs in this process."""

    def __init__(
        self,
        files: Sequence[Path | str] = (),
        house: RuleHost | None = None,
        *,
        most: int = MOST,
        seconds: float = SECONDS,
        memory: int = MEMORY,
    ) -> None:
        """``files`` are the Python files with the games to be hosted, or the names of games that packages bring."""
        self.told: Callable[[str], None] | None = None
        """Hears how rules broke down, whenever they do."""
        self._house = house or LocalRules()
        self._pending = [str(Path(each).absolute()) if str(each).endswith(".py") else str(each) for each in files]
        self._most = most
        self._limits: dict[str, Any] = {"seconds": seconds, "memory": memory, "told": self._broke_down}
        self._sources: dict[str, str] = {}
        self._offers: dict[str, protocol.GameInfo] = {}
        self._processes: dict[str, list[Process]] = {}
        self._warm: dict[str, Process] = {}

    async def warm(self) -> None:
        """Begin the processes that will read the games; each goes on to have its game then, and none need be begun for it."""
        for given in self._pending:
            self._warm[given] = self._made(given)
            await self._warm[given].warm()

    async def prepare(self) -> None:
        """Have every game be read once, by a process of its own. Raises `NotHosted`."""
        while self._pending:
            given = self._pending.pop(0)
            kept = self._warm.pop(given, None)
            process = kept or self._made(given)
            try:
                offer, missing = _result(await process.ask("offer", ()), tuple[protocol.GameInfo, list[str]])
            except (Broken, Refusal) as error:
                if kept is not None:
                    await kept.end()
                if not given.endswith(".py"):
                    _logger.error("the game %r, which a package brings, cannot be hosted: %s", given, error)
                    continue
                raise NotHosted(f"the game in {given!r} cannot be hosted: {_brief(error)}") from error
            finally:
                if kept is None:
                    await process.end()
            if offer.name in self._sources or any(offer.name == each.name for each in await self._house.games()):
                raise NotHosted(
                    f"the game in {given!r} is called {offer.name!r}, and there is one of that name already: "
                    "give it another name"
                )
            for each in missing:
                _logger.warning("the rules of %s are not confined as to %s", offer.name, each)
            if given.endswith(".py"):
                LIBRARY.add(Path(given).parent / "locale")
            self._sources[offer.name] = given
            self._offers[offer.name] = offer
            if kept is not None:
                self._processes[offer.name] = [kept]

    def offered(self, game: str) -> protocol.GameInfo | None:
        """What there is to know of a game that is not shipped, once it is prepared."""
        return self._offers.get(game)

    async def close(self) -> None:
        """End every process."""
        for each in [*self._warm.values(), *[each for processes in self._processes.values() for each in processes]]:
            await each.end()
        self._warm.clear()
        self._processes.clear()

    async def games(self) -> list[protocol.GameInfo]:
        """See `RuleHost`."""
        return [*await self._house.games(), *self._offers.values()]

    async def rules(self, game: str, lang: str) -> protocol.GameRules:
        """See `RuleHost`."""
        if game not in self._sources:
            return await self._house.rules(game, lang)
        return _result(await self._process(game).ask("rules", (lang,)), protocol.GameRules)

    async def beginning(self, entry: TableEntry) -> Beginning:
        """See `RuleHost`."""
        if entry.game not in self._sources:
            return await self._house.beginning(entry)
        return _result(await self._process(entry.game).ask("beginning", (entry,)), Beginning)

    async def open(self, entry: TableEntry, log: Log) -> HostedTable:
        """See `RuleHost`. Raises `Exceeded` as well, also for a table whose rules once took too much."""
        if entry.game not in self._sources:
            return await self._house.open(entry, log)
        if entry.fault is not None and Exceeded.marks(entry.fault):
            raise Exceeded(entry.fault)
        process = self._process(entry.game)
        process.tables.add(entry.id)  # before it is asked, so that tables opened at the same time are spread
        try:
            reply = await process.ask("open", (entry, log))
            _result(reply, None)
        except BaseException:
            process.forget(entry.id)
            raise
        return Hosted(entry, process, _standing(reply))

    async def replay(self, entry: TableEntry, number: int, course: RoundLog, look: Look) -> protocol.Replay:
        """See `RuleHost`."""
        if entry.game not in self._sources:
            return await self._house.replay(entry, number, course, look)
        return _result(await self._process(entry.game).ask("replay", (entry, number, course, look)), protocol.Replay)

    async def deeds(self, entry: TableEntry, course: RoundLog, look: Look) -> protocol.DoneDeeds:
        """See `RuleHost`."""
        if entry.game not in self._sources:
            return await self._house.deeds(entry, course, look)
        return _result(await self._process(entry.game).ask("deeds", (entry, course, look)), protocol.DoneDeeds)

    async def branch(self, entry: TableEntry, number: int, course: RoundLog, tried: protocol.Try) -> protocol.Branch:
        """See `RuleHost`."""
        if entry.game not in self._sources:
            return await self._house.branch(entry, number, course, tried)
        return _result(await self._process(entry.game).ask("branch", (entry, number, course, tried)), protocol.Branch)

    async def keepsake(self, entry: TableEntry, number: int, course: RoundLog, wanted: Wanted) -> RoundExport:
        """See `RuleHost`."""
        if entry.game not in self._sources:
            return await self._house.keepsake(entry, number, course, wanted)
        return _result(await self._process(entry.game).ask("keepsake", (entry, number, course, wanted)), RoundExport)

    def _broke_down(self, text: str) -> None:
        if self.told is not None:
            self.told(text)

    def _made(self, given: str) -> Process:
        return Process(given, **self._limits, may_move=self._may_move)

    def _process(self, game: str) -> Process:
        """The process with the fewest tables among those that no slow table burdens, or a new one."""
        alive = self._alive(game)
        free = min(alive, key=_burden, default=None)
        # Where every process is burdened, one more than usual is for the tables that are not slow.
        if free is None or (free.tables and len(alive) < self._most + _burden(free)[0]):
            free = self._made(self._sources[game])
            alive.append(free)
        return free

    def _alive(self, game: str) -> list[Process]:
        """The processes of a game that have not ended."""
        for each in self._processes.get(game, ()):
            each.look()
        alive = self._processes[game] = [each for each in self._processes.get(game, ()) if not each.ended]
        return alive

    def _may_move(self, process: Process, table: str) -> bool:
        """Whether a table that waits in a process may be opened in another one. A slow one waits: it would only make others
        wait there."""
        game = next((name for name, each in self._processes.items() if process in each), None)
        if game is None or table in process.slow:
            return False
        alive = self._alive(game)
        return len(alive) <= self._most or any(not _burden(each)[0] for each in alive)


def _burden(process: Process) -> tuple[bool, int]:
    """By what a process is chosen for a table that is not slow."""
    return bool(process.slow) or process.asked_by is not None, len(process.tables)


class Hosted:
    """The referee of a table whose rules run in another process. What that process says is believed as far as it is asked."""

    def __init__(self, entry: TableEntry, process: Process, standing: Standing) -> None:
        self._id = entry.id
        self._seats: list[SeatEntry] = list(entry.seats)
        self._terms = entry.terms
        self._process = process
        self._standing = standing
        weakref.finalize(self, process.forget, entry.id)

    @property
    def seq(self) -> int:
        """See `HostedTable`."""
        return self._standing.seq

    @property
    def round(self) -> int:
        """See `HostedTable`."""
        return self._standing.round

    @property
    def opened_at(self) -> int:
        """See `HostedTable`."""
        return self._standing.opened_at

    def roles_of(self, hashes: Iterable[bytes], holder: str = "") -> tuple[str, ...]:
        """See `HostedTable`."""
        return roles_of(self._seats, hashes, holder)

    def seats_shown(self, present: Collection[str]) -> tuple[protocol.Seat, ...]:
        """See `HostedTable`."""
        return seats_shown(self._seats, present, bot_label)

    def bot_to_move(self, covered: Collection[str] = ()) -> SeatEntry | None:
        """See `HostedTable`."""
        return seat_to_move(self._seats, self._standing.outlook, covered, self._terms.absence.bot)

    def outlook(self) -> Outlook:
        """See `HostedTable`."""
        return self._standing.outlook

    async def step(self, message: Message, held: Sequence[str], setting: Setting) -> Step:
        """See `HostedTable`."""
        before = self._standing
        found = await self._ask("step", Stepped, message, held, setting)
        answer, snapshot = found.answer, found.snapshot
        claimed = (answer.table, answer.seq, answer.client_id)
        if claimed != (self._id, before.seq + 1, getattr(message, "id", None)) or self._standing.seq != answer.seq:
            await self._impostor("stores what nobody has asked for")
        if snapshot is not None and (snapshot.table, snapshot.seq) != (self._id, answer.seq):
            await self._impostor("takes a snapshot of something else")
        if not {roles for roles, _ in found.batch.frames} <= setting.audience:
            await self._impostor("speaks to somebody who is not there")
        return Step(answer, snapshot, found.batch.batch())

    async def joined(
        self, roles: Roles, present: Collection[str], since: protocol.Since | None, moment: Moment | None = None
    ) -> Batch:
        """See `HostedTable`."""
        return (await self._ask("joined", Frames, roles, present, since, moment)).batch()

    async def news(self, audience: Collection[Roles], told: dict[str, int], moment: Moment | None = None) -> Batch:
        """See `HostedTable`."""
        return (await self._ask("news", Frames, audience, told, moment)).batch()

    async def welcomes(self, audience: Collection[Roles], present: Collection[str], moment: Moment | None = None) -> Batch:
        """See `HostedTable`."""
        return (await self._ask("welcomes", Frames, audience, present, moment)).batch()

    async def sit(
        self, seat: SeatEntry, audience: Collection[Roles], told: dict[str, int], moment: Moment | None = None
    ) -> Batch:
        """See `HostedTable`."""
        self._seats = [seat if each.role == seat.role else each for each in self._seats]
        return (await self._ask("sit", Frames, seat, audience, told, moment)).batch()

    async def describe(self, present: Collection[str]) -> protocol.Table:
        """See `HostedTable`."""
        return await self._ask("describe", protocol.Table, present)

    async def known(self, role: str, bot: str) -> Knowledge | None:
        """See `HostedTable`."""
        found: Knowledge | None = await self._ask("known", Knowledge | None, role, bot)  # type: ignore[arg-type]
        return found

    async def sight(self, role: str) -> str:
        """See `HostedTable`."""
        return await self._ask("sight", str, role)

    async def record(self) -> protocol.Json:
        """See `HostedTable`."""
        found: protocol.Json = await self._ask("record", dict[str, Any])
        return found

    async def _ask(self, call: str, kind: type[T], *args: object) -> T:
        reply = await self._process.ask(call, args, self._id)
        try:
            result = _result(reply, kind)
        except msgspec.DecodeError as error:
            await self._impostor(f"answers nonsense when asked to {call}: {error}")
            raise  # never reached
        self._standing = _standing(reply)
        return result

    async def _impostor(self, what: str) -> None:
        """The process is not the worker that was begun, or no longer does what that would do."""
        await self._process.end()
        raise Exceeded(f"the process of the rules {what}")


def _result(reply: Reply, kind: type[T] | None) -> T:
    """What was asked for. Raises what the worker did."""
    match reply.failed:
        case "":
            return msgspec.json.decode(reply.result, type=kind or Any)  # type: ignore[return-value]
        case "refused":
            raise Refusal(reply.code, reply.text)
        case "unchanged" if reply.text.isdecimal():
            raise Unchanged(int(reply.text))
        case "unreachable":
            raise Unreachable(reply.text)
        case "overdue":
            raise Overdue(reply.text)
        case "faulted":
            raise Faulted(reply.text) from (Broken(reply.trace) if reply.trace else None)
    raise Broken(reply.text)


def _standing(reply: Reply) -> Standing:
    if reply.standing is None:
        raise Exceeded("the process of the rules does not say how the table stands")
    return reply.standing


def _brief(error: Exception) -> str:
    """The last line of what went wrong."""
    return str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
