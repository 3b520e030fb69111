"""``rondel check GAME --records DIR``: which games in progress go on under these rules?"""

from __future__ import annotations

import json
from pathlib import Path

from rondel.cli.named import named
from rondel.engine.checks.ruleset import rules_of
from rondel.testing.records import FAILS, MIGRATES, OTHER, REPLAYS, RESTORES, Kept, examine


def records(name: str, folder: Path, *, as_json: bool) -> None:
    """Print what becomes of each file; ends with exit code 1 if one neither replays nor migrates.

    Raises `UnknownGame`, `BadRecord` for a folder without records, and `DefinitionError` for rules that cannot work.
    """
    kind = named(name)
    rules_of(kind)
    found = examine(kind, folder)
    lost = [each for each in found if each.outcome in (FAILS, RESTORES)]
    if as_json:
        files = [each.to_json() for each in found]
        print(json.dumps({"game": kind.name, "version": kind.version, "ok": not lost, "files": files}))
    else:
        print(f"{kind.name}, version {kind.version}: {len(found)} file{'' if len(found) == 1 else 's'} in {folder}")
        for each in found:
            print(f"  {each.file}: {_told(each)}")
        counts = [f"{len([each for each in found if each.outcome == outcome])} {says}" for outcome, says in _COUNTED]
        print(", ".join(each for each in counts if not each.startswith("0 ")))
    if lost:
        raise SystemExit(1)


_COUNTED = (
    (REPLAYS, "replay"),
    (RESTORES, "only restore"),
    (MIGRATES, "migrate"),
    (FAILS, "cannot go on"),
    (OTHER, "of other games"),
)


def _told(kept: Kept) -> str:
    """The line for one file."""
    written = f"{kept.what} of version {kept.version}, {kept.answers} answer{'' if kept.answers == 1 else 's'}"
    if kept.outcome == REPLAYS:
        return f"replays ({written})"
    if kept.outcome in (MIGRATES, RESTORES):
        return f"{kept.outcome} ({written}; it does not replay: {kept.problem})"
    if kept.outcome == OTHER:
        return f"not tried: {kept.problem}"
    return f"cannot go on ({written}): {kept.problem}"
