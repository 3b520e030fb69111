"""The modules of a game: one file, or what a package's modules import from each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.compiler.refusal import SYNTAX, UNSUPPORTED, Refused
from rondel.compiler.source_modules import SourceModules


def written(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / f"{name.replace('__in__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_file_is_one_module(tmp_path: Path) -> None:
    written(tmp_path, nim="import nim_tables", nim_tables="")
    assert SourceModules(tmp_path / "nim.py").files == {"rondel_file_nim": tmp_path / "nim.py"}


def test_a_package_has_the_modules_that_it_imports_and_no_others(tmp_path: Path) -> None:
    folder = written(
        tmp_path / "market",
        __init__="from .rules import Market",
        rules="from . import cards\nfrom .deep.tables import X\ndef rule():\n    from .late import y",
        cards="A = 1",
        late="y = 1",
        deep__in____init__="",
        deep__in__tables="from ..cards import A\nX = A",
        test_market="import pytest",
    )
    found = SourceModules(folder / "__init__.py")
    names = ["", ".rules", ".cards", ".deep", ".deep.tables", ".late"]
    assert list(found.files) == [f"rondel_file_market{each}" for each in names]
    assert found.packed


def test_a_module_of_a_package_is_named_after_it(tmp_path: Path) -> None:
    folder = written(tmp_path / "games", __init__="", hexes="X = 1")
    assert list(SourceModules(folder / "hexes.py").files) == ["rondel_file_games", "rondel_file_games.hexes"]


@pytest.mark.parametrize("text", ["def rule(:\n", "x = '\0'\n"])
def test_what_is_not_python_is_refused_with_its_place(tmp_path: Path, text: str) -> None:
    written(tmp_path, nim=text)
    with pytest.raises(Refused) as error:
        SourceModules(tmp_path / "nim.py")
    [found] = error.value.refusals
    assert (found.kind, found.file, found.line) == (SYNTAX, tmp_path / "nim.py", 1)


def test_a_file_whose_name_cannot_be_imported_is_refused(tmp_path: Path) -> None:
    (tmp_path / "my-nim.py").write_text("", encoding="utf-8")
    with pytest.raises(Refused, match="rename it: letters, digits, _") as error:
        SourceModules(tmp_path / "my-nim.py")
    assert error.value.refusals[0].kind == UNSUPPORTED
