"""Compares the source of a game with its build, stale or not, and prints why they are not the same. Argument: the file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rondel import builds
from rondel.compiler.comparison import compare
from rondel.compiler.refusal import Refused

file = Path(sys.argv[1])
build = builds.kept(file)
try:
    print(json.dumps(str(compare(file, build, 0.5)) if build is not None else "no build"))
except Refused as error:
    print(json.dumps(str(error)))
