"""The API reference: it has every public name, and each name has a meaning and an example."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import definitions
import pytest
import reference

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
ROOMS = ("rondel", "rondel.engine", "rondel.search", "rondel.players", "rondel.testing", "rondel.tournament", "rondel.client")
"""The rooms with names that a program imports from the room itself."""
GUIDES = ("author-guide", "secrets-guide", "players", "containers", "positions", "learning", "search", "testing", "tournaments")
WITHOUT_EXAMPLE = {
    "Arena": "needs a running arena: examples/arena_bot.py uses it, and a test runs that",
    "Position": "comes from a running arena",
    "Sitting": "comes from a running arena",
    "Unreachable": "is raised without a running arena",
}
"""Public names without an example, each with the reason."""
PUBLIC = sorted({(name, module) for page in reference.PAGES for name, module in reference.public(page.name)})
BASES = {each for page in reference.PAGES for each in page.bases}


def found(name: str, module: str) -> definitions.Found:
    """The definition of a public name."""
    definition = definitions.resolve(name, module)
    assert definition is not None
    return definition


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_of_a_room_is_in_the_reference(room: str) -> None:
    assert set(importlib.import_module(room).__all__) - {name for name, _module in PUBLIC} == set()


@pytest.mark.parametrize(("name", "module"), PUBLIC, ids=lambda each: str(each))
def test_a_public_name_has_a_meaning_and_an_example(name: str, module: str) -> None:
    doc = found(name, module).doc
    assert len(doc.partition(">>>")[0].split()) >= 3, "write what it is, in its docstring or below its assignment"
    if (name, module) not in BASES and name not in WITHOUT_EXAMPLE:
        assert ">>> " in doc, "write an example, which the docstring tests run"


def test_no_exception_has_become_needless() -> None:
    assert [name for name in WITHOUT_EXAMPLE if ">>> " in found(name, dict(PUBLIC)[name]).doc] == []


@pytest.mark.parametrize("page", reference.PAGES, ids=lambda page: page.name)
def test_a_member_has_a_meaning(page: reference.Page) -> None:
    given = {name for name, _module in reference.public(page.name)}
    members = [each for name, module in reference.public(page.name) for each in definitions.members(found(name, module), given)]
    assert [f"{each.owner}.{each.name}" for each in members if not each.doc] == []


def test_a_page_has_what_python_finds_on_the_class() -> None:
    """The reference reads the sources. The classes themselves have the same members."""
    import rondel

    page = (DOCS / "reference" / "game.md").read_text(encoding="utf-8")
    there = {name for name in dir(rondel.Game) if not name.startswith("_")}
    assert there == set(re.findall(r'^<a id="game\.(\w+)">', page, re.MULTILINE))


def test_errors_that_a_docstring_names_exist() -> None:
    errors = {node.name for node in definitions.tree("rondel.errors").body if isinstance(node, ast.ClassDef)}
    own = {name for name, _module in PUBLIC} | {"OSError", "RuntimeError", "WrongPolicy"}
    for name, module in PUBLIC:
        for sentence in re.findall(r"Raises ([^.]*)\.", found(name, module).doc):
            named = {each.split(".")[-1] for each in re.findall(r"`([A-Z][\w.]*[a-z])`", sentence)}
            assert named - errors - own == set(), name


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_leads_to_the_reference(guide: str) -> None:
    assert "](reference/" in (DOCS / f"{guide}.md").read_text(encoding="utf-8")


def test_anchors_that_links_name_are_there() -> None:
    for path in (DOCS / "reference").glob("*.md"):
        for target, anchor in re.findall(r"\]\((\w+\.md)#([\w.]+)\)", path.read_text(encoding="utf-8")):
            text = (path.parent / target).read_text(encoding="utf-8")
            headings = {re.sub(r"[^\w -]", "", each).strip().lower() for each in re.findall(r"^## (\S+)", text, re.MULTILINE)}
            assert anchor in headings | set(re.findall(r'<a id="([\w.]+)">', text)), f"{path.name}: {target}#{anchor}"
