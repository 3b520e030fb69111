"""Compile the engine, the search, the games and a server's table with mypyc into a tree of its own, ``build/compiled``.

    python scripts/compile.py            compile what has changed
    PYTHONPATH=build/compiled python     use it: the tree comes before the interpreted one

The tree is a whole copy of the package with the compiled modules beside their sources: compiled code has no annotations, so
the engine reads them from the source. The interpreted tree under ``src`` is not touched. All modules are compiled as one group,
so that a call from a game into the engine is a C call. Each is a C file of its own, for the C compiler needs far longer for
all of them in one, and several at a time; but what every step of a search goes through is one file (`CORE`), where calls are
inlined.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # on Windows nobody waits
    fcntl = None

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "rondel"
BUILD = ROOT / "build" / "compiled"
ROOMS = ("engine", "learning", "turnbase", "search", "shelf")
TABLE = frozenset({"server/table/log/events.py", "server/table/table.py", "server/table/takeback.py"})
"""Modules of the server that are compiled: those through which every answer goes, and that wait for nothing. None of them
defines a struct, whose settings (``frozen``) the compiler would drop, and say nothing."""
STAMP = BUILD / ".built-from"
OPTIMISE = "3"
FLAGS = () if sys.platform == "win32" else ("-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt")
"""What the C compiler may take for granted: nobody but this one library calls its functions. That is worth 5 to 10 %."""

CORE = (
    "engine/play/walk.py",
    "engine/play/machine.py",
    "engine/components/journal.py",
    "engine/play/legal_moves.py",
    "engine/declarations/action.py",
    "engine/components/move.py",
    "engine/checks/ruleset.py",
    "engine/checks/transitions.py",
    "engine/declarations/state.py",
    "engine/play/answer.py",
    "engine/play/question.py",
    "engine/play/log.py",
    "engine/game.py",
    "engine/play/referee.py",
    "engine/declarations/definition.py",
    "engine/declarations/result.py",
    "engine/declarations/play_order.py",
    "engine/components/prop.py",
    "engine/components/part.py",
    "engine/components/container.py",
    "engine/components/boards/field.py",
    "engine/components/boards/board.py",
    "engine/components/boards/grid.py",
    "engine/components/boards/shape.py",
    "engine/components/boards/reach.py",
    "engine/components/cell.py",
    "engine/components/boards/column.py",
    "engine/components/token.py",
)
"""Modules of the engine that are compiled in one C file with what mypyc brings itself: a tree of tic-tac-toe takes 5 % fewer
instructions by it."""

INTERPRETED = frozenset(
    {
        "engine/compiling.py",  # defines for the interpreter what the compiler brings by itself
        "shelf/stones/match.py",  # meets other people's programs, and must say itself what is wrong with their answers
        "shelf/stones/protocol.py",  # compiled messages would refuse a wrong answer before anybody can say whose it is
        "engine/checks/attribute_guard.py",  # makes methods for authors' classes at run time
    }
)
"""Modules of these rooms that stay interpreted, as paths under the package."""


def compiled_modules(source: Path = SOURCE) -> list[str]:
    """The modules to compile, as paths under the package. Front doors (``__init__``) only re-export and stay as they are."""
    paths = [path for room in ROOMS for path in (source / room).rglob("*.py")]
    found = [path.relative_to(source).as_posix() for path in paths]
    found += [each for each in TABLE if (source / each).exists()]
    return sorted(each for each in found if not each.endswith("__init__.py") and each not in INTERPRETED)


def lost_modules(source: Path = SOURCE) -> list[str]:
    """The modules listed above by path that are not there: a moved module would lose its place in the core unnoticed."""
    return sorted(each for each in {*CORE, *TABLE, *INTERPRETED} if not (source / each).is_file())


def key(modules: list[str], source: Path = SOURCE) -> str:
    """A hash of everything the compiled modules depend on, the types of what they import included."""
    total = hashlib.sha256(f"{sys.version};{version('mypy')};{version('setuptools')};{OPTIMISE};{FLAGS};{CORE}".encode())
    imported = [*source.rglob("__init__.py"), *(source / "server").rglob("*.py")]
    for each in ["errors.py", "svg.py", *modules, *(path.relative_to(source).as_posix() for path in sorted(imported))]:
        total.update(each.encode())
        total.update((source / each).read_bytes() if (source / each).exists() else b"")
    return total.hexdigest()


def sync(source: Path, target: Path) -> None:
    """Make ``target`` hold exactly the files of ``source``, leaving compiled modules and unchanged files alone."""
    wanted = {path.relative_to(source) for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    for each in wanted:
        new, old = source / each, target / each
        if not old.exists() or old.read_bytes() != new.read_bytes():
            old.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(new, old)
    for path in list(target.rglob("*")):
        if path.is_file() and path.suffix not in (".so", ".pyd", ".pyc") and path.relative_to(target) not in wanted:
            path.unlink()


def remove_compiled(tree: Path) -> None:
    """Remove every compiled module, so that none outlives its source."""
    suffixes = tuple(sysconfig.get_config_var(name) or ".so" for name in ("EXT_SUFFIX", "SHLIB_SUFFIX"))
    for path in list(tree.rglob("*")):
        if path.is_file() and path.name.endswith(suffixes):
            path.unlink()


def gathered(sources: list[str], folder: Path) -> list[str]:
    """The C files to compile, the longest first: the core and what mypyc brings itself in one, the others as they are."""
    ours = {f"__native_rondel___{each.removesuffix('.py').replace('/', '___')}.c" for each in CORE}
    if absent := ours.difference(Path(each).name for each in sources):
        raise SystemExit(f"compile.py: mypyc wrote no {', '.join(sorted(absent))}; CORE names modules that are not compiled")
    together = [each for each in sources if Path(each).name in ours or not Path(each).name.startswith("__native_")]
    core = folder / "core.c"
    core.write_text("".join([f'#include "{Path(each).as_posix()}"\n' for each in together]), encoding="utf-8")
    return [str(core), *sorted(set(sources).difference(together), key=lambda each: -Path(each).stat().st_size)]


def build(modules: list[str]) -> None:
    """Run mypyc and the C compiler in the tree; the compiled modules land beside their sources."""
    # Imported late: an up-to-date tree needs neither.
    from mypyc.build import mypycify
    from setuptools import Extension, setup
    from setuptools.command.build_ext import build_ext

    jobs = os.cpu_count() or 1

    class SideBySide(build_ext):  # type: ignore[misc]  # setuptools has no types
        """Compiles the C files of an extension several at a time, which setuptools does with whole extensions only."""

        def build_extension(self, extension: Extension) -> None:
            if len(extension.sources) > 1:

                def compiled(source: str) -> list[str]:
                    found: list[str] = self.compiler.compile(
                        [source],
                        output_dir=self.build_temp,
                        include_dirs=extension.include_dirs,
                        extra_postargs=extension.extra_compile_args,
                    )
                    return found

                with ThreadPoolExecutor(jobs) as pool:
                    extension.extra_objects = [each for found in pool.map(compiled, extension.sources) for each in found]
                extension.sources = []
            super().build_extension(extension)

    os.chdir(BUILD)
    os.environ.setdefault("MYPY_CACHE_DIR", str(BUILD.parent / "mypyc-cache"))
    folder = BUILD.parent / "mypyc-c"
    extensions = mypycify(
        # The project's own settings are for the tree under src; here no file of settings is read.
        [
            "--config-file=",
            "--strict",
            "--warn-unreachable",
            "--no-warn-unused-ignores",
            "--follow-imports=silent",  # what the server's table imports is not compiled, and may import what is not installed
            *(f"rondel/{each}" for each in modules),
        ],
        opt_level=OPTIMISE,
        debug_level="0",
        target_dir=str(folder),
        multi_file=True,
    )
    for each in extensions:
        each.extra_compile_args.extend(FLAGS)
        if len(each.sources) > 1:
            each.sources = gathered(each.sources, folder)
    setup(
        name="rondel",
        packages=[],
        ext_modules=extensions,
        cmdclass={"build_ext": SideBySide},
        script_args=["-q", "build_ext", "--inplace", "--build-temp", str(BUILD.parent / "mypyc-o")],
    )


def main() -> int:
    """Bring the compiled tree up to date; 0 when it is. One at a time: the others wait and find it done."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD.parent / "compiled.lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        return bring_up_to_date()


def bring_up_to_date() -> int:
    """Copy what has changed, and compile everything again when any of it is compiled."""
    if lost := lost_modules():
        print(f"compile.py: no such modules: {', '.join(lost)}; mend the lists CORE, TABLE and INTERPRETED", file=sys.stderr)
        return 1
    modules = compiled_modules()
    sync(SOURCE, BUILD / "rondel")
    wanted = key(modules)
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        print(f"rondel: build/compiled is up to date ({len(modules)} modules)")
        return 0
    begun = time.monotonic()
    print(f"rondel: compiling {len(modules)} modules with mypyc into build/compiled (a minute or two) ...", flush=True)
    STAMP.unlink(missing_ok=True)
    remove_compiled(BUILD)
    build(modules)
    STAMP.write_text(wanted, encoding="utf-8")
    print(f"rondel: compiled in {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
