"""Ledgers: append-only files of outcomes, from which an interrupted tournament resumes.

The first line describes the tournament, every other line is an outcome, all in JSON. It is written with the first outcome,
so a tournament that never began does not claim the folder. A partial last line is ignored, and its fixture is
played again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from rondel.errors import BadOption
from rondel.tournament.outcome import Outcome

FORMAT = 1


class Ledger:
    """The outcomes of a file, with append. Use it in a ``with``.

    Raises `BadOption` if the file holds other data or the outcomes of another tournament; `OSError`.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from rondel.tournament import Tournament
    >>> tournament = Tournament("tic_tac_toe", ["random", "greedy"], games=2, seed=1)
    >>> with TemporaryDirectory() as folder:
    ...     with Ledger(Path(folder) / "outcomes.jsonl", tournament.describe()) as ledger:
    ...         outcomes = tournament.run(ledger=ledger)
    >>> len(ledger.outcomes)
    2
    """

    def __init__(self, path: Path, tournament: Mapping[str, Any]) -> None:
        self.path = path
        self.outcomes: dict[str, Outcome] = {}
        """The outcomes in the file, by fixture id."""
        self._head = {"rondel_tournament": FORMAT, **tournament}
        whole = 0
        if path.exists():
            whole = self._read(self._head)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = path.open("r+b" if path.exists() else "w+b")
        self._file.truncate(whole)
        self._file.seek(whole)
        self._begun = whole > 0

    def add(self, outcome: Outcome) -> None:
        """Appends an outcome at once."""
        if not self._begun:
            self._write(self._head)
            self._begun = True
        self._write(outcome.to_json())
        self.outcomes[outcome.id] = outcome

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _write(self, data: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(data).encode() + b"\n")
        self._file.flush()

    def _read(self, head: Mapping[str, Any]) -> int:
        """Reads the file; returns the number of bytes in whole lines."""
        whole = 0
        for number, line in enumerate(self.path.read_bytes().splitlines(keepends=True)):
            if not line.endswith(b"\n"):
                break
            try:
                data = json.loads(line)
                if number:
                    outcome = Outcome.from_json(data)
                    self.outcomes[outcome.id] = outcome
            except (ValueError, KeyError, TypeError) as error:
                raise BadOption(f"{str(self.path)!r} is not a tournament ledger: line {number + 1} cannot be read") from error
            if not number:
                self._compare(data, json.loads(json.dumps(head)))
            whole += len(line)
        return whole

    def _compare(self, found: Any, wanted: Mapping[str, Any]) -> None:
        if not isinstance(found, dict) or "rondel_tournament" not in found:
            raise BadOption(f"{str(self.path)!r} is not a tournament ledger; give another folder")
        other = sorted(name for name in {*found, *wanted} if found.get(name) != wanted.get(name))
        if other:
            changed = ", ".join(f"{name}: {found.get(name)!r} there, {wanted.get(name)!r} now" for name in other)
            raise BadOption(f"{str(self.path)!r} belongs to another tournament ({changed}); give another folder, or remove it")
