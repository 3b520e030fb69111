"""``rondel bga``: projects for Board Game Arena Studio, read, checked, walked over and brought along."""

from __future__ import annotations

import json
from pathlib import Path

from rondel.bga import Machine, read


def bring(path: Path, *, as_json: bool) -> None:
    """Print the machine of a project. Raises `NotAProject`."""
    machine = read(path)
    if as_json:
        print(json.dumps(machine.to_json(), ensure_ascii=False))
        return
    _print(machine)


def _print(machine: Machine) -> None:
    """The states, one a line, and what was not read."""
    for state in machine.states:
        ways = ", ".join(f"{each.label or 'on'} → {each.target}" for each in machine.transitions(state))
        print(f"{state.id:>4}  {state.name} ({state.type or 'no type'})" + (f": {ways}" if ways else ""))
    for each in machine.unread:
        print(f"not read: {each}")
