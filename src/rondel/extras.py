"""Optional dependencies: the extras of the distribution, and the error that names the command to install one."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rondel.errors import RondelError

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "cli": ("typer", "rich"),
        "server": (
            "rondel_server",
            "litestar",
            "uvicorn",
            "httptools",
            "sqlalchemy",
            "alembic",
            "argon2",
            "brotli",
            "networkx",
            "prometheus_client",
        ),
        "postgres": ("asyncpg", "greenlet"),
        "valkey": ("redis",),
        "mail": ("aiosmtplib",),
        "push": ("cryptography", "httpcore"),
        "bga": ("tree_sitter", "tree_sitter_php"),
        "rl": ("gymnasium", "numpy", "pettingzoo"),
        "train": ("numpy",),
        "openspiel": ("pyspiel", "numpy"),
        "ray": ("ray",),
        "compile": ("mypy", "setuptools"),
    }
)
"""The packages of each extra, as they are imported. ``pyproject.toml`` has them as they are installed; a test compares."""


class MissingExtra(RondelError, ImportError):
    """A package is not installed; the message names the extra that contains it."""

    code = "missing_extra"


def need(extra: str, *packages: str) -> None:
    """Raise `MissingExtra` if a package is missing; without ``packages``, all packages of the extra are needed.

    >>> need("tea", "math", "teapot")
    Traceback (most recent call last):
    rondel.extras.MissingExtra: teapot is not installed; run: pip install 'rondel[tea]'
    """
    missing = [each for each in packages or EXTRAS[extra] if importlib.util.find_spec(each) is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise MissingExtra(f"{', '.join(missing)} {verb} not installed; run: pip install 'rondel[{extra}]'")
