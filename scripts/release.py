"""Prepare a release, and check one; docs/releasing.md has the order of things.

python scripts/release.py prepare 0.2.0    version, date in the changelog, and what later versions must read
python scripts/release.py check v0.2.0     that a tag, the version and the changelog agree
python scripts/release.py notes v0.2.0     the version's section of the changelog
python scripts/release.py begin 0.3.0      after a release: the sources are 0.3.0.dev0, and the changelog has a section for it
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHANGELOG = ROOT / "CHANGELOG.md"
PROJECT = re.compile(r'^version = "([^"]+)"$', re.MULTILINE)
PACKAGE = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
SERVER = ROOT / "packages" / "rondel-server" / "pyproject.toml"
NAMED = (
    (ROOT / "pyproject.toml", PROJECT),
    (ROOT / "pyproject.toml", re.compile(r'"rondel-server==([^"]+)"')),
    (SERVER, PROJECT),
    (SERVER, re.compile(r'"rondel\[server\]==([^"]+)"')),
    (ROOT / "src" / "rondel" / "installation.py", PACKAGE),
    (ROOT / "src" / "rondel_server" / "__init__.py", PACKAGE),
)
"""The places that name the version: both distributions, what each requires of the other, and both packages."""
VERSION = re.compile(r"\d+\.\d+\.\d+")


class Unready(Exception):
    """Something must be changed before the release; the message says what."""


def version() -> str:
    """The version of the sources. Raises `Unready` if two files name different ones."""
    found = []
    for path, place in NAMED:
        match = place.search(path.read_text(encoding="utf-8"))
        if match is None:
            raise Unready(f"{path.relative_to(ROOT)} names no version by {place.pattern}")
        found.append((path.relative_to(ROOT).as_posix(), match[1]))
    if len({each for _, each in found}) != 1:
        raise Unready(f"two versions: {', '.join(f'{name} has {each}' for name, each in found)}")
    return found[0][1]


def section(text: str, number: str) -> tuple[str, str]:
    """The heading of a version in the changelog, and what is below it. Raises `Unready` if there is none.

    >>> section("# Changelog\\n\\n## 0.2.0 (2026-12-01)\\n\\n- New.\\n\\n## 0.1.0\\n", "0.2.0")
    ('0.2.0 (2026-12-01)', '- New.')
    """
    for each in text.split("\n## ")[1:]:
        heading, _, below = each.partition("\n")
        if heading.split()[0] == number:
            return heading.strip(), below.strip()
    raise Unready(f"CHANGELOG.md has no section `## {number}`")


def check(tag: str) -> None:
    """Compare a tag with the version of the sources and with the changelog. Raises `Unready`."""
    number, here = tag.removeprefix("v"), version()
    if number != here:
        raise Unready(f"the tag is {tag}, but the sources are version {here}; tag v{here}, or run: release.py prepare {number}")
    heading, _ = section(CHANGELOG.read_text(encoding="utf-8"), number)
    if "unreleased" in heading:
        raise Unready(f"the changelog says {heading!r}; run: python scripts/release.py prepare {number}")
    if not (ROOT / "tests" / "releases" / number / "interface.tar.xz").is_file():
        raise Unready(f"tests/releases/{number} is missing; run: python scripts/release.py prepare {number}")


def prepare(number: str) -> None:
    """Write the version into its places, the date into the changelog, and what later versions are compared with.

    Raises `Unready`.
    """
    sys.path.insert(0, str(ROOT))
    from tests.releases import keep  # it imports the package, which the other commands do without

    check_number(number)
    text = CHANGELOG.read_text(encoding="utf-8")
    heading, _ = section(text, number)
    dated = f"## {number} ({datetime.now(UTC).date().isoformat()})"
    CHANGELOG.write_text(text.replace(f"## {heading}", dated, 1), encoding="utf-8")
    write_version(number)
    keep.write(ROOT / "tests" / "releases" / number)


def begin(number: str) -> None:
    """Name the sources after the version that they will be, so that nobody takes them for a released one. Raises `Unready`."""
    check_number(number)
    text = CHANGELOG.read_text(encoding="utf-8")
    if f"\n## {number} " not in text:
        first = text.index("\n## ")
        CHANGELOG.write_text(f"{text[:first]}\n## {number} (unreleased)\n{text[first:]}", encoding="utf-8")
    write_version(f"{number}.dev0")


def check_number(number: str) -> None:
    """Raise `Unready` for what is not three numbers."""
    if not VERSION.fullmatch(number):
        raise Unready(f"{number!r} is not a version; write three numbers, such as 0.3.0")


def write_version(number: str) -> None:
    """Write the version into its places."""
    for path, place in NAMED:
        source = path.read_text(encoding="utf-8")
        path.write_text(place.sub(lambda match: match[0].replace(match[1], number), source, count=1), encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Carry out a command; 1 if something must be changed first."""
    if len(arguments) != 2 or arguments[0] not in ("prepare", "check", "notes", "begin"):
        print(__doc__, file=sys.stderr)
        return 2
    command, named = arguments
    try:
        if command == "prepare":
            prepare(named)
        elif command == "check":
            check(named)
        elif command == "begin":
            begin(named)
        else:
            print(section(CHANGELOG.read_text(encoding="utf-8"), named.removeprefix("v"))[1])
    except Unready as error:
        print(f"rondel: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
