"""The server: it keeps tables, waits for answers, stores them, and tells everybody what they may see.

From the edge inwards: ``serving`` (one process) → ``app``, ``edge``, ``page`` (HTTP) → ``wire``, ``connection`` (one socket) →
``arena`` (all tables) → ``room`` (one live table) → ``referee`` (who applies its rules) → ``table`` (its pure steps) and
``views`` (what goes out); beside them ``store`` (the move log), ``catalogue`` (everything else that is stored), ``schema`` and
``migrations``, and ``bots``.
``developer`` is the view for who writes rules, there only where it is asked for. ``protocol`` is the one file of messages, and
``reading`` takes one in.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rondel.server.serving import CannotServe, NoSuchTable, UnusableFolder, serve

__all__ = ["CannotServe", "NoSuchTable", "UnusableFolder", "serve"]


def __getattr__(name: str) -> Any:
    """What serves is imported only when it is asked for: workers and hosts come in here as well, and need no web framework."""
    if name in __all__:
        return getattr(import_module("rondel.server.serving"), name)
    raise AttributeError(f"module 'rondel.server' has no attribute {name!r}")
