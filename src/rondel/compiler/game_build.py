"""A game's build, from its source to a library that may be used."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from rondel import builds, door
from rondel.builds import Build, CompiledEngine
from rondel.compiler import c_compiler
from rondel.compiler.comparison import SECONDS, Compared, compare, environment
from rondel.compiler.refusal import TYPE, UNSUPPORTED, Refused, sorted_out
from rondel.compiler.restrictions import restricted
from rondel.compiler.source_modules import SourceModules
from rondel.errors import RondelError, UnknownGame
from rondel.extras import MissingExtra, need

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # on Windows, where nothing is compiled
    fcntl = None

FORMAT: Final = "1"
"""Changes when builds of an older Rondel cannot be used."""
PACKED: Final = "for_games.tar.xz"
"""The file beside the compiled library with the engine's types and header (`scripts/compile.py`). Unpacked it is larger than
the library, and most installations compile no game."""

INTERPRETED_ENGINE: Final = (
    "the engine is interpreted here, and a game is compiled beside a compiled engine only. Get it: in a checkout of Rondel "
    "run `make compile` and put build/compiled on PYTHONPATH; elsewhere, install a wheel from `RONDEL_COMPILE=1 pip wheel .`. "
    "The compiled engine alone makes most games faster already; `rondel compile` then adds the rules"
)


class NoCompiledEngine(RondelError):
    """There is no compiled engine beside which a game could be compiled."""

    code = "no_compiled_engine"


@dataclass(frozen=True)
class Made:
    """A build that may be used from now on."""

    build: Build
    seconds: float
    """How long compiling took; 0 for a build that was there."""
    compared: Compared | None
    """None for a build that was there."""


def build(file: Path, *, seconds: float = SECONDS, again: bool = False) -> Made:
    """Compile the game in a file, or in a package's ``__init__.py`` or one of its modules, unless its build is current.

    Raises `Refused`, `UnknownGame` for a missing file, `NoCompiledEngine`, and `MissingExtra`.
    """
    if not file.is_file():
        raise UnknownGame(f"no game file at {str(file)!r}")
    engine = builds.engine()
    if engine is None:
        raise NoCompiledEngine(INTERPRETED_ENGINE)
    kept = builds.kept(file)
    if kept is not None and not again and not kept.stale():
        return Made(kept, 0.0, None)
    c_compiler.found()
    need("compile", "mypy")
    settings: dict[str, Any] = json.loads((engine.folder / builds.MANIFEST).read_text(encoding="utf-8"))
    if version("mypy") != settings["mypy"]:
        raise MissingExtra(
            f"the engine was compiled with mypy {settings['mypy']}, and a game must be too; here is {version('mypy')}; run: "
            f"pip install mypy=={settings['mypy']}"
        )
    if not builds.caches().is_absolute():
        raise Refused([], "there is no folder for the build: set HOME or XDG_CACHE_HOME to a folder of yours")
    begun = time.monotonic()
    modules = SourceModules(file)
    door.load(file, instead=True, interpreted=True)  # one game, and nothing that prevents its import
    if refusals := restricted(modules):
        raise Refused(refusals)
    with _alone(builds.place(file)) as folder:
        made = _compile(modules, folder, engine, settings)
        took = time.monotonic() - begun
        compared = compare(file, made, seconds)
        if made.stale():  # saved in the meantime
            raise Refused([], f"{file.name} has changed while it was compiled; run the command again")
        made.write()
        for each in folder.glob("game_*"):
            if not each.name.startswith(made.name):
                each.unlink()
    return Made(made, took, compared)


def remove(file: Path) -> bool:
    """Remove the build of a file; returns whether there was one."""
    folder = builds.place(file)
    found = (folder / builds.MANIFEST).exists()
    shutil.rmtree(folder, ignore_errors=True)
    return found


def _compile(modules: SourceModules, folder: Path, engine: CompiledEngine, settings: dict[str, Any]) -> Build:
    """Compile the modules into the folder."""
    from mypyc.build import include_dir

    files = {name: str(path) for name, path in modules.files.items()}
    before = {path: builds.digest(Path(path)) for path in files.values()}
    total = hashlib.sha256(repr((FORMAT, engine.key, builds.python(), files, before)).encode())
    name = f"game_{total.hexdigest()[:16]}"
    work = folder / "c"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    outcome = _front_end(name, files, work, engine, settings)
    refusals = [*sorted_out(outcome["type_errors"], TYPE), *sorted_out(outcome["unsupported"], UNSUPPORTED)]
    if refusals or outcome["type_errors"] or outcome["unsupported"]:
        raise Refused(refusals, "" if refusals else "\n".join([*outcome["type_errors"], *outcome["unsupported"]]))
    found = Build(
        folder=folder,
        name=name,
        library="",
        modules=files,
        sources={**before, **{path: builds.digest(Path(path)) for path in outcome["imported"]}},
        engine=engine.key,
        python=builds.python(),
    )
    c_compiler.link(_with_entries(work, name, modules), found.path, [Path(include_dir()), work])
    if modules.packed:
        _linked(folder / builds.LINKS / modules.root, modules.files[modules.root].parent)
    shutil.rmtree(work)
    return Build(**{**vars(found), "library": builds.digest(found.path)})


def _front_end(
    name: str, files: dict[str, str], work: Path, engine: CompiledEngine, settings: dict[str, Any]
) -> dict[str, Any]:
    """What `rondel.compiler.front_end` says of the modules. The engine's header is put beside the C files."""
    unpacked = builds.caches() / "engine" / engine.key[:16]
    task = {
        "name": name,
        "modules": files,
        "engine": settings["modules"],
        "arguments": [f"--config-file={engine.folder / 'mypy.ini'}", *settings["arguments"]],
        "cache": str(unpacked / "types"),
        "target": str(work),
    }
    with _alone(unpacked):
        if not (unpacked / "complete").exists():
            with tarfile.open(engine.folder / PACKED) as archive:
                archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11 has it from 3.11.4 on
                archive.extractall(unpacked)  # noqa: S202 - it came with the engine
            (unpacked / "complete").touch()
        shutil.copytree(unpacked / "include", work, dirs_exist_ok=True)
        done = subprocess.run(
            [sys.executable, "-m", "rondel.compiler.front_end"],
            input=json.dumps(task),
            capture_output=True,
            text=True,
            check=False,
            cwd=engine.folder.parent,
            env=environment(),
        )
        if done.returncode:
            shutil.rmtree(unpacked, ignore_errors=True)  # it may be damaged, and is unpacked again
            last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
            raise Refused([], f"the compiler itself failed: {last}")
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


def _with_entries(work: Path, name: str, modules: SourceModules) -> Path:
    """The C file of the library, with the functions by which Python begins its modules.

    The compiler makes a library of its own for each module, which only calls this one.
    """
    from mypyc.namegen import exported_name

    place = work / f"__native_{name}.c"
    lines = [place.read_text(encoding="utf-8"), f"extern int ensure_deps_{name}__mypyc(void);"]
    ends: set[str] = set()
    for module in modules.files:
        end = module.rpartition(".")[2]
        if end not in ends:  # of two the import of the first one's package has begun the other
            ends.add(end)
            begin = f"CPyInit_{exported_name(module)}"
            lines.append(f"extern PyObject *{begin}(void);")
            lines.append(f"PyMODINIT_FUNC PyInit_{end}(void) {{ return ensure_deps_{name}__mypyc() < 0 ? NULL : {begin}(); }}")
    place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return place


def _linked(link: Path, folder: Path) -> None:
    """Make the package's folder known under the name of its modules, for what they read beside them while they begin."""
    link.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        link.unlink()
    with contextlib.suppress(OSError):  # a file system without links
        link.symlink_to(folder, target_is_directory=True)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[Path]:
    """Work in a folder that no other process changes meanwhile."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / "lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder
        os.utime(folder)
