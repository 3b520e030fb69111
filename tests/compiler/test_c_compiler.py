"""The C compiler: found, or named with the command that installs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.compiler import c_compiler
from rondel.compiler.refusal import Refused
from rondel.extras import MissingExtra


def test_a_machine_without_a_compiler_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingExtra, match="there is no C compiler on the PATH; run: "):
        c_compiler.found()


def test_a_compiler_that_fails_has_the_last_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "cc"
    program.write_text("#!/bin/sh\necho 'some context' >&2\necho 'no space left on device' >&2\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(Refused, match="the C compiler failed: no space left on device"):
        c_compiler.link(tmp_path / "game.c", tmp_path / "game.so", [])
