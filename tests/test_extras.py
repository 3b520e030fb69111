"""Extras: a lean install does what it can, and names the command that installs what is missing."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path

import pytest

from rondel import extras as module
from rondel.extras import EXTRAS, MissingExtra, need
from rondel.installation import SERVER

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
UNIMPORTED = {"uvloop"}
"""Dependencies that no module of ours imports: uvicorn takes uvloop where it is installed."""


def name(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")


def required(found: Distribution) -> set[str]:
    """The distributions that one needs here, without those of its extras and of other systems."""
    plain = [each for each in found.requires or () if "extra ==" not in each]
    return {name(each) for each in plain if "sys_platform ==" not in each and "platform_system ==" not in each}


@pytest.fixture(scope="session")
def lean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the dependencies of `pip install rondel` and nothing else, to be the path of a Python without its own."""
    return linked(tmp_path_factory.mktemp("lean"), PROJECT["dependencies"])


@pytest.fixture(scope="session")
def cli(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for `pip install 'rondel[cli]'`."""
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["cli"]]
    return linked(tmp_path_factory.mktemp("cli"), wanted)


def linked(folder: Path, wanted: list[str]) -> Path:
    """The folder, with links to all that these requirements bring."""
    waiting, met = [name(each) for each in wanted], set[str]()
    while waiting:
        each = waiting.pop()
        try:
            found = distribution(each)
        except ModuleNotFoundError:
            continue  # for another version of Python
        met.add(each)
        waiting += required(found) - met
        for file in found.files or ():
            top = file.parts[0]
            if top not in ("..", "__pycache__") and not (folder / top).exists():
                (folder / top).symlink_to(Path(str(found.locate_file(top))))
    return folder


def python(packages: Path, *arguments: str, at: Path) -> subprocess.CompletedProcess[str]:
    """A Python that finds only Rondel and the packages in a folder."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(packages)))}
    argv = [sys.executable, "-S", *arguments]
    return subprocess.run(argv, capture_output=True, text=True, check=False, env=env, cwd=at, timeout=120)


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_nothing_is_raised_where_nothing_is_missing() -> None:
    need("rl", "math", "json")


def test_every_missing_package_is_named() -> None:
    with pytest.raises(MissingExtra, match=r"^teapot, kettle are not installed; run: pip install 'rondel\[tea\]'$") as error:
        need("tea", "teapot", "kettle")
    assert isinstance(error.value, ImportError)
    assert error.value.code == "missing_extra"


def test_the_table_of_extras_is_that_of_the_distribution() -> None:
    distributed = packages_distributions()
    for extra, packages in EXTRAS.items():
        listed = {name(each) for each in PROJECT["optional-dependencies"][extra]} - {"rondel"} - UNIMPORTED
        found = {"rondel-server" if each == SERVER else name(distributed[each][0]) for each in packages}
        assert found == listed, extra


def test_all_holds_every_extra_for_users() -> None:
    (line,) = PROJECT["optional-dependencies"]["all"]
    assert line == f"rondel[{','.join(sorted(EXTRAS))}]"


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [("pettingzoo", "pettingzoo", "rl"), ("gymnasium", "gymnasium", "rl"), ("openspiel", "pyspiel", "openspiel")],
)
def test_an_adapter_names_its_extra(adapter: str, package: str, extra: str) -> None:
    """In a Python that cannot find the package."""
    program = f"""
import importlib.util, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == {package!r} else found(name, *more)
import rondel, rondel.adapters
try:
    import rondel.adapters.{adapter}
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"{package} is not installed; run: pip install 'rondel[{extra}]'\n"


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("serve", "--port", "0"), "server"),
        (("dev", "game.py"), "server"),
        (("play", "tic_tac_toe", "--web"), "server"),
        (("admin", "tables"), "server"),
        (("site", "tic_tac_toe", "--into", "folder"), "server"),
        (("bga", "check", "."), "bga"),
        (("tournament", "tic_tac_toe", "--players", "random,random", "--games", "2", "--ray", "local"), "ray"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else str(value),
)
def test_a_command_without_its_extra_says_which_to_install(
    cli: Path, tmp_path: Path, arguments: tuple[str, ...], extra: str
) -> None:
    (tmp_path / "game.py").write_text((ROOT / "src" / "rondel" / "shelf" / "tic_tac_toe.py").read_text(encoding="utf-8"))
    done = python(cli, "-m", "rondel", *arguments, at=tmp_path)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.endswith(f"pip install 'rondel[{extra}]'\n"), done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / ".rondel").exists()


def test_an_installation_without_the_servers_distribution_names_the_extra(tmp_path: Path) -> None:
    """All that the server needs is there, and its own packages are not, as where ``rondel-server`` was removed."""
    (tmp_path / "lib").mkdir()
    for each in (ROOT / "src" / "rondel").iterdir():
        (tmp_path / "lib" / "rondel").mkdir(exist_ok=True)
        if each.name != "server":
            (tmp_path / "lib" / "rondel" / each.name).symlink_to(each)
    (tmp_path / "lib" / "rondel" / "server").mkdir()
    for part in ("__init__.py", "protocol"):
        (tmp_path / "lib" / "rondel" / "server" / part).symlink_to(ROOT / "src" / "rondel" / "server" / part)
    hidden = "import sys; sys.path = [each for each in sys.path if each != sys.argv[1]]; sys.argv[1:2] = []; "
    program = hidden + "import rondel.client; from rondel.cli import main; main()"
    for command in (("serve", "--port", "0"), ("admin", "tables"), ("site", "tic_tac_toe", "--into", "folder")):
        argv = [sys.executable, "-c", program, str(ROOT / "src"), *command]
        env = {**os.environ, "PYTHONPATH": str(tmp_path / "lib")}
        done = subprocess.run(argv, capture_output=True, text=True, check=False, env=env, cwd=tmp_path, timeout=120)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert done.stderr == "rondel: rondel_server is not installed; run: pip install 'rondel[server]'\n"


LEAN = """
import rondel, rondel.client, rondel.learning, rondel.search, rondel.testing, rondel.tournament
game = rondel.new("leduc_poker", seed=1)
while moves := game.moves():
    game.push(moves[0])
assert rondel.replay(game.record()).scores == game.scores
print(len(rondel.games()))
"""


def test_a_lean_install_plays_and_its_command_names_the_extra(lean: Path, tmp_path: Path) -> None:
    done = python(lean, "-c", LEAN, at=tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10
    done = python(lean, "-m", "rondel", "games", at=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "typer, rich are not installed; run: pip install 'rondel[cli]'\n"


REST = (
    "games",
    "check tic_tac_toe --games 1 --law end",
    "perft tic_tac_toe --depth 2",
    "solve tic_tac_toe",
    "tree tic_tac_toe --depth 1",
    "diagram tic_tac_toe",
    "play tic_tac_toe --as none --against random,greedy",
    "tournament tic_tac_toe --players random,greedy --games 2",
    "new mine",
)
"""What needs no other extra. In one process, because starting it takes longer than most of them."""
IN_TURN = f"""
import sys
from rondel.cli import main
for typed in {REST!r}:
    sys.argv = ["rondel", *typed.split()]
    try:
        main()
    except SystemExit as end:
        assert not end.code, typed
    print("done:", typed)
"""


def test_the_command_alone_does_the_rest(cli: Path, tmp_path: Path) -> None:
    done = python(cli, "-c", IN_TURN, at=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [line.removeprefix("done: ") for line in done.stdout.splitlines() if line.startswith("done: ")] == list(REST)
