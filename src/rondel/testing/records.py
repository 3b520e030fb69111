"""Records and snapshots of games in progress, tried under changed rules.

Shows before a release which games go on, which migrate, and which would be lost. See "When the rules change" in
docs/positions.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import rondel
from rondel.engine.records.record import FORMAT
from rondel.engine.records.upgrade import way_from
from rondel.errors import BadRecord, RondelError, quoted

REPLAYS: Final = "replays"
"""Every answer is still legal, and a snapshot's expected position is reached."""
MIGRATES: Final = "migrates"
"""The snapshot is taken over by the migrations of the game."""
RESTORES: Final = "restores"
"""The answers do not replay, but the snapshot is of this version and fits."""
FAILS: Final = "fails"
"""Neither: the game cannot go on under these rules."""
OTHER: Final = "other game"
"""It is of another game, and was not tried."""


class Kept:
    """The result for one file: ``outcome`` is one of the words above, ``problem`` the reason for a failed replay."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.what = "record"
        """``"record"`` or ``"snapshot"``."""
        self.version: Any = None
        """The version of the rules in the file."""
        self.answers = 0
        self.outcome = FAILS
        self.answer: int | None = None
        """The number of the answer at which it stops to replay, from 1; 0 for its start."""
        self.problem = ""

    def to_json(self) -> dict[str, Any]:
        """As JSON, for programs."""
        return dict(vars(self))


def examine(kind: type[rondel.Game], folder: Path) -> list[Kept]:
    """Try every JSON file of a folder, in the order of their names, under the rules of ``kind``.

    Raises `BadRecord` if there is none.
    """
    files = sorted(folder.glob("*.json"))
    if not files:
        raise BadRecord(f"{str(folder)!r} has no records: give a folder with a .json file for each record or snapshot")
    return [_file(kind, file) for file in files]


def _file(kind: type[rondel.Game], file: Path) -> Kept:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        kept = Kept(file.name)
        kept.problem = f"it cannot be read as JSON: {error}"
        return kept
    kept = tried(kind, data)
    kept.file = file.name
    return kept


def tried(kind: type[rondel.Game], data: Any) -> Kept:
    """The result for one record or snapshot under the rules of ``kind``.

    >>> game = rondel.new("tic_tac_toe")
    >>> game.push("mark(b2)")
    >>> tried(rondel.find("tic_tac_toe"), game.record()).outcome
    'replays'
    """
    kept = Kept("")
    if not isinstance(data, Mapping) or data.get("rondel") != FORMAT:
        kept.problem = f"not a record or snapshot of this version of Rondel: {quoted(data)}"
        return kept
    kept.what = "snapshot" if "made" in data else "record"
    kept.version = data.get("version")
    answers = data.get("answers")
    kept.answers = len(answers) if isinstance(answers, list) else 0
    if data.get("game") != kind.name:
        kept.outcome = OTHER
        kept.problem = f"it is of {data.get('game')!r}"
        return kept
    replayed = _replayed(kind, data, kept)
    restored = _restored(kind, data, kept) if kept.what == "snapshot" else None
    if replayed is not None and restored is not None and replayed.key() != restored.key():
        kept.problem = "it replays, but to another position"
        replayed = None
    if replayed is not None:
        kept.outcome = REPLAYS
        kept.problem = ""
    elif restored is not None:
        kept.outcome = MIGRATES if kept.version != kind.version else RESTORES
    return kept


def _replayed(kind: type[rondel.Game], data: Mapping[str, Any], kept: Kept) -> rondel.Game | None:
    """The game of the answers under these rules, for answers of any version; None if they do not fit."""
    record = {key: data[key] for key in ("rondel", "game", "seats", "options", "answers") if key in data}
    record["version"] = kind.version
    start = data.get("start" if kept.what == "snapshot" else "position")
    if isinstance(start, Mapping):
        record["position"] = {"version": kept.version, **start}
    if kept.version != kind.version and isinstance(record.get("options"), Mapping):
        try:
            for step in way_from(kind, kept.version, f"the {kept.what}"):
                record["options"] = {step.options.get(name, name): value for name, value in record["options"].items()}
        except BadRecord as error:
            if type(kept.version) is not int or kept.version > kind.version:
                kept.problem = str(error)
                return None
    try:
        return rondel.replay(record, game=kind)
    except BadRecord as error:
        kept.answer = error.answer
        kept.problem = str(error)
    except Exception as error:  # noqa: BLE001 - whatever the rules raise, this game cannot go on by its answers
        kept.problem = _said(error)
    return None


def _restored(kind: type[rondel.Game], data: Mapping[str, Any], kept: Kept) -> rondel.Game | None:
    """The game of the snapshot under these rules, migrated where it is older; None where it does not fit."""
    try:
        return rondel.restore(data, game=kind)
    except Exception as error:  # noqa: BLE001 - whatever the rules raise, this game cannot go on by its position
        if kept.problem:
            kept.problem = f"{kept.problem}; and {_said(error)}"
        return None


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, RondelError) else f"{type(error).__name__}: {error}"
