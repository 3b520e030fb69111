"""A worker: ``python -m rondel.server.rule_host.sandbox.worker GAME``, which has the rules of one game and of no other.

It confines itself before it reads the game, which is a Python file or the name of one that a package brings, and then answers
requests, one after another (`wire`). Whatever the rules print goes nowhere.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

import rondel
from rondel.errors import RondelError, RulesError
from rondel.server.catalog.games import offer
from rondel.server.catalog.opening import open_table
from rondel.server.catalog.rulebook import rulebook
from rondel.server.history.reader import HistoryReader
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import LocalRules, LocalTable
from rondel.server.rule_host.sandbox.codec import HEAD, METHODS, Reply, Request, Standing, parameters, wired
from rondel.server.rule_host.sandbox.confine import confine
from rondel.server.table.agreements import Overdue
from rondel.server.table.commands import Broken, Faulted, Unchanged, Unreachable

MOST_TEXT: Final = 4_000
"""Characters of a traceback that are told."""


def main() -> None:
    """Answer every request on the standard input, until it ends."""
    out = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    given = sys.argv[1]
    missing = confine(readable(given))
    desk = Desk(given, missing)
    source = os.fdopen(0, "rb")
    while request := _read(source):
        reply = desk.answer(request)
        out.write(len(reply).to_bytes(HEAD, "big") + reply)
        out.flush()


def readable(given: str) -> list[Path]:
    """What a game may read: Python, what is installed, and, for a file, the folder it lies in."""
    paths = [*sys.path, sys.prefix, sys.base_prefix, str(Path(rondel.__file__).parent)]
    if given.endswith(".py"):
        paths.append(str(Path(given).parent))
    return [Path(each) for each in dict.fromkeys(paths) if each and os.path.isabs(each) and os.path.exists(each)]


def _read(source: BinaryIO) -> bytes:
    head = source.read(HEAD)
    return source.read(int.from_bytes(head, "big")) if len(head) == HEAD else b""


class Desk:
    """The tables a worker has opened."""

    def __init__(self, given: str, missing: list[str]) -> None:
        self._given = given
        self._missing = missing
        self._game: type[rondel.Game] | None = None
        self._tables: dict[str, LocalTable] = {}
        self._reader = HistoryReader()

    def answer(self, raw: bytes) -> bytes:
        """The reply to a request, encoded."""
        request = msgspec.json.decode(raw, type=Request)
        for each in request.forget:
            self._tables.pop(each, None)
        try:
            result, inhouse = self._carry_out(request)
            reply = Reply(msgspec.Raw(wired(result)), _standing(inhouse))
        except Refusal as refusal:
            reply = Reply(failed="refused", code=refusal.code, text=refusal.message)
        except Unchanged as error:
            reply = Reply(failed="unchanged", text=str(error))
        except Unreachable as error:
            reply = Reply(failed="unreachable", text=str(error))
        except Overdue as error:
            reply = Reply(failed="overdue", text=str(error))
        except Faulted as error:
            cause = error.__cause__
            refused = cause is None or (isinstance(cause, RondelError) and not isinstance(cause, RulesError))
            reply = Reply(failed="faulted", text=str(error), trace="" if cause is None or refused else _told(cause))
        except RondelError as error:
            broken = isinstance(error, RulesError)
            reply = Reply(
                failed="broken" if broken else "refused", code=error.code, text=_told(error) if broken else str(error)
            )
        except BaseException as error:  # noqa: BLE001 - rules may raise what they like; whoever asked is told
            if _exhausted(error):
                raise SystemExit(1) from None
            reply = Reply(failed="broken", text=_told(error))
        return msgspec.json.encode(reply)

    def _carry_out(self, request: Request) -> tuple[Any, LocalTable | None]:
        if request.call in METHODS:
            inhouse = self._tables.get(request.table)
            if inhouse is None:
                raise Broken("the table is not open here")
            method = getattr(inhouse, request.call)
            return _finished(method(*msgspec.json.decode(request.args, type=parameters(method)))), inhouse
        game = self._loaded()
        match request.call:
            case "offer":
                return (offer(game), self._missing), None
            case "rules":
                return rulebook(game, *msgspec.json.decode(request.args, type=tuple[str])), None
            case "beginning":
                house = LocalRules()
                return _finished(house.beginning(*msgspec.json.decode(request.args, type=parameters(house.beginning)))), None
            case "open":
                entry, log = msgspec.json.decode(request.args, type=parameters(LocalRules.open))
                self._tables.pop(entry.id, None)
                made = self._tables[entry.id] = LocalTable(open_table(entry, log))
                return None, made
            case "replay" | "deeds" | "branch" | "keepsake":
                look_back = getattr(self._reader, request.call)
                return look_back(*msgspec.json.decode(request.args, type=parameters(look_back))), None
        raise Broken(f"nobody here knows what {request.call!r} is")

    def _loaded(self) -> type[rondel.Game]:
        if self._game is None:
            self._game = rondel.load(self._given, instead=True) if self._given.endswith(".py") else rondel.find(self._given)
        return self._game


def _finished(work: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine comes to that never waits."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise Broken("it waits for something, and nothing will come")


def _exhausted(error: BaseException | None) -> bool:
    """Whether memory ran out on the way to this: what is left of the process is of no use."""
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _standing(inhouse: LocalTable | None) -> Standing | None:
    if inhouse is None:
        return None
    return Standing(inhouse.seq, inhouse.round, inhouse.opened_at, inhouse.outlook())


def _told(error: BaseException) -> str:
    """The end of how it came to it."""
    return "".join(traceback.format_exception(error))[-MOST_TEXT:]


if __name__ == "__main__":
    main()
