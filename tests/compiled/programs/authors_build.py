"""Loads an author's game, as often as its file is changed, and prints which build it was. Arguments: the file, then what to do
before each further load: ``touch`` nothing, ``change`` the file, ``back`` to what it was."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import rondel

file = Path(sys.argv[1])
text = file.read_text(encoding="utf-8")
seen: list[dict[str, Any]] = []
for step in ["load", *sys.argv[2:]]:
    if step == "change":
        file.write_text(text + "\n", encoding="utf-8")
    elif step == "back":
        file.write_text(text, encoding="utf-8")
    kind = rondel.load(file)
    module: Any = sys.modules[kind.__module__]
    random, game = Random(3), rondel.new(kind, seed=3)
    while not game.is_over:
        game.push(random.choice(game.moves()))
    seen.append(
        {
            "compiled": not hasattr(kind.setup, "__code__"),
            "file": module.__file__,
            "beside": getattr(module, "BESIDE", ""),
            "title": kind.title,
            "record": game.record()["answers"],
        }
    )
print(json.dumps(seen))
