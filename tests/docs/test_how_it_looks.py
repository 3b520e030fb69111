"""How it looks: the page quotes the gallery and shipped games, names all that a page draws, and has a picture of each part."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rondel
from rondel.testing import LAWS, check

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "how-it-looks.md").read_text(encoding="utf-8")
GALLERY = ROOT / "examples" / "gallery.py"
QUOTED = re.findall(r"^```python\n# ([\w/.]+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PICTURES = re.findall(r"!\[.+?\]\((.+?)\)", PAGE)


def test_all_code_is_quoted() -> None:
    assert len(QUOTED) == PAGE.count("```python") >= 6
    assert {path for path, _code in QUOTED if not path.startswith("src/rondel/shelf/")} == {"examples/gallery.py"}
    assert [code for path, code in QUOTED if code not in (ROOT / path).read_text(encoding="utf-8")] == []


def test_every_container_of_the_gallery_has_a_picture() -> None:
    kind = rondel.load(GALLERY)
    shown = {Path(each).stem for each in PICTURES}
    assert shown == set(rondel.new(kind).view("red")["containers"])
    assert [each for each in PICTURES if not (ROOT / "docs" / each).read_bytes().startswith(b"\x89PNG")] == []


def test_every_shape_is_named_and_drawn() -> None:
    """The shapes are those that the docstring of `Face` lists."""
    listed = (rondel.Face.__doc__ or "").partition("Shapes: ")[2].partition("\n\n")[0]
    shapes = re.findall(r"[a-z]+", re.sub(r"\(.*?\)", "", listed, flags=re.DOTALL))
    assert len(shapes) == 11
    assert [each for each in shapes if f"`{each}`" not in PAGE] == []
    kind = rondel.load(GALLERY)
    drawn = {face.shape for each in kind.kinds for face in each.faces.values()}
    assert set(shapes) - drawn == set()


@pytest.mark.parametrize("surface", ["felt", "wood", "water", "paper", "checkered"])
def test_every_surface_is_named(surface: str) -> None:
    assert f"`{surface}`" in PAGE
    assert rondel.Grid("board", rows=2, columns=2, surface=surface).surface == surface


def test_the_gallery_obeys_the_laws() -> None:
    kind = rondel.load(GALLERY)
    for law in set(LAWS) - {"processes"}:
        check(lambda: rondel.new(kind, seed=1), law, seed=1)
