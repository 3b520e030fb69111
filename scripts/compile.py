"""Compile the engine, the search, the games and a server's table with mypyc into a tree of its own, ``build/compiled``.

    python scripts/compile.py            compile what has changed
    python scripts/compile.py --tests    the same for tests, optimised less, into build/compiled-for-tests
    python scripts/compile.py --trained  with GCC, optimise what every move runs by what random games have run (`training.py`)
    PYTHONPATH=build/compiled python     use it: the tree comes before the interpreted one

The tree is a whole copy of the package, with the library that has the compiled modules beside it (`rondel.installation` finds
them there before their sources): compiled code has no annotations, so the engine reads them from the source. The interpreted
tree under ``src`` is unchanged. All modules are compiled as one group, so that a call from a game into the engine is a C call.
Each module is a separate C file, because the C compiler needs far longer for one large file, and can compile several at a time.
Only the modules of every search step are one file (`CORE`), in which calls are inlined. For tests the other modules of a folder
are one file too, so that the headers are read once; those outside the engine are not optimised.

Beside the library is a folder of its name, with what `rondel compile` needs to compile a game against it (`publish`).
"""

from __future__ import annotations

import ast
import hashlib
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import c_arguments
import types_cache
import untraced
from objects import Objects

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # on Windows there is no lock
    fcntl = None

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "rondel"
LIBRARY = "rondel_native"
"""The name of the library and of the folder beside it, as in `rondel.builds`."""
HEADER = f"__native_{LIBRARY}.h"
"""The header of the library, which other libraries include."""
MODULES = f"{LIBRARY}__modules"
"""The name of the library that makes the modules, in place of one beside each."""
MAKER = ROOT / "scripts" / "native_modules.c"
PACKED = "for_games.tar.xz"
"""The name of the archive that `rondel.compiler.game_build` unpacks."""
ROOMS = ("engine", "learning", "turnbase", "search", "shelf")
TABLE = frozenset({"server/table/log/events.py", "server/table/table.py", "server/table/takeback.py", "server/table/views.py"})
"""The compiled modules of the server: those that handle every answer, without waiting. None of them defines a struct, because
the compiler silently drops its settings (``frozen``)."""


@dataclass(frozen=True)
class Target:
    """A compiled tree and the C compiler's level of optimisation for it."""

    tree: Path
    level: str
    others: tuple[str, ...] | None = None
    """The C compiler's additional arguments for what lies outside `c_arguments.HOT`, where they differ. Then each folder is one
    C file."""

    @property
    def stamp(self) -> Path:
        """The file with the key of the sources that the tree was built from."""
        return self.tree / ".built-from"

    def beside(self, what: str) -> Path:
        """A folder beside the tree, for files kept between builds."""
        return self.tree.with_name(f"{self.tree.name}-{what}")


RELEASE = Target(ROOT / "build" / "compiled", "3")
TESTS = Target(ROOT / "build" / "compiled-for-tests", "1", ("-O0", "-w"))
"""The settings for tests: the C compiler takes a third of the time, and the rules behave the same."""
BUILD = RELEASE.tree
CORE = (
    "engine/play/walk.py",
    "engine/play/running/machine.py",
    "engine/components/journal.py",
    "engine/play/legal_moves.py",
    "engine/declarations/action.py",
    "engine/declarations/moves/cell_moves.py",
    "engine/declarations/moves/token_moves.py",
    "engine/components/move.py",
    "engine/checks/ruleset.py",
    "engine/checks/transitions.py",
    "engine/declarations/state.py",
    "engine/play/listing.py",
    "engine/play/running/question.py",
    "engine/play/running/run.py",
    "engine/play/running/runner.py",
    "engine/play/log.py",
    "engine/game.py",
    "engine/play/playable.py",
    "engine/play/in_progress.py",
    "engine/play/scoring.py",
    "engine/play/referee.py",
    "engine/declarations/definition.py",
    "engine/declarations/result.py",
    "engine/declarations/play_order.py",
    "engine/components/prop.py",
    "engine/components/part.py",
    "engine/components/container.py",
    "engine/components/boards/groups/chains.py",
    "engine/components/boards/field.py",
    "engine/components/boards/faces.py",
    "engine/components/boards/lettering.py",
    "engine/components/boards/board.py",
    "engine/components/boards/grid.py",
    "engine/components/boards/shape.py",
    "engine/components/boards/reaches/reach.py",
    "engine/components/boards/reaches/threats.py",
    "engine/components/cell.py",
    "engine/components/boards/column.py",
    "engine/components/token.py",
)
"""Modules of the engine in one C file with mypyc's own runtime: a tree of tic-tac-toe takes 5 % fewer
instructions."""

INTERPRETED = frozenset(
    {
        "engine/compiling.py",  # defines, for the interpreter, types that the compiler has built in
        "shelf/stones/match.py",  # meets other people's programs, and must describe the faults of their answers itself
        "shelf/stones/protocol.py",  # compiled messages would refuse a wrong answer before its author is known
        "engine/checks/attribute_guard.py",  # makes methods for authors' classes at run time
    }
)
"""Modules of these rooms that stay interpreted, as paths under the package."""


DOORS = ("__init__.py", "server/__init__.py")
"""Front doors that no compiled module imports from. The compiler does not read them: the type checker would follow them into
the whole package and its dependencies, 1,500 modules more."""
CHECKING = "".join(
    ["[mypy]\n", *(f"[mypy-{'.'.join(('rondel', *Path(each).parts[:-1]))}]\nfollow_imports = skip\n" for each in DOORS)]
)
"""The settings file of the compiler's type checker; the project's own settings are for the tree under src."""
CHECKING_GAMES = "[mypy]\n[mypy-rondel.server]\nfollow_imports = skip\n"
"""The same for authors' games, which import from the front door."""
ARGUMENTS = (
    "--strict",
    "--warn-unreachable",
    "--no-warn-unused-ignores",
    "--follow-imports=silent",  # the imports of the server's table are not compiled, and some packages may be missing
)
"""The type checker's arguments."""


def compiled_modules(source: Path = SOURCE) -> list[str]:
    """The modules to compile, as paths under the package. Front doors (``__init__``) only re-export and stay as they are."""
    paths = [path for room in ROOMS for path in (source / room).rglob("*.py")]
    found = [path.relative_to(source).as_posix() for path in paths]
    found += [each for each in TABLE if (source / each).exists()]
    return sorted(each for each in found if not each.endswith("__init__.py") and each not in INTERPRETED)


def lost_modules(source: Path = SOURCE) -> list[str]:
    """The listed modules whose files are missing; without this check a moved module would leave the core unnoticed."""
    return sorted(each for each in {*CORE, *TABLE, *INTERPRETED} if not (source / each).is_file())


def imported(modules: list[str], source: Path = SOURCE) -> list[str]:
    """The modules and all modules of the package that they import, one through the other, as paths under the package.

    Compiled code trusts the types that the compiler saw, also those of modules that stay interpreted.
    """
    waiting, met = list(modules), set(modules)
    while waiting:
        text = (source / waiting.pop()).read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [each.name for each in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
            for name in names:
                parts = name.split(".")[1:] if name.split(".")[0] == "rondel" else None
                # A package's front door may re-export imported names.
                doors = (
                    [] if parts is None else ["/".join([*parts[:depth], "__init__.py"]) for depth in range(1, len(parts) + 1)]
                )
                for each in [] if parts is None else ["/".join(parts) + ".py", *doors]:
                    if each not in met and each not in DOORS and (source / each).is_file():
                        met.add(each)
                        waiting.append(each)
    return sorted(met)


def key(modules: list[str], source: Path = SOURCE, target: Target = RELEASE) -> str:
    """A hash of everything the compiled modules depend on, the types of their imports included."""
    tools = (sys.version, version("mypy"), version("setuptools"))
    settings = (
        *tools,
        target.level,
        target.others,
        CORE,
        CHECKING,
        CHECKING_GAMES,
        ARGUMENTS,
        LIBRARY,
    )
    total = hashlib.sha256(repr(settings).encode())
    for path in (MAKER, *(Path(name) for name in (c_arguments.__file__, types_cache.__file__, untraced.__file__))):
        total.update(path.read_bytes())
    for each in imported(modules, source):
        total.update(each.encode())
        total.update((source / each).read_bytes())
    return total.hexdigest()


def sync(source: Path, target: Path) -> None:
    """Make ``target`` a copy of the files of ``source``, without touching compiled modules and unchanged files."""
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


def gathered(sources: list[str], folder: Path, by_folder: bool = False) -> list[str]:
    """The C files to compile, the longest first: the core with mypyc's runtime in one, each other module in one, or all other
    modules of a folder in one."""
    ours = {f"__native_rondel___{each.removesuffix('.py').replace('/', '___')}.c" for each in CORE}
    if absent := ours.difference(Path(each).name for each in sources):
        raise SystemExit(f"compile.py: mypyc wrote no {', '.join(sorted(absent))}; CORE names modules that are not compiled")
    together = [each for each in sources if Path(each).name in ours or not Path(each).name.startswith("__native_")]
    others = {each: Path(each).stat().st_size for each in sorted(set(sources).difference(together))}
    if by_folder:
        rooms: dict[str, list[str]] = {}
        for each in others:
            rooms.setdefault(Path(each).stem.rpartition("___")[0].removeprefix("__native_") or "group", []).append(each)
        others = {one_file(folder / f"{room}.c", each): sum(map(others.__getitem__, each)) for room, each in rooms.items()}
    return [one_file(folder / "core.c", together), *sorted(others, key=lambda each: -others[each])]


def one_file(place: Path, sources: list[str]) -> str:
    """Write a C file that includes others; returns its path."""
    place.write_text("".join([f'#include "{Path(each).as_posix()}"\n' for each in sources]), encoding="utf-8")
    return str(place)


def build(modules: list[str], target: Target, trained: bool = False) -> None:
    """Run mypyc and the C compiler in the tree; the compiled modules land beside their sources."""
    # Imported late: an up-to-date tree needs neither.
    from setuptools import Extension, setup
    from setuptools.command.build_ext import build_ext

    jobs = os.cpu_count() or 1

    class SideBySide(build_ext):  # type: ignore[misc]  # setuptools has no types
        """Compiles the C files of an extension several at a time, which setuptools does with whole extensions only."""

        def build_extension(self, extension: Extension) -> None:
            if len(extension.sources) > 1:
                kept = Objects(objects, folder, [version("mypy"), sys.version])
                objects.mkdir(exist_ok=True)

                def compiled(source: str) -> str:
                    name = Path(source).name
                    more = c_arguments.of_file(name, stage, target.others)
                    arguments = [*extension.extra_compile_args, *more]
                    place = kept.place(Path(source), arguments)
                    counted = stage == "trained" and c_arguments.learns(name)  # the counts are another part of the text
                    if counted or not place.exists():
                        (found,) = self.compiler.compile(
                            [source],
                            output_dir=self.build_temp,
                            include_dirs=extension.include_dirs,
                            extra_postargs=arguments,
                        )
                        os.replace(found, place)
                    return str(place)

                with ThreadPoolExecutor(jobs) as pool:
                    extension.extra_objects = list(pool.map(compiled, extension.sources))
                extension.sources = []
                kept.drop_unused()
            super().build_extension(extension)

    os.chdir(target.tree)
    cache = target.beside("cache")
    shutil.rmtree(cache, ignore_errors=True)  # it is for games; to compare it with all C files takes longer than to make it
    os.environ["MYPY_CACHE_DIR"] = str(cache)
    folder, temporary, settings = target.beside("c"), target.beside("temporary"), target.beside("mypy.ini")
    objects = target.beside("objects")
    stage: c_arguments.Stage = "plain" if target is RELEASE else "tests"
    for counts in temporary.rglob("*.gcda"):  # of an earlier library
        counts.unlink()
    settings.write_text(CHECKING, encoding="utf-8")
    extensions = translated(
        [f"--config-file={settings}", *ARGUMENTS], [f"rondel/{each}" for each in modules], folder, target.level
    )
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):  # there the libraries of the modules do more than find the common one
        extensions = [extensions[0], Extension(MODULES, [str(MAKER)], extra_compile_args=extensions[0].extra_compile_args)]
    for each in extensions:
        each.extra_compile_args = [*each.extra_compile_args, *c_arguments.of_all(stage)]  # the extensions share one list
        if len(each.sources) > 1:
            each.sources = gathered(each.sources, folder, by_folder=target.others is not None)

    def made() -> None:
        sources = {each.name: each.sources for each in extensions}
        for each in extensions:
            each.extra_link_args = [*c_arguments.of_linker(stage)]
        setup(
            name="rondel",
            packages=[],
            ext_modules=extensions,
            cmdclass={"build_ext": SideBySide},
            script_args=["-q", "build_ext", "--force", "--inplace", "--build-temp", str(temporary)],
        )
        for each in extensions:
            each.sources = sources[each.name]

    if trained:
        stage = "counting"
        made()
        train(target)
        stage = "trained"
    made()


def trainable() -> bool:
    """Whether the C compiler is GCC, which knows these arguments."""
    return sys.platform == "linux" and "gcc" in str(sysconfig.get_config_var("CC"))


def train(target: Target) -> None:
    """Play with the counting library; it leaves its counts beside its objects."""
    (target.tree / LIBRARY).mkdir(exist_ok=True)
    name_version(target)
    environment = {**os.environ, "PYTHONPATH": str(target.tree), "PYTHONHASHSEED": "0"}
    subprocess.run([sys.executable, str(ROOT / "scripts" / "training.py")], env=environment, cwd=ROOT, check=True)


def translated(arguments: list[str], paths: list[str], folder: Path, level: str) -> list[Any]:
    """The extensions of one library whose functions other libraries can call, with their C files in the folder.

    This is `mypyc.build.mypycify` but for one thing: with libraries that call each other that takes every class for one that
    others extend, and calls no method directly. Authors' games extend only classes that are marked for it; `rondel compile`
    refuses others (`rondel.compiler.front_end`).
    """
    from mypyc import build
    from mypyc.common import RUNTIME_C_FILES
    from mypyc.options import CompilerOptions

    options = CompilerOptions(multi_file=True, separate=True, target_dir=str(folder))
    options.global_opts = True
    [(sources, name)], [(files, headers)], more = build.mypyc_build(
        [*arguments, *paths], compiler_options=options, separate=[(paths, LIBRARY)]
    )
    runtime = [*RUNTIME_C_FILES, *[each for dependency in more for each in (dependency.path, dependency.get_header())]]
    for each in runtime:
        text = Path(build.include_dir(), each).read_text(encoding="utf-8")
        build.write_file(str(folder / each), untraced.runtime(Path(each).name, text))
    files += [str(folder / each) for each in runtime if each.endswith(".c")]
    flags = build.get_cflags(opt_level=level, debug_level="0", multi_file=True)
    include = {str(Path(build.include_dir(), each)) for dependency in more for each in dependency.include_dirs}
    return build.build_using_shared_lib(sources, name or LIBRARY, files, headers, str(folder), flags, sorted(include))


def publish(modules: list[str], key: str, target: Target) -> None:
    """Put what `rondel compile` needs beside the library: the header, and the cache with types and signatures, packed."""
    folder = target.tree / LIBRARY
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    types_cache.without_times(target.beside("cache"))
    # Tests unpack it once; whoever installs a wheel keeps it.
    preset = 9 | lzma.PRESET_EXTREME if target is RELEASE else 1
    with lzma.open(folder / PACKED, "wb", preset=preset) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        archive.add(target.beside("cache"), "types", filter=without_time)
        archive.add(target.beside("c") / HEADER, f"include/{HEADER}", filter=without_time)
    (folder / "mypy.ini").write_text(CHECKING_GAMES, encoding="utf-8")
    told = {
        "key": key,
        "mypy": version("mypy"),
        "modules": [f"rondel/{each}" for each in modules],
        "arguments": ARGUMENTS,
    }
    (folder / "build.json").write_text(json.dumps(told), encoding="utf-8")


def without_time(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """An entry of an archive that says nothing of when and by whom it was made."""
    entry.mtime = entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def name_version(target: Target) -> None:
    """Write the version of the sources beside the library, for which they look at each start (`rondel.installation`)."""
    text = (SOURCE / "installation.py").read_text(encoding="utf-8")
    named = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if named is None:
        raise SystemExit("compile.py: src/rondel/installation.py names no version")
    (target.tree / LIBRARY / "version.json").write_text(json.dumps(named[1]), encoding="utf-8")


def main(target: Target = RELEASE, trained: bool = False) -> int:
    """Bring a compiled tree up to date; 0 when it is. One at a time: the others wait and find it done."""
    target.tree.mkdir(parents=True, exist_ok=True)
    with target.beside("lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        return bring_up_to_date(target, trained)


def bring_up_to_date(target: Target = RELEASE, trained: bool = False) -> int:
    """Copy the changed files, and compile everything again if a compiled one is among them. A trained library of the same
    sources counts as up to date."""
    if lost := lost_modules():
        print(f"compile.py: no such modules: {', '.join(lost)}; mend the lists CORE, TABLE and INTERPRETED", file=sys.stderr)
        return 1
    name = target.tree.relative_to(ROOT).as_posix()
    modules = compiled_modules()
    sync(SOURCE, target.tree / "rondel")
    wanted = key(modules, target=target)
    stamps = [f"{wanted} trained"] if trained else [wanted, f"{wanted} trained"]
    if target.stamp.exists() and target.stamp.read_text(encoding="utf-8") in stamps:
        if not (target.tree / LIBRARY / PACKED).exists():
            publish(modules, wanted, target)
        name_version(target)
        print(f"rondel: {name} is up to date ({len(modules)} modules)")
        return 0
    begun = time.monotonic()
    print(f"rondel: compiling {len(modules)} modules with mypyc into {name} (a minute or two) ...", flush=True)
    target.stamp.unlink(missing_ok=True)
    remove_compiled(target.tree)
    build(modules, target, trained)
    publish(modules, wanted, target)
    name_version(target)
    target.stamp.write_text(stamps[0], encoding="utf-8")
    took = os.times()
    print(
        f"rondel: compiled in {time.monotonic() - begun:.0f} s "
        f"(processor: mypyc {took.user:.0f} s, the C compiler {took.children_user:.0f} s)"
    )
    return 0


if __name__ == "__main__":
    if unknown := set(sys.argv[1:]).difference(("--tests", "--trained")):
        raise SystemExit(f"compile.py: unknown option {', '.join(sorted(unknown))}; known: --tests, --trained")
    sys.exit(main(TESTS) if "--tests" in sys.argv else main(RELEASE, "--trained" in sys.argv and trainable()))
