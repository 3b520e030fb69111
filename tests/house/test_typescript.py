"""The TypeScript twin says what the protocol says."""

from __future__ import annotations

import doctest
from pathlib import Path

import msgspec
import pytest
import typescript


def test_the_twin_in_the_client_is_fresh() -> None:
    assert typescript.TWIN.read_text(encoding="utf-8") == typescript.twin(), "run `python scripts/typescript.py`"


def test_check_finds_a_stale_twin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(typescript, "TWIN", tmp_path / "protocol.ts")
    assert typescript.main(["--check"]) == 1
    assert "is stale: run `python scripts/typescript.py`" in capsys.readouterr().err
    assert typescript.main([]) == 0
    assert typescript.main(["--check"]) == 0


def test_wrong_arguments_are_told_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert typescript.main(["--chekc"]) == 2
    assert "usage:" in capsys.readouterr().err


def test_only_what_a_client_sends_may_leave_fields_out() -> None:
    class Example(msgspec.Struct, tag="example"):
        """An example."""

        needed: str
        spare: int | None = None

    assert "readonly spare?: number | null;" in typescript.interface(Example, optional=True)
    assert "readonly spare: number | null;" in typescript.interface(Example, optional=False)
    assert 'readonly type: "example";' in typescript.interface(Example, optional=False)


def test_a_type_without_a_twin_is_refused_with_the_fix() -> None:
    with pytest.raises(TypeError, match="teach `spell`"):
        typescript.spell(msgspec.inspect.type_info(set[str]))


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(typescript).failed == 0
