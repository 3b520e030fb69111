"""Extras: what is missing is named, and how to get it."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest

from rondel.adapters import extra as module
from rondel.adapters.extra import MissingExtra, need


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_nothing_is_said_where_nothing_is_missing() -> None:
    need("rl", "math", "json")


def test_all_that_is_missing_is_named() -> None:
    with pytest.raises(MissingExtra, match=r"needed here: teapot, kettle; pip install 'rondel\[tea\]' brings them") as error:
        need("tea", "teapot", "kettle")
    assert isinstance(error.value, ImportError)
    assert error.value.code == "missing_extra"


@pytest.mark.parametrize(
    ("adapter", "package", "brings"),
    [("pettingzoo", "pettingzoo", "rl"), ("gymnasium", "gymnasium", "rl"), ("openspiel", "pyspiel", "openspiel")],
)
def test_without_its_extra_an_adapter_says_so(adapter: str, package: str, brings: str) -> None:
    """In a Python that cannot find the package, as after a lean install."""
    program = f"""
import importlib.util, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == {package!r} else found(name, *more)
import rondel, rondel.adapters
try:
    import rondel.adapters.{adapter}
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"not installed, and needed here: {package}; pip install 'rondel[{brings}]' brings it\n"


def test_a_lean_install_needs_none_of_them() -> None:
    program = "import sys, rondel, rondel.adapters; print({'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
