"""Pack what the page needs to run the rules in a browser: Python's library, msgspec, and Rondel's own modules.

    python scripts/pyodide_pack.py      writes web/packed/, and copies it beside the built page

Pyodide is CPython for WebAssembly. Only the modules that the arena of a browser imports are packed (`needed`), as bytecode of
Pyodide's own Python, which runs in Node for this (`pyodide_pack.mjs`). Each game has a zip of its own, which is fetched when it
is played first; what all games offer goes with Rondel (`rondel.server.local.packed_games`). The zips are not compressed: what
sends them compresses better. What has been packed is stamped with a hash of what it was made from.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import prepare

from rondel.server.site.service_worker import NAME, ServiceWorker
from rondel.server.site.service_worker import PACKED as IN

ROOT = prepare.ROOT
PACKED = prepare.WEB / "packed"
PYODIDE = prepare.WEB / "node_modules" / "pyodide"
WHEELS = prepare.VENV / "browser-wheels"
PLATFORM, PYTHON, ABI = "pyemscripten_2026_0_wasm32", "314", "cp314"
"""What Pyodide 314 runs: the tags of its wheels."""

SHELF = ROOT / "src" / "rondel" / "shelf"
NEW = {"name": "my_game", "title": "My game", "kind": "MyGame"}
"""What the playground calls the rules with which ``rondel new`` begins."""

ENTRY = "rondel.server.local.worker"
"""What JavaScript imports in Pyodide."""
FINDINGS = "rondel.testing.findings"
"""What it imports besides where rules are written. The modules that this needs have a zip of their own, which players do not
fetch."""

OFFERS = "rondel/server/local/packed_games.json"
"""What all games offer, so that none is fetched for the library."""

KEPT = (".py", ".json", ".po", ".svg", ".css")
"""Modules, and the data beside them."""

_MODULES = """
import json, sys
before = set(sys.modules)
import rondel, {entry}, {findings}
for name in rondel.games():
    rondel.find(name)
import rondel.builds, rondel.players.bots.registry, rondel.players.bots.ladders, rondel.search.tree.unfolding
print(json.dumps(sorted(name for name in sys.modules if name.partition(".")[0] == "rondel")))
"""

_OFFERED = """
import sys
import msgspec
from rondel.server.catalog.games import offers
sys.stdout.buffer.write(msgspec.json.encode(offers()))
"""


def needed() -> dict[str, Path]:
    """The files of Rondel that a browser needs, by their names in the zips: the modules that it imports, the whole
    folders of games, bots and searches, which it imports by name, with the data beside them, and the rules for players."""
    argv = [sys.executable, "-c", _MODULES.format(entry=ENTRY, findings=FINDINGS)]
    named = json.loads(subprocess.run(argv, check=True, capture_output=True, text=True).stdout)
    source = ROOT / "src"
    found: set[Path] = set()
    for name in named:
        path = source / name.replace(".", "/")
        found.add(path / "__init__.py" if path.is_dir() else path.with_suffix(".py"))
    for folder in ("shelf", "players/bots", "search", "translations"):
        found.update(each for each in (source / "rondel" / folder).rglob("*") if each.is_file())
    files = {each.relative_to(source).as_posix(): each for each in found if each.suffix in KEPT and each.stem != "en_XA"}
    books = {f"rondel/server/rulebooks/{each.name}": each for each in (ROOT / "docs" / "games").glob("*.md")}
    return dict(sorted({**files, **books}.items()))


def wheel() -> Path:
    """The wheel of msgspec for Pyodide, in the version that is installed here; fetched once."""
    pinned = version("msgspec")
    pattern = f"msgspec-{pinned}-*{PLATFORM}.whl"
    if not list(WHEELS.glob(pattern)):
        tags = [f"--platform={PLATFORM}", f"--python-version={PYTHON}", "--implementation=cp", f"--abi={ABI}"]
        options = ["--quiet", "--no-deps", "--only-binary=:all:", f"--dest={WHEELS}", *tags]
        argv = [sys.executable, "-m", "pip", "download", *options, f"msgspec=={pinned}"]
        prepare.run(argv, "Is the package index reachable from here?")
    return next(WHEELS.glob(pattern))


def node(npm: Sequence[str]) -> str:
    """The Node that belongs to a command which runs npm: the machine's, or one from a Python package.

    >>> node(["/usr/bin/npm"]), node([".venv/bin/node", "npm-cli.js"])
    ('node', '.venv/bin/node')
    """
    return npm[0] if len(npm) > 1 else "node"


def publish() -> None:
    """Copy what is packed beside the built page, each file under a name with its digest, with a compressed one beside it, and
    list the files in ``files.json``. A file that is there already is not compressed again."""
    pack()
    into = prepare.CLIENT / "packed"
    kept = prepare.WEB / "packed" / "compressed"
    into.mkdir(exist_ok=True)
    kept.mkdir(exist_ok=True)
    files = {
        "pyodide": PYODIDE / "pyodide.asm.wasm",
        "python": PACKED / "python.zip",
        "msgspec": PACKED / "msgspec.wasm",
        "rondel": PACKED / "rondel.zip",
        "findings": PACKED / "findings.zip",
    }
    games = {each.stem: each for each in sorted((PACKED / "games").glob("*.zip"))}
    paths = {hashed(name, path): path for name, path in files.items()}
    paths |= {hashed(f"game-{name}", path): path for name, path in games.items()}
    for name, path in paths.items():
        shutil.copy(path, into / name)
    missing = {kept / f"{name}.br": path for name, path in paths.items() if not (kept / f"{name}.br").exists()}
    if missing:
        compress(missing)
    for name in paths:
        shutil.copy(kept / f"{name}.br", into)
    for old in [*into.iterdir(), *kept.iterdir()]:
        if old.name.removesuffix(".br") not in paths:
            old.unlink()
    publish_sources()
    listed = {name: entry(name, path) for name, path in files.items()}
    of_games = {name: entry(f"game-{name}", path) for name, path in games.items()}
    (into / "files.json").write_text(json.dumps({**listed, "games": of_games}), encoding="utf-8")
    shutil.copy(PACKED / "modules.json", into)  # for `rondel site`
    keep_offline([into / "files.json", *[into / name for name in paths]])


def hashed(name: str, path: Path) -> str:
    """The name under which a file is published: with a digest of its content."""
    return f"{name}-{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}{path.suffix}"


def entry(name: str, path: Path) -> dict[str, str | int]:
    """The entry of a file in the list of all."""
    return {"name": hashed(name, path), "size": path.stat().st_size}


def publish_sources() -> None:
    """Write the rules of the shipped games, and those with which ``rondel new`` begins, as text beside the built page: the
    playground shows them. A wheel has them compressed alone, as the text is there already, in its modules."""
    into = prepare.CLIENT / "sources"
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir()
    found = dict(sorted((each.stem, each) for each in SHELF.glob("*.py") if each.stem != "__init__"))
    found.update((each.parent.name, each) for each in sorted(SHELF.glob("*/rules.py")))
    for name, path in found.items():
        shutil.copy(path, into / f"{name}.txt")
    code = f"from rondel.cli.commands.new import GAME; print(GAME.format({', '.join(f'{k}={v!r}' for k, v in NEW.items())}))"
    argv = [sys.executable, "-c", code]
    text = subprocess.run(argv, check=True, capture_output=True, text=True).stdout
    (into / f"{NEW['name']}.txt").write_text(text, encoding="utf-8")
    compress({each.with_name(f"{each.name}.br"): each for each in sorted(into.glob("*.txt"))})
    (into / "index.json").write_text(json.dumps([NEW["name"], *sorted(found)]), encoding="utf-8")


def keep_offline(files: Sequence[Path]) -> None:
    """Name packed files in the list of the service worker, which keeps them once the rules have run in a browser. Its version
    follows them, so that browsers take them as an update."""
    worker = prepare.CLIENT / NAME
    built = ServiceWorker.read(worker.read_text(encoding="utf-8"))
    made = built.with_packed({f"{IN}{path.name}": path.read_bytes() for path in files})
    if made is built:
        return
    worker.write_text(made.text(), encoding="utf-8")
    compress({worker.with_name(f"{worker.name}.br"): worker})


def compress(files: Mapping[Path, Path]) -> None:
    """Write files compressed with Brotli, each from the one beside it."""
    paths = [path for pair in files.items() for path in pair]
    prepare.run([node(prepare.web_packages()), "-e", COMPRESS, *paths], "Node cannot compress.")


COMPRESS = """
const { brotliCompressSync, constants } = require("node:zlib");
const { readFileSync, writeFileSync } = require("node:fs");
const [, ...paths] = process.argv;
for (let at = 0; at < paths.length; at += 2) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(paths[at], brotliCompressSync(readFileSync(paths[at + 1]), { params }));
}
"""
"""The best quality takes ten times as long, and makes the files a tenth smaller."""


def pack() -> None:
    """Write ``web/packed``, unless it was made from these very files."""
    files = needed()
    tools = [Path(__file__), ROOT / "scripts" / "pyodide_pack.mjs", prepare.WEB / "package-lock.json"]
    wanted = prepare.digest([*files.values(), *tools])
    stamp = PACKED / ".made-from"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    command = prepare.web_packages()
    with prepare.Doing("packing the rules for the browser"):
        shutil.rmtree(PACKED / "games", ignore_errors=True)
        (PACKED / "games").mkdir(parents=True)
        with zipfile.ZipFile(PACKED / "source.zip", "w") as packed:
            for name, path in files.items():
                packed.write(path, name)
            packed.writestr(OFFERS, subprocess.run([sys.executable, "-c", _OFFERED], check=True, capture_output=True).stdout)
        shutil.copy(wheel(), PACKED / "wheel.zip")
        prepare.run(
            [node(command), ROOT / "scripts" / "pyodide_pack.mjs", PYODIDE, PACKED, ENTRY, FINDINGS],
            "Pyodide cannot pack the rules.",
        )
        for name in ("source.zip", "wheel.zip"):
            (PACKED / name).unlink()
    stamp.write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    try:
        publish()
    except prepare.SetupError as error:
        sys.exit(f"rondel: {error}")
