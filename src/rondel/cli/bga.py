"""``rondel bga``: projects for Board Game Arena Studio, read, checked, walked over and brought along."""

from __future__ import annotations

import json
from pathlib import Path

from rondel.bga import Machine, read
from rondel.bga.checks import check as findings_of
from rondel.bga.finding import SEVERITIES
from rondel.errors import BadOption, meant

FORMATS = ("text", "github", "json")


def bring(path: Path, *, as_json: bool) -> None:
    """Print the machine of a project. Raises `NotAProject`."""
    machine = read(path)
    if as_json:
        print(json.dumps(machine.to_json(), ensure_ascii=False))
        return
    _print(machine)


def check(path: Path, *, form: str, fail_on: str) -> None:
    """Print what is wrong with a project. Ends with exit code 1 if anything is as bad as ``fail_on``.

    Raises `NotAProject`, and `BadOption` for a format or a severity that there is not.
    """
    if form not in FORMATS:
        raise BadOption(meant(form, f"--format {form} is not known", FORMATS))
    if fail_on not in (*SEVERITIES, "never"):
        raise BadOption(meant(fail_on, f"--fail-on {fail_on} is not known", (*SEVERITIES, "never")))
    found = findings_of(path)
    bad = fail_on != "never" and any(SEVERITIES.index(each.severity) <= SEVERITIES.index(fail_on) for each in found)
    counts = {severity: sum(each.severity == severity for each in found) for severity in SEVERITIES}
    if form == "json":
        listed = [each.to_json() for each in found]
        print(json.dumps({"path": path.as_posix(), "ok": not bad, "findings": listed, "counts": counts}, ensure_ascii=False))
    else:
        for each in found:
            print(each.to_github() if form == "github" else each)
        if form == "text":
            print(_summary(path, counts))
    if bad:
        raise SystemExit(1)


def _summary(path: Path, counts: dict[str, int]) -> str:
    said = ", ".join(f"{count} {severity}{'' if count == 1 else 's'}" for severity, count in counts.items() if count)
    return f"{path}: {said or 'nothing found'}"


def _print(machine: Machine) -> None:
    """The states, one a line, and what was not read."""
    for state in machine.states:
        ways = ", ".join(f"{each.label or 'on'} → {each.target}" for each in machine.transitions(state))
        print(f"{state.id:>4}  {state.name} ({state.type or 'no type'})" + (f": {ways}" if ways else ""))
    for each in machine.unread:
        print(f"not read: {each}")
