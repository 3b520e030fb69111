"""Programs that play, each as the text of a Python program, well and badly behaved."""

from __future__ import annotations

import shlex
import sys
from typing import Final

LOOP: Final = """
import json, sys, time
for line in sys.stdin:
    said = json.loads(line)
    if "ask" in said:
        {}
"""

FIRST: Final = 'print(json.dumps({"ask": said["ask"], "move": said["moves"][0]}), flush=True)'
"""Answers with the first legal move."""
SILENT: Final = "time.sleep(60)"
LATE: Final = f"time.sleep(0.05); {FIRST}"
CRASH: Final = 'sys.exit("out of ideas")'
ILLEGAL: Final = 'print(json.dumps({"ask": said["ask"], "move": "fly(moon)"}), flush=True)'
NONSENSE: Final = 'print("hello", flush=True)'
WRONG_NUMBER: Final = 'print(json.dumps({"ask": 99, "move": said["moves"][0]}), flush=True)'
NO_MOVE: Final = 'print(json.dumps({"ask": said["ask"], "move": 7}), flush=True)'
LEAVES: Final = 'print(json.dumps({"ask": said["ask"], "leave": True}), flush=True)'
TAKES_BACK: Final = 'print(json.dumps({"ask": said["ask"], "take_back": True}), flush=True)'
ENDLESS: Final = 'sys.stdout.write("x" * (2 << 20)); sys.stdout.flush()'


def command(answer: str) -> list[str]:
    """What starts a program that does this with every question."""
    return [sys.executable, "-c", LOOP.format(answer)]


def spec(answer: str) -> str:
    """The same as a player's spec."""
    return "pipe:" + shlex.join(command(answer))
