"""The arguments of the C compiler: every file is compiled by what it does, and no list names files that are gone."""

from __future__ import annotations

import sys

import c_arguments
import compile as compile_script
import pytest

FILES = [
    "core.c",
    *[f"__native_rondel___{each.removesuffix('.py').replace('/', '___')}.c" for each in compile_script.compiled_modules()],
]


@pytest.mark.parametrize("beginning", [*c_arguments.LEARNS, *c_arguments.COLD])
def test_what_is_named_is_there(beginning: str) -> None:
    assert any(file.startswith(beginning) for file in FILES)


def test_only_what_learns_is_counted_and_trained() -> None:
    for file in FILES:
        plain, counting, trained = [c_arguments.of_file(file, stage) for stage in ("plain", "counting", "trained")]
        assert counting == (*plain, *(c_arguments.COUNTING if c_arguments.learns(file) else ()))
        assert ("-fprofile-use" in trained) == c_arguments.learns(file)


@pytest.mark.skipif(sys.platform != "linux", reason="the arguments for a smaller library are GCC's on Linux")
def test_what_no_move_runs_is_small_and_only_in_a_library_for_use() -> None:
    cold = "__native_rondel___engine___checks___hooks.c"
    assert "-Os" in c_arguments.of_file(cold, "plain")
    assert "-Os" not in c_arguments.of_file(cold, "tests")
    assert c_arguments.of_linker("tests") == ()
