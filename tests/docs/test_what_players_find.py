"""The table of docs/what-players-find.md: every piece of evidence exists, and a must is had or its lack is said."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = re.findall(
    r"^\| (.+?) \| ([123]) \| (\w+) \| (.*) \|$",
    (ROOT / "docs" / "what-players-find.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def test_a_feature_is_had_partly_or_not() -> None:
    assert len(ROWS) > 40
    assert {here for _feature, _weight, here, _evidence in ROWS} == {"has", "partly", "not"}
    assert len({feature for feature, *_ in ROWS}) == len(ROWS)


def test_no_must_is_missing() -> None:
    missing = [feature for feature, weight, here, _evidence in ROWS if weight == "3" and here != "has"]
    assert missing == []


@pytest.mark.parametrize(
    ("feature", "here", "evidence"), [(row[0], row[2], row[3]) for row in ROWS], ids=lambda each: each[:40]
)
def test_the_evidence_exists(feature: str, here: str, evidence: str) -> None:
    named = re.findall(r"`([\w/.-]+)(?:::(\w+))?`", evidence)
    assert named or here != "has", feature
    for path, function in named:
        assert (ROOT / path).exists(), path
        if function:
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            functions = {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
            assert function in functions, f"{path} has no {function}"
