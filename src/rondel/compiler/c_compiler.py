"""The C compiler: whether there is one, and the library that it makes."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rondel.compiler.refusal import Refused
from rondel.extras import MissingExtra

LEVEL: Final = "-O2"
FLAGS: Final = ("-shared", "-fPIC", "-w", "-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt", "-DNDEBUG")
NAMES: Final = ("cc", "gcc", "clang")
SECONDS: Final = 300.0


def found() -> str:
    """The C compiler of this machine. Raises `MissingExtra` with the command that installs what is missing."""
    if sys.platform == "win32":
        raise MissingExtra("games are compiled on Linux and macOS only; on Windows use WSL")
    name = next((each for each in NAMES if shutil.which(each)), None)
    if name is None:
        how = "xcode-select --install" if sys.platform == "darwin" else "apt install gcc (Debian, Ubuntu) or dnf install gcc"
        raise MissingExtra(f"there is no C compiler on the PATH; run: {how}")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise MissingExtra(
            f"Python.h of {sys.executable} is missing; run: apt install python3-dev (Debian, Ubuntu) or dnf install "
            "python3-devel"
        )
    return name


def link(source: Path, library: Path, folders: Sequence[Path]) -> None:
    """Compile one C file to a shared library. Raises `Refused` with the compiler's last words."""
    more = ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []
    include = [*folders, Path(sysconfig.get_path("include"))]
    argv = [found(), LEVEL, *FLAGS, *more, *[f"-I{each}" for each in include], str(source), "-o", str(library)]
    try:
        done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise Refused([], f"the C compiler took more than {SECONDS:.0f} s") from None
    if done.returncode:
        raise Refused([], f"the C compiler failed: {(done.stderr.strip().splitlines() or ['nothing was said'])[-1]}")
