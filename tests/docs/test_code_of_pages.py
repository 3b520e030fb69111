"""The code of README, guides and cookbook: each block is run or quoted, and each command line is one that there is."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import rondel
from rondel.cli.app import app
from rondel.errors import RondelError
from rondel.testing import check

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").rglob("*.md") if "adr" not in path.parts)]
BLOCKS = [
    (path, block)
    for path in PAGES
    for block in re.findall(r"^```python\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
]
RUN_BY = {
    "README.md": "tests/test_readme.py",
    "docs/author-guide.md": "tests/docs/test_author_guide.py",
    "docs/secrets-guide.md": "tests/docs/test_secrets_guide.py",
    "docs/index.md": "tests/house/test_docs.py",
    "docs/editors.md": "tests/pyright/test_pyright.py",
    "docs/players.md": "tests/players/test_program_examples.py",
    "docs/protocol/bot.md": "tests/server/test_protocol.py",
    "docs/protocol/webhooks.md": "tests/server/features/notifications/test_webhooks.py",
    "docs/translations.md": "tests/docs/test_translations.py",
    "docs/testing.md": "tests/docs/test_code_of_pages.py",
}
"""The pages with blocks that are no quotation and no session, each with the test that runs them."""
OTHERS = [
    (path, language)
    for path in PAGES
    for language in sorted(
        set(re.findall(r"^```(\w+)\n", path.read_text(encoding="utf-8"), re.MULTILINE)) - {"python", "pycon"}
    )
    if "reference" not in path.parts
]
OTHERS_RUN_BY = {
    ("docs/editors.md", "json"): "tests/pyright/test_pyright.py",
    ("docs/embedding.md", "html"): "tests/browser/test_embedding.py",
    ("docs/sites.md", "html"): "tests/browser/test_site.py",
    ("docs/how-it-looks.md", "position"): "tests/server/catalog/test_illustrations.py",
    ("docs/players.md", "json"): "tests/players/test_program_examples.py",
    ("docs/translations.md", "po"): "tests/docs/test_translations.py",
    ("docs/translations.md", "markdown"): "tests/docs/test_translations.py",
    **{("docs/hosting.md", language): "tests/docs/test_hosting.py" for language in ("ini", "nginx", "sh", "text")},
}
"""The blocks in other languages that a test uses. What the others show is output, or command lines as in `LINES`."""
SHOWN = {"text", "jsonc", "sh"}
TARGETS = {
    (path.name, target)
    for path in PAGES
    for target in re.findall(r"^(?: {4})?make ([a-z-]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}
LINES = [
    (path.name, line)
    for path in PAGES
    for line in re.findall(r"^(?: {4})?(?:[\w./]*/)?(rondel [a-z].*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize(("path", "block"), BLOCKS, ids=lambda each: named(each) if isinstance(each, Path) else each[:30])
def test_a_block_is_a_session_or_a_quotation_or_run_by_a_test(path: Path, block: str) -> None:
    """Sessions are run by tests/house/test_docs.py."""
    source = re.match(r"# ((?:src|tests|examples)/\S+\.py)\n", block)
    if source:
        code, quoted = (ROOT / source[1]).read_text(encoding="utf-8"), block[source.end() :].strip("\n")
        assert quoted in code, f"{source[1]} has other code now"
    elif not block.startswith(">>> "):
        test = RUN_BY.get(named(path))
        assert test is not None, f"nothing runs this code of {named(path)}: quote a file, or make it a session"
        assert path.name in (ROOT / test).read_text(encoding="utf-8") or path.name == "README.md"


@pytest.mark.parametrize(("path", "language"), OTHERS, ids=lambda each: named(each) if isinstance(each, Path) else each)
def test_a_block_in_another_language_is_used_by_a_test(path: Path, language: str) -> None:
    test = OTHERS_RUN_BY.get((named(path), language))
    if test is None:
        assert language in SHOWN or path.parent.name == "games", f"no test uses this {language} of {named(path)}"
    else:
        assert path.name in (ROOT / test).read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "target"), sorted(TARGETS))
def test_a_target_of_make_exists(page: str, target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE), (
        f"{page}: no target {target!r}"
    )


def test_the_state_of_turnbase_on_its_page_is_one() -> None:
    page = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
    [data] = re.findall(r"^    (\{.*?\}\})\n\n", page, re.MULTILINE | re.DOTALL)
    assert rondel.TurnbaseState(json.loads(data)).current_player == "white"


@pytest.mark.parametrize(("page", "line"), LINES, ids=lambda each: each[:50])
def test_a_command_line_names_a_command_and_options_that_there_are(page: str, line: str) -> None:
    words = shlex.split(re.split(r"\s{2,}", line)[0])[1:]
    found: Any = get_command(app)
    while words and hasattr(found, "commands"):
        assert words[0] in found.commands, f"{page}: no command {words[0]!r}"
        found = found.commands[words.pop(0)]
    known = {name for parameter in found.params for name in (*parameter.opts, *parameter.secondary_opts)} | {"--help"}
    assert {word.partition("=")[0] for word in words if word.startswith("-")} <= known


def test_the_code_of_the_kit_s_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [block for path, block in BLOCKS if path.name == "testing.md" and not block.startswith((">>> ", "# "))]
    law, facts, golden = blocks
    rondel.load(ROOT / "examples" / "nim.py")
    names: dict[str, Any] = {"__file__": str(tmp_path / "test_nim.py"), "rondel": rondel, "pytest": pytest, "Path": Path}
    exec("from rondel import *\nfrom rondel.testing import *", names)  # noqa: S102
    for block in (law, golden):
        exec(block, names)  # noqa: S102 - the page's own code
    names["test_law"]("pop")
    with pytest.raises(RondelError, match="run this once with RONDEL_WRITE_GOLDEN=1"):
        names["test_golden"]()
    monkeypatch.setenv("RONDEL_WRITE_GOLDEN", "1")
    names["test_golden"]()
    monkeypatch.delenv("RONDEL_WRITE_GOLDEN")
    names["test_golden"]()
    exec(facts.replace("(Game)", "(rondel.find('nim'))"), names)  # noqa: S102
    for seed in range(20):
        check(lambda: rondel.new(names["Nim"], seed=1), "facts", seed=seed)
