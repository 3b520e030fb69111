"""``rondel site``: errors in one line, before anything is written. `tests/browser/test_site.py` plays the games of a site."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.server.transport import static
from tests.cli.shell import rondel

NIM = (Path(__file__).parents[3] / "examples" / "nim.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("rules", "code", "told"),
    [
        (
            "x = 1/0\n",
            1,
            "mine.py: the file cannot be loaded: ZeroDivisionError: division by zero (in <module>, mine.py line 1)",
        ),
        (
            NIM.replace("import random\n", "import random\nimport ftplib\n"),
            1,
            "mine.py line 6 imports 'ftplib', which the page",
        ),
        (NIM.replace('name = "nim"', 'name = "chess"'), 2, "mine.py' is called 'chess', as a shipped one is"),
        (NIM, 2, "'mine.py' is called 'nim', as another game of this site is: give it another name"),
    ],
)
def test_rules_that_cannot_go_into_a_site(tmp_path: Path, rules: str, code: int, told: str) -> None:
    (tmp_path / "nim.py").write_text(NIM, encoding="utf-8")
    (tmp_path / "mine.py").write_text(rules, encoding="utf-8")
    done = rondel("site", "nim.py", "mine.py", "--into", "site", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "site").exists()


def test_a_folder_of_somebody_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann")
    done = rondel("site", "tic_tac_toe", "--into", str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "is not empty and is no earlier site" in done.stderr


@pytest.mark.parametrize(
    ("there", "told"),
    [((), "the rules for the browser are not packed: "), (("packed/modules.json",), "the page is not built: ")],
)
def test_a_page_that_is_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], told: str) -> None:
    for each in there:
        (tmp_path / each).parent.mkdir()
        (tmp_path / each).write_text("[]")
    monkeypatch.setattr(static, "CLIENT", tmp_path)
    done = rondel("site", "tic_tac_toe", "--into", str(tmp_path / "site"))
    assert done.returncode == 1
    assert done.stderr.startswith(f"rondel: {told}")
    assert "run `python3 scripts/prepare.py client`" in done.stderr
