"""The page about containers: what it types does what it says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import rondel
from rondel.engine import Container, Grid

PAGE = Path(__file__).resolve().parents[2] / "docs" / "containers.md"


def test_the_page_does_what_it_says() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert (failed, tried > 20) == (0, True)


def test_what_boards_are_said_to_know_they_know() -> None:
    told = re.search(r"Both kinds know (.*?)\n\n", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert told is not None
    for name in re.findall(r"`(\w+)[`(]", told.group(1)):
        assert hasattr(Grid, name) or hasattr(rondel, name), name


def test_every_container_for_authors_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    made = [name for name in rondel.__all__ if isinstance(kind := getattr(rondel, name), type) and issubclass(kind, Container)]
    assert {"Pile", "Track", "Area", "HexGrid"} <= set(made)
    assert [name for name in made if f"{name}(" not in text] == []
