"""``rondel check GAME --lang LANG`` through the real command."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.shell import rondel, spawned

NIM = Path(__file__).resolve().parents[3] / "examples" / "nim.py"


def test_a_shipped_game_is_translated() -> None:
    done = rondel("check", "reversi", "--lang", "ja")
    assert done.returncode == 0
    assert done.stdout.startswith("reversi: ")
    assert done.stdout.endswith("none not translated into ja\n")


def test_missing_translations_are_listed(tmp_path: Path) -> None:
    game = tmp_path / "nim.py"
    game.write_text(NIM.read_text(encoding="utf-8"), encoding="utf-8")
    done = spawned("check", str(game), "--lang", "de")  # other tests of this process bring translations of their own
    assert done.returncode == 1
    assert "  - {actplayer} must take sticks\n" in done.stdout
    (tmp_path / "locale").mkdir()
    said = 'msgid "{actplayer} must take sticks"\nmsgstr "{actplayer} muss Hölzchen nehmen"\n'
    (tmp_path / "locale" / "de.po").write_text(said, encoding="utf-8")
    report = json.loads(rondel("check", str(game), "--lang", "de", "--json").stdout)
    assert report["ok"] is False
    assert "{actplayer} must take sticks" not in report["missing"]
    assert "{you} must take sticks" in report["missing"]
    assert report["texts"] > len(report["missing"])


def test_an_unknown_language() -> None:
    done = spawned("check", "reversi", "--lang", "tlh")  # other tests of this process bring languages of their own
    assert done.returncode == 2
    assert "nothing is translated into 'tlh'; there are en, de, ja" in done.stderr
    assert "locale/tlh.po" in done.stderr


def test_a_mark_on_an_untranslatable_value(tmp_path: Path) -> None:
    game = tmp_path / "nim.py"
    changed = NIM.read_text(encoding="utf-8").replace('title = _("Nim")', 'title = _(f"Nim")')
    game.write_text(changed, encoding="utf-8")
    done = rondel("check", str(game), "--lang", "de")
    assert done.returncode == 1
    assert "marks an f-string, which is filled before anybody can translate it" in done.stdout
