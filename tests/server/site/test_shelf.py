"""The games of a site: which files they take with them, and that Pyodide plays those and no others."""

import io
import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import prepare
import pyodide_pack
import pytest

import rondel
from rondel.errors import BadOption, RulesError
from rondel.server.site.shelf import SiteGame, check_imports, shelved, site_game

ROOT = Path(__file__).parents[3]
NIM = ROOT / "examples" / "nim.py"


def test_a_game_takes_along_what_lies_beside_it(tmp_path: Path) -> None:
    for name in ("nim.md", "nim.de.md", "look/nim.css", "locale/de.po", "other.py", "secret.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    shutil.copy(NIM, tmp_path / "heaps.py")
    game = site_game(rondel.load(tmp_path / "heaps.py"))
    assert (game.name, game.title, game.entry) == ("nim", "Nim", "authors.nim.heaps:Nim")
    beside = ["heaps.py", "locale/de.po", "look/nim.css", "nim.de.md", "nim.md"]
    assert sorted(game.files) == [f"authors/nim/{each}" for each in beside]


def test_a_package_goes_in_whole_without_its_tests(tmp_path: Path) -> None:
    package = tmp_path / "heaps"
    package.mkdir()
    (package / "__init__.py").write_text("from .rules import Nim\n")
    (package / "test_rules.py").write_text("import pytest\n")
    shutil.copy(NIM, package / "rules.py")
    game = site_game(rondel.load(package))
    assert game.entry == "authors.nim.rules:Nim"
    assert sorted(game.files) == ["authors/nim/__init__.py", "authors/nim/rules.py"]


def test_the_name_of_a_shipped_game_is_taken(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(NIM.read_text(encoding="utf-8").replace('name = "nim"', 'name = "chess"'))
    with pytest.raises(BadOption, match=r"mine\.py' is called 'chess', as a shipped one is: give it another name"):
        site_game(rondel.load(tmp_path / "mine.py"))


def test_an_import_that_the_page_does_not_have_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    game = SiteGame("mine", "Mine", "authors.mine.mine:Mine", {"authors/mine/mine.py": file})
    file.write_text("import math\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy\nfrom . import other\n")
    check_imports(game, ["math", "typing"])
    file.write_text("import math\n\ndef bid():\n    from numpy.random import choice\n")
    with pytest.raises(RulesError, match=r"mine\.py line 4 imports 'numpy\.random', which the page does not have"):
        check_imports(game, ["math", "typing"])


@pytest.mark.timeout(300)
def test_pyodide_has_these_games_and_no_others(tmp_path: Path) -> None:
    pyodide_pack.pack()
    games = [site_game(rondel.find("tic_tac_toe")), site_game(rondel.load(NIM))]
    check_imports(games[1], json.loads((pyodide_pack.PACKED / "modules.json").read_text(encoding="utf-8")))
    packed = (pyodide_pack.PACKED / "rondel.zip").read_bytes()
    made = shelved(packed, games)
    assert made == shelved(packed, games[::-1]), "the same games make the same bytes"
    names = zipfile.ZipFile(io.BytesIO(made)).namelist()
    assert [each for each in names if each.startswith("rondel/shelf/")] == ["rondel/shelf/__init__.py"]
    (tmp_path / "games").mkdir()
    for each in ("python.zip", "msgspec.wasm", "findings.zip", "games/tic_tac_toe.zip"):
        shutil.copy(pyodide_pack.PACKED / each, tmp_path / each)
    (tmp_path / "rondel.zip").write_bytes(made)

    def table(game: str) -> dict[str, str]:
        seats = [{"role": role, "kind": "me"} for role in rondel.new(game).roles]
        return {"method": "POST", "path": "/api/tables", "body": json.dumps({"game": game, "seats": seats})}

    asked = [
        {"method": "GET", "path": "/api/games"},
        {"method": "GET", "path": "/api/games/nim/rules"},
        table("nim"),
        table("tic_tac_toe"),
        table("reversi"),
    ]
    script = ROOT / "tests" / "server" / "local" / "pyodide_arena.mjs"
    argv = [pyodide_pack.node(prepare.web_packages()), str(script), str(pyodide_pack.PYODIDE), str(tmp_path)]
    line = json.dumps({"requests": asked})
    done = subprocess.run(argv, input=line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    offered, rules, created, shipped, absent = [json.loads(json.loads(each)["body"]) for each in json.loads(done.stdout)]
    assert [each["name"] for each in offered] == ["nim", "tic_tac_toe"]
    assert rules["text"]
    assert created["table"], created
    assert shipped["table"], shipped
    assert absent["code"] == "unknown_game"
