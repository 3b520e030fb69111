"""Prints where each module of the compiled rooms comes from, and those of the server that are compiled."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import rondel

package = Path(str(rondel.__file__)).parent
names = [
    path.relative_to(package).with_suffix("").as_posix().replace("/", ".")
    for room in ("engine", "learning", "search", "shelf")
    for path in sorted((package / room).rglob("*.py"))
    if path.stem not in ("__init__", "__main__")
]
names += [f"server.table.{name}" for name in ("log.events", "table", "takeback")]
print(json.dumps({name: str(import_module(f"rondel.{name}").__file__) for name in names}))
