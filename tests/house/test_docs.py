"""The habits of the house about documentation: pages are up to date, can be reached, lead somewhere, and their examples run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pages
import pytest

from rondel.shelf import CATALOGUE

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*pages.DOCS.rglob("*.md"), *ROOT.glob("*.md")]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", pages.PAGES, ids=named)
def test_pages_read_off_the_project_are_up_to_date(path: Path) -> None:
    assert pages.PAGES[path]() == path.read_text(encoding="utf-8"), "run `make docs`"


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_links_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    broken = [each for each in links if "://" not in each and not (path.parent / each).exists()]
    assert broken == []


def test_the_tests_that_the_kit_names_exist() -> None:
    page = (pages.DOCS / "testing.md").read_text(encoding="utf-8")
    missing = [
        each
        for each in re.findall(r"`((?:\w+/)*\w+\.py)`", page)
        if not any((ROOT / at / each).exists() for at in ("", "tests"))
    ]
    assert missing == []


def test_the_menu_and_the_pages_agree() -> None:
    menu = set(re.findall(r"[:-] (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    there = {each.relative_to(pages.DOCS).as_posix() for each in pages.DOCS.rglob("*.md")}
    there |= {each.relative_to(ROOT).as_posix() for each in (ROOT / "benchmarks").glob("*.md")}
    assert menu - there == set()
    assert {each for each in there - menu if not re.match(r"adr/\d|games/\w+\.\w+\.md", each)} == set()


def test_the_gallery_shows_every_game_once_and_leads_to_its_rules() -> None:
    gallery = (pages.DOCS / "games.md").read_text(encoding="utf-8").partition("</div>")[0]
    rows = re.findall(
        r"^\| \[!\[.+?\]\(images/games/(\w+)-light\.webp\)\]\(games/(\w+)\.md\) .+ \| `(\w+)` \|$", gallery, re.MULTILINE
    )
    assert sorted(rows) == [(name, name, name) for name in sorted(CATALOGUE)]


def test_the_front_page_shows_rules_of_the_readme() -> None:
    [code] = re.findall(r"```python\n(.*?)```", (pages.DOCS / "index.md").read_text(encoding="utf-8"), re.DOTALL)
    assert code in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_front_page_leads_to_every_page() -> None:
    index = pages.DOCS / "index.md"
    linked = {(pages.DOCS / each).resolve() for each in re.findall(r"\]\(([^)#:]+\.md)", index.read_text(encoding="utf-8"))}
    assert set(pages.DOCS.glob("*.md")) - linked == {index}
    for gathered in ("adr", "games"):
        assert any(page.parent.name == gathered or page.name == f"{gathered}.md" for page in linked), gathered


@pytest.mark.parametrize("path", [each for each in PAGES if ">>> " in each.read_text(encoding="utf-8")], ids=named)
def test_examples_come_out_as_printed(path: Path) -> None:
    """The sessions of a page run one after the other, as a reader would type them."""
    blocks = re.findall(r"^```(?:pycon|python)\n(>>> .*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, named(path), str(path), 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF).run(test)
    assert results.attempted == path.read_text(encoding="utf-8").count(">>> "), "an example outside a ```pycon block"
    assert results.failed == 0
