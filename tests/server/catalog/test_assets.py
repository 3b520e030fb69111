"""What a game brings for its looks: found beside its rules, sent at its address, and told of in its scene."""

from __future__ import annotations

import doctest
import shutil
from pathlib import Path

import rondel
from rondel.server.catalog import assets
from tests.server.harness import Running

EXAMPLES = Path(rondel.__file__).resolve().parents[2] / "examples"


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(assets).failed == 0


def test_every_drawing_of_a_shipped_game_is_of_something_in_it() -> None:
    shipped = [name for name in rondel.games() if rondel.find(name).__module__.startswith("rondel.shelf.")]
    assert shipped
    for name in shipped:
        scene = assets.dressed(name, rondel.new(name, seed=0).scene())
        faces = {f"{kind}-{face}" for kind, each in scene["kinds"].items() for face in each["faces"]}
        assert set(scene.get("look", {}).get("drawn", ())) <= faces, name


def test_a_game_of_ones_own_has_its_look_beside_it(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "nim.py", tmp_path)
    name = rondel.load(tmp_path / "nim.py").name
    assert assets.dressed(name, {"a": 1}) == {"a": 1}
    (tmp_path / "look").mkdir()
    sheet = tmp_path / "look" / "nim.css"
    sheet.write_text(".board {}")
    before = assets.dressed(name, {"a": 1})["look"]["css"]
    assert assets.read(name, "css") == b".board {}"
    assert assets.read(name, "svg") is None
    assert assets.read(name, "py") is None
    sheet.write_text(".board { color: red }")
    assert assets.dressed(name, {})["look"]["css"] != before  # what is changed is fetched anew
    (tmp_path / "look" / "nim.svg").write_text('<svg><symbol viewBox="0 0 1 1" id="mark-x" /><g id="no" /></svg>')
    assert assets.dressed(name, {})["look"]["drawn"] == ["mark-x"]


def test_it_is_sent_at_the_address_that_the_lobby_is_told(server: Running) -> None:
    [wheel] = [each for each in server.get("/api/games").json() if each["name"] == "harvest_wheel"]
    told = wheel["picture"]["scene"]["look"]
    sheet, drawings = server.get(told["css"]), server.get(told["svg"])
    assert sheet.headers["content-type"].startswith("text/css")
    assert drawings.headers["content-type"].startswith("image/svg+xml")
    assert b'id="tile-pond"' in drawings.content
    assert "immutable" in sheet.headers["cache-control"]
    for wrong in ("/api/games/reversi/look/css", "/api/games/none/look/css", "/api/games/harvest_wheel/look/py"):
        answer = server.get(wrong)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
