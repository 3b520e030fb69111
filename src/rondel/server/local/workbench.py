"""A workbench in the browser: one table for the rules that the page hands in as text.

It is what `rondel dev` is, without processes: rules that loop block the worker, which the page ends and begins anew.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path

import msgspec

import rondel
from rondel.engine import registry
from rondel.server import protocol
from rondel.server.dev.diagnosis import told
from rondel.server.dev.refit import Misfit, refit, unsealed
from rondel.server.dev.source import Source
from rondel.server.local.browser_arena import BrowserArena
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import LocalRules
from rondel.server.table.log.entries import Log


class BrowserBench:
    """The rules of one author, and the table at which they are tried."""

    def __init__(self, arena: BrowserArena, file: Path) -> None:
        """``file`` is where the text of the rules is written, for Python to read it."""
        self._arena = arena
        self._source = Source(file)
        self._rules = LocalRules()
        self._game: type[rondel.Game] | None = None
        """The rules of the table."""
        self._next: type[rondel.Game] | None = None
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

    async def read(self, text: str, table: str = "", tokens: Mapping[str, str] | None = None) -> protocol.Bench:
        """Read rules, and replace the current ones if all answers of the table fit; otherwise nothing changes at the table.
        The first time ``table`` is one that the arena has, where it goes on."""
        if self._made is None and table and await self._arena.store.find(table) is not None:
            self._made = protocol.Created(table, dict(tokens or {}), "")
        self._source.file.write_text(text, encoding="utf-8")
        self._next = None
        try:
            game = rondel.load(self._source.file, instead=True)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the author's module raises
            self._hold()
            return self._state(_advised(told("file", _told(error), self._source), error))
        try:
            answers = await self._open(game) if self._made is None else await self._tried(game)
        except Misfit as misfit:
            self._hold()
            self._next = game
            return self._state(misfit.trouble)
        except Exception as error:  # noqa: BLE001 - whatever the rules raise
            self._hold()
            self._next = game
            return self._state(told("start", _told(error), self._source))
        return self._state(answers=answers)

    async def wish(self, what: str) -> protocol.Bench:
        """Apply the author's choice: ``keep`` the answers that fit, begin ``anew``, or ``dismiss`` what is wrong. Raises
        `Refusal`."""
        if what == "dismiss":
            return self._state()
        game = self._next or (self._game if what == "anew" else None)
        if game is None:
            raise Refusal("not_found", "nothing waits for a choice: all answers fit, or there are no rules yet")
        registry.register_class(game, instead=True)
        try:
            answers = await (self._open(game) if what == "anew" else self._tried(game, cut=True))
        except Exception as error:  # noqa: BLE001 - whatever the rules raise
            self._hold()
            return self._state(error.trouble if isinstance(error, Misfit) else told("start", _told(error), self._source))
        self._next = None
        return self._state(answers=answers)

    def _hold(self) -> None:
        """Leave the rules of the table in force."""
        if self._game is not None:
            registry.register_class(self._game, instead=True)

    async def _open(self, game: type[rondel.Game]) -> int:
        """Open a table, with every seat on this screen."""
        roles = rondel.new(game).roles
        seats = tuple([protocol.NewSeat(role=role, kind="me") for role in roles])
        self._made = await self._arena.create(protocol.NewTable(game=game.name, seats=seats))
        self._take(game)
        return 0

    async def _tried(self, game: type[rondel.Game], *, cut: bool = False) -> int:
        """Replay the table's answers and, when all fit, continue under these rules; returns the number of answers. With ``cut``
        the answers from the first one on that does not fit are dropped. Raises `Misfit`; then nothing has changed."""
        if self._made is None:
            raise Refusal("not_found", "there is no table yet")
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
                await refit(self._rules.open, entry, log, self._source, _told)
            except Misfit as misfit:
                if not cut or misfit.fits_to is None:
                    raise
                log = Log(answers=log.answers[: misfit.trouble.kept])
            await store.rewrite(entry, log.answers)
            answers = len(log.answers)
            self._take(game)

        await room.reopen(change)
        return answers

    def _take(self, game: type[rondel.Game]) -> None:
        self._game = game
        self._read += 1

    def _broke_down(self, error: Exception) -> None:
        """The rules have raised an error during the game."""
        self._state(told("rules", _told(error), self._source), self._answers)

    def _state(self, trouble: protocol.BenchTrouble | None = None, answers: int = 0) -> protocol.Bench:
        self._number += 1
        self._trouble, self._answers = trouble, answers
        return self.standing()


def _advised(trouble: protocol.BenchTrouble, error: BaseException) -> protocol.BenchTrouble:
    """The trouble with what to do where a module is not there."""
    while error.__cause__ is not None:
        error = error.__cause__
    if not isinstance(error, ModuleNotFoundError):
        return trouble
    advice = "a browser has Rondel and most of Python's library, and no packages; `rondel dev` uses all that you install"
    return msgspec.structs.replace(trouble, message=f"{trouble.message}: {advice}")


def _told(error: BaseException) -> str:
    """The first error in the chain of causes, as Python prints it."""
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, Refusal):
        return error.message
    return "".join(traceback.format_exception(error, chain=False))
