"""The page of threats: every item of the checklist is there, with a test that exists or a reason; and the laws that lie across
all modules."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "src" / "rondel" / "server"
PAGE = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
ITEMS = dict(re.findall(r"^\| (S\d+) \| (.+) \|$", PAGE, re.MULTILINE))
REASONS = ("Not here", "Not tried", "not here yet")


def test_every_item_is_there_once_and_in_order() -> None:
    assert re.findall(r"^\| (S\d+) \|", PAGE, re.MULTILINE) == [f"S{number}" for number in range(1, 37)]


@pytest.mark.parametrize("item", ITEMS)
def test_an_item_has_a_test_or_a_reason(item: str) -> None:
    assert "`tests/" in ITEMS[item] or any(each in ITEMS[item] for each in REASONS)


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`(tests/[\w/]+\.py::\w+)`", PAGE))))
def test_a_test_that_is_named_exists(named: str) -> None:
    path, _, function = named.partition("::")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == function]
    assert len(found) == 1


def test_nothing_that_could_be_code_is_read() -> None:
    banned = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "yaml", "jsonpickle"}
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import():
                    assert not banned & {each.name.partition(".")[0] for each in node.names}, path
                case ast.ImportFrom():
                    assert (node.module or "").partition(".")[0] not in banned, path
                case ast.Call(func=ast.Name(id="eval" | "exec" | "compile" | "__import__")):
                    pytest.fail(f"{path}:{node.lineno} runs what may be a text of somebody else")


def test_the_page_never_makes_markup_of_text() -> None:
    sources = list((ROOT / "web" / "src").rglob("*.ts*"))
    assert len(sources) > 20
    found = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|new Function|\beval\(")
    assert [path.name for path in sources if found.search(path.read_text(encoding="utf-8"))] == []
