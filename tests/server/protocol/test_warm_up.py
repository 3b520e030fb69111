"""No struct's shape is worked out once a server may have threads; in a process of its own, where nothing was read before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3] / "src"

PROGRAM = """
import sys
from pathlib import Path
import msgspec
from msgspec import _utils
from rondel.server import protocol
from rondel.server.table.log import entries
from rondel.server.transport.app import Application

if sys.argv[1] == "serving":
    Application("arena.sqlite3", client=Path("."))
looked, look = [], _utils._get_class_annotations
_utils._get_class_annotations = lambda kind: looked.append(kind.__name__) or look(kind)
msgspec.json.decode("{}", type=entries.RowData)
msgspec.json.decode("{}", type=protocol.Terms)
print(*looked)
"""


def looked_at(how: str, folder: Path) -> list[str]:
    argv = [sys.executable, "-c", PROGRAM, how]
    done = subprocess.run(argv, capture_output=True, text=True, check=True, cwd=folder, env={"PYTHONPATH": str(SOURCE)})
    return done.stdout.split()


def test_an_application_knows_the_shape_of_every_struct_before_it_serves(tmp_path: Path) -> None:
    assert "RowData" in looked_at("not yet", tmp_path), "this is how it is seen that a shape is being worked out"
    assert looked_at("serving", tmp_path) == []
