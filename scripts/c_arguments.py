"""The arguments of the C compiler and of the linker, for all files of the compiled library or for one, by its name.

Most of the time goes into a few files of the engine, and most of the size of the library is in others.
"""

from __future__ import annotations

import sys
from typing import Literal

Stage = Literal["tests", "plain", "counting", "trained"]
"""A library for tests; one for use; one that counts what runs; and one that is optimised by these counts."""

COMMON = () if sys.platform == "win32" else ("-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt")
"""An assumption for the C compiler: only this library calls its functions. It saves 5 to 10 % of the time."""
SMALLER = ("-fno-asynchronous-unwind-tables", "-ffunction-sections", "-fdata-sections")
"""Additional arguments on Linux for a smaller library: no tables for C++ exceptions, which never pass through it, and each
function by itself, so that the linker leaves out those of mypyc's runtime that nothing calls."""
LINKED = ("-Wl,--gc-sections", "-Wl,-z,noseparate-code")
"""Additional arguments for the linker on Linux."""
SMALL = ("-Os",)
"""Additional arguments for `COLD`."""
COLD = tuple(
    [
        f"__native_rondel___{each}"
        for each in (
            *("engine___checks", "engine___declarations", "engine___records", "engine___registry", "engine___text"),
            *("search___tree___drawing", "turnbase"),
        )
    ]
)
"""How the names of the C files begin that run when a game is first used, stored or read, and not at each move."""

LEARNS = (
    "core",
    *[f"__native_rondel___{room}" for room in ("learning", "search", "shelf")],
    *[f"__native_rondel___engine___{room}" for room in ("belief", "chance", "components", "play", "views")],
)
"""How the names of the C files begin that are optimised by what has run in the training."""
COUNTING = ("-fprofile-generate",)
"""Additional arguments for `LEARNS` in a library that counts what runs."""
TRAINED = ("-fprofile-use", "-Wno-missing-profile")
"""Additional arguments for `LEARNS` in a library that is optimised by these counts, as Python's own releases are. What did not
run, such as a path on which an error is raised, is made small: it is most of the code. These files are compiled anew by each
such build."""

HOT = ("core", "rondel___engine")
"""How the names of the C files begin that are always optimised. With the engine unoptimised the tests of the rules take a
quarter more processor time, on every run; its optimisation takes 20 s, once."""

INLINE = (
    "-finline-functions",
    "--param=max-inline-insns-auto=30",
    "--param=early-inlining-insns=14",
    "--param=inline-min-speedup=15",
)
CORE_ARGUMENTS = () if sys.platform == "win32" else ("-O2", *INLINE)
"""Additional arguments for the modules of every search step (`compile.CORE`): the inlining of -O3 without its other passes,
which take eight times as long and gain nothing. By `benchmarks/compare.py`, plain -O2 makes playouts and perft 3 to 5 %
slower."""


def of_all(stage: Stage) -> tuple[str, ...]:
    """The arguments of every file."""
    return (*COMMON, *SMALLER) if _is_small(stage) else COMMON


def of_file(name: str, stage: Stage, others: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The further arguments of the file of that name; ``others`` are those of files that are not `HOT`.

    >>> of_file("core.c", "tests"), of_file("__native_rondel___shelf___chess.c", "tests", ("-O0",))
    ((), ('-O0',))
    >>> of_file("__native_rondel___engine___play___run.c", "counting")
    ('-fprofile-generate',)
    """
    more: tuple[str, ...]
    if name == "core.c":
        more = CORE_ARGUMENTS if stage != "tests" else ()
    elif name.startswith(HOT):
        more = ()
    elif _is_small(stage) and name.startswith(COLD):
        more = SMALL
    else:
        more = others or ()
    if not learns(name):
        return more
    match stage:
        case "counting":
            return (*more, *COUNTING)
        case "trained":
            return (*more, *TRAINED)
    return more


def of_linker(stage: Stage) -> tuple[str, ...]:
    """The arguments of the linker."""
    return (*(COUNTING if stage == "counting" else ()), *(LINKED if _is_small(stage) else ()))


def learns(name: str) -> bool:
    """Whether the file of that name is optimised by what has run."""
    return name.startswith(LEARNS)


def _is_small(stage: Stage) -> bool:
    return stage != "tests" and sys.platform == "linux"
