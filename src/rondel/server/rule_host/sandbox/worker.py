"""A worker: ``python -m rondel.server.rule_host.sandbox.worker GAME``, which loads the rules of one game and of no other.

``GAME`` is a Python file, or the name of a game that a package brings. The worker confines itself before it loads the game.
Then it answers requests one after another (``codec``). What the rules print is discarded.
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
from rondel import builds
from rondel.errors import RondelError, RulesError
from rondel.server.catalog.games import offer
from rondel.server.catalog.opening import open_table
from rondel.server.catalog.rulebook import rulebook
from rondel.server.history.reader import HistoryReader
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import LocalRules, LocalTable
from rondel.server.rule_host.sandbox.codec import HEAD, METHODS, Reply, Request, Status, encode_result, parameters
from rondel.server.rule_host.sandbox.confine import confine
from rondel.server.table.agreements import Overdue
from rondel.server.table.commands import Broken, Faulted, Outdated, Unchanged, Unreachable

MOST_TEXT: Final = 4_000
"""Characters of a traceback in a reply."""


def main() -> None:
    """Answer every request on the standard input, until it ends."""
    out = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    game = sys.argv[1]
    worker = Worker(game, missing=confine(readable(game)))
    requests = os.fdopen(0, "rb")
    while request := _read(requests):
        reply = worker.answer(request)
        out.write(len(reply).to_bytes(HEAD, "big") + reply)
        out.flush()


def readable(source: str) -> list[Path]:
    """The folders a game may read: Python, the installed packages, and, for a file, its own folder and its compiled build."""
    paths = [*sys.path, sys.prefix, sys.base_prefix, str(Path(rondel.__file__).parent)]
    if source.endswith(".py"):
        paths += [str(Path(source).parent), str(builds.place(Path(source)))]
    return [Path(each) for each in dict.fromkeys(paths) if each and os.path.isabs(each) and os.path.exists(each)]


def _read(requests: BinaryIO) -> bytes:
    head = requests.read(HEAD)
    return requests.read(int.from_bytes(head, "big")) if len(head) == HEAD else b""


class Worker:
    """The game of a worker, and the tables it has opened."""

    def __init__(self, source: str, missing: list[str]) -> None:
        """``missing`` names the confinements that this system does not have, see `confine`."""
        self._source = source
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
            result, table = self._carry_out(request)
            reply = Reply(msgspec.Raw(encode_result(result)), _status(table))
        except Refusal as refusal:
            reply = Reply(failed="refused", code=refusal.code, text=refusal.message)
        except Unchanged as error:
            reply = Reply(failed="unchanged", text=str(error))
        except Unreachable as error:
            reply = Reply(failed="unreachable", text=str(error))
        except Overdue as error:
            reply = Reply(failed="overdue", text=str(error))
        except Outdated as error:
            reply = Reply(failed="outdated", text=str(error))
        except Faulted as error:
            cause = error.__cause__
            refused = cause is None or (isinstance(cause, RondelError) and not isinstance(cause, RulesError))
            reply = Reply(failed="faulted", text=str(error), trace="" if cause is None or refused else _traceback(cause))
        except RondelError as error:
            broken = isinstance(error, RulesError)
            reply = Reply(
                failed="broken" if broken else "refused", code=error.code, text=_traceback(error) if broken else str(error)
            )
        except BaseException as error:  # noqa: BLE001 - rules may raise anything; the reply says what
            if _exhausted(error):
                raise SystemExit(1) from None
            reply = Reply(failed="broken", text=_traceback(error))
        return msgspec.json.encode(reply)

    def _carry_out(self, request: Request) -> tuple[Any, LocalTable | None]:
        if request.call in METHODS:
            table = self._tables.get(request.table)
            if table is None:
                raise Broken("the table is not open here")
            method = getattr(table, request.call)
            return _finished(method(*msgspec.json.decode(request.args, type=parameters(method)))), table
        game = self._loaded()
        match request.call:
            case "offer":
                return (offer(game), self._missing), None
            case "rules":
                return rulebook(game, *msgspec.json.decode(request.args, type=tuple[str])), None
            case "beginning":
                local = LocalRules()
                return _finished(local.beginning(*msgspec.json.decode(request.args, type=parameters(local.beginning)))), None
            case "open":
                entry, log = msgspec.json.decode(request.args, type=parameters(LocalRules.open))
                self._tables.pop(entry.id, None)
                made = self._tables[entry.id] = LocalTable(open_table(entry, log))
                return None, made
            case "replay" | "table_actions" | "branch" | "position" | "export":
                read = getattr(self._reader, request.call)
                return read(*msgspec.json.decode(request.args, type=parameters(read))), None
        raise Broken(f"a worker has no call {request.call!r}")

    def _loaded(self) -> type[rondel.Game]:
        if self._game is None:
            path = self._source
            self._game = rondel.load(path, instead=True) if path.endswith(".py") else rondel.find(path)
        return self._game


def _finished(work: Coroutine[Any, Any, Any]) -> Any:
    """The result of a coroutine that never waits."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise Broken("it waits for something, and nothing will come")


def _exhausted(error: BaseException | None) -> bool:
    """Whether memory ran out: the process cannot go on then."""
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _status(table: LocalTable | None) -> Status | None:
    return None if table is None else Status(table.seq, table.round, table.opened_at, table.outlook())


def _traceback(error: BaseException) -> str:
    """The end of the traceback."""
    return "".join(traceback.format_exception(error))[-MOST_TEXT:]


if __name__ == "__main__":
    main()
