"""A workbench in the browser: one table for the rules that the page hands in as text.

It is what `rondel dev` is, without processes: rules that loop block the worker, which the page ends and begins anew.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import rondel
from rondel.engine import registry
from rondel.server import protocol
from rondel.server.dev.diagnosis import told
from rondel.server.dev.refit import Misfit, refit, unsealed
from rondel.server.dev.source import Source
from rondel.server.local.browser_arena import BrowserArena
from rondel.server.local.thinker import written
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import LocalRules
from rondel.server.table.entries import hashed
from rondel.server.table.log.entries import Log
from rondel.server.table.seats import roles_held


class Rules(NamedTuple):
    """Rules that were read."""

    game: type[rondel.Game]
    text: str


class BrowserBench:
    """The rules of one author, and the table at which they are tried."""

    def __init__(self, arena: BrowserArena, file: Path) -> None:
        """``file`` is where the text of rules without a name is written, for Python to read it; others are beside it."""
        self._arena = arena
        self._file = file
        self._source = Source(file)
        self._host = LocalRules()
        self._rules: Rules | None = None
        """The rules of the table."""
        self._next: Rules | None = None
        """Rules that the answers of the table do not fit, or that cannot begin a game."""
        self._made: protocol.Created | None = None
        self._trouble: protocol.BenchTrouble | None = None
        self._number = 0
        self._read = 0
        self._answers = 0
        arena.on_broken_rules = self._broke_down

    def standing(self) -> protocol.Bench:
        """The state: the table, and what is wrong with the rules."""
        table, tokens = ("", {}) if self._made is None else (self._made.table, self._made.tokens)
        return protocol.Bench(self._number, self._source.name, table, tokens, self._read, self._answers, self._trouble)

    async def read(self, text: str, table: str = "", tokens: Mapping[str, str] | None = None, file: str = "") -> protocol.Bench:
        """Read rules, and replace the current ones if all answers of the table fit; otherwise nothing changes at the table.
        Messages name their ``file``. The first time ``table`` is one that the arena has, where it goes on with the seats of
        ``tokens``. Where it is damaged, or somebody else's, a new one is opened."""
        if self._made is None and table:
            self._made = await self._brought(protocol.Created(table, dict(tokens or {}), ""))
        self._source = Source(written(self._file, file, text))
        self._next = None
        try:
            rules = Rules(rondel.load(self._source.file, instead=True), text)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the author's module raises
            self._hold()
            return self._state(told("file", _told(error), self._source))
        try:
            answers = await self._open(rules) if self._made is None else await self._tried(rules)
        except Misfit as misfit:
            self._hold()
            self._next = rules
            return self._state(misfit.trouble)
        except Exception as error:  # noqa: BLE001 - whatever the rules raise
            self._hold()
            self._next = rules
            return self._state(told("start", _told(error), self._source))
        return self._state(answers=answers)

    async def wish(self, what: str) -> protocol.Bench:
        """Apply the author's choice: ``keep`` the answers that fit, begin ``anew``, or ``dismiss`` what is wrong. Raises
        `Refusal`."""
        if what == "dismiss":
            return self._state()
        rules = self._next or (self._rules if what == "anew" else None)
        if rules is None:
            raise Refusal("not_found", "nothing waits for a choice: all answers fit, or there are no rules yet")
        registry.register_class(rules.game, instead=True)
        try:
            answers = await (self._anew(rules) if what == "anew" else self._tried(rules, cut=True))
        except Exception as error:  # noqa: BLE001 - whatever the rules raise
            self._hold()
            return self._state(error.trouble if isinstance(error, Misfit) else told("start", _told(error), self._source))
        self._next = None
        return self._state(answers=answers)

    def game(self) -> protocol.BenchGame:
        """What the latest rules offer for a table. Refused as ``not_found`` where there are none."""
        game = self._latest().game
        options = [option.to_json() for option in game.options]
        return protocol.BenchGame(game.name, tuple(game.seats), game.fewest or len(game.seats), options)

    async def set_up(self, wanted: protocol.BenchTable) -> protocol.Bench:
        """Begin anew at a table with these seats and options. Refused where the latest rules cannot begin such a game."""
        rules = self._latest()
        registry.register_class(rules.game, instead=True)
        try:
            await self._open(rules, wanted)
        except Refusal:
            self._hold()
            raise
        except Exception as error:
            self._hold()
            raise Refusal("rules", _told(error)) from error
        self._next = None
        return self._state()

    def _latest(self) -> Rules:
        rules = self._next or self._rules
        if rules is None:
            raise Refusal("not_found", "there are no rules yet that can be read")
        return rules

    def _hold(self) -> None:
        """Leave the rules of the table in force."""
        if self._rules is not None:
            registry.register_class(self._rules.game, instead=True)

    async def _brought(self, made: protocol.Created) -> protocol.Created | None:
        """The table that was brought, if all its people are the author."""
        entry = await self._arena.store.find(made.table)
        if entry is None:
            return None
        held = roles_held(entry.seats, [hashed(token) for token in made.tokens.values()])
        return made if all(seat.role in held for seat in entry.seats if seat.kind != "bot") else None

    async def _anew(self, rules: Rules) -> int:
        """Open a table like the one before; where the rules do not offer such a one, as they do by themselves."""
        before = None if self._made is None else await self._arena.store.find(self._made.table)
        if before is None or before.game != rules.game.name:
            return await self._open(rules)
        seats = [protocol.NewSeat(seat.role, "bot" if seat.kind == "bot" else "me", seat.bot) for seat in before.seats]
        try:
            return await self._open(rules, protocol.BenchTable(tuple(seats), dict(before.options)))
        except Exception:  # noqa: BLE001 - whatever the rules raise
            return await self._open(rules)

    async def _open(self, rules: Rules, wanted: protocol.BenchTable | None = None) -> int:
        """Open a table; where nothing else is wanted, with every seat on this screen."""
        game = rules.game
        if wanted is None:
            wanted = protocol.BenchTable(tuple([protocol.NewSeat(role, "me") for role in rondel.new(game).roles]))
        else:
            rondel.new(game, seats=len(wanted.seats), options=wanted.options)  # raises what the rules raise
        self._made = await self._arena.create(protocol.NewTable(game.name, wanted.seats, wanted.options))
        self._take(rules)
        return 0

    async def _tried(self, rules: Rules, *, cut: bool = False) -> int:
        """Replay the table's answers and, when all fit, continue under these rules; returns the number of answers. With ``cut``
        the answers from the first one on that does not fit are dropped. Raises `Misfit`; then nothing has changed."""
        if self._made is None:
            raise Refusal("not_found", "there is no table yet")
        game = rules.game
        store, table = self._arena.store, self._made.table
        room = await self._arena.table(table)
        if room.entry.game != game.name:
            said = f"the game is now called {game.name!r}, and the table plays {room.entry.game!r}: start anew"
            raise Misfit(told("start", said, self._source), None)
        answers = 0

        async def change() -> None:
            nonlocal answers
            entry, log = unsealed(room.entry, await store.log(table), game.version)
            try:
                await refit(self._host.open, entry, log, self._source, _told)
            except Misfit as misfit:
                if not cut or misfit.fits_to is None:
                    raise
                log = Log(answers=log.answers[: misfit.trouble.kept])
            await store.rewrite(entry, log.answers)
            answers = len(log.answers)
            self._take(rules)

        await room.reopen(change)
        return answers

    def _take(self, rules: Rules) -> None:
        self._rules = rules
        self._arena.rules, self._arena.rules_file = rules.text, self._source.name
        self._read += 1

    def _broke_down(self, error: Exception) -> None:
        """The rules have raised an error during the game."""
        self._state(told("rules", _told(error), self._source), self._answers)

    def _state(self, trouble: protocol.BenchTrouble | None = None, answers: int = 0) -> protocol.Bench:
        self._number += 1
        self._trouble, self._answers = trouble, answers
        return self.standing()


def _told(error: BaseException) -> str:
    """The first error in the chain of causes, as Python prints it, with what to do where a module is not there, or no more
    memory."""
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, Refusal):
        return error.message
    text = "".join(traceback.format_exception(error, chain=False))
    if isinstance(error, ModuleNotFoundError):
        advice = "a browser has Rondel and most of Python's library, and no packages; `rondel dev` uses all that you install"
    elif isinstance(error, MemoryError):
        advice = "a browser gives rules 768 MB, and these want more; does something grow without end there?"
    else:
        return text
    return f"{text.rstrip()}: {advice}"
