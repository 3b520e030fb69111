"""One contestant: reads requests from its standard input, a line of JSON each, and answers each with a line.

`run.py` starts one of these for each contestant and lets them work in turn, so that a slow machine slows all of
them equally.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module


def origin() -> str:
    """The build of this process's engine: the file name of one of its modules."""
    import rondel.engine.play.running.machine as machine

    return str(machine.__file__)


def main(kind: str) -> None:
    """Answer until there are no more lines; ``kind`` is ``rondel``, ``pyspiel``, ``pettingzoo`` or ``python_chess``."""
    for line in sys.stdin:
        told = json.loads(line)
        if told == "origin":
            answer: object = origin()
        else:
            module, name, way, seconds = told
            answer = getattr(import_module(f"workloads.{module}"), f"of_{kind}")(name, way, seconds)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
