"""The server: keeps tables, waits for moves, stores them, and sends each viewer what they may see.

The packages, from the edge inwards; imports go down this list only. ``supervisor`` runs several
processes behind one port, ``serving`` is one process. ``transport`` has the HTTP and
WebSocket edges, ``dev`` the workbench of ``rondel dev``, ``ops`` backup, verification and metrics. ``features`` are chat,
moderation, ratings, replays and conditional moves. ``live`` has the open tables in memory, ``lobby`` the lists of tables,
``accounts`` the people. ``rule_host`` runs rules in this process or in a confined one, ``history`` replays rounds,
``storage`` is the database, ``catalog`` the games on offer. ``table`` is one table as a pure function, ``telemetry`` counts
and logs, ``protocol`` has the messages.

Every installation has the messages. The other packages are brought by the distribution ``rondel-server``, in a folder of its
own, which is on the path of this package.
"""

import gc
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rondel.extras import need
from rondel.installation import __version__, server_folders

if TYPE_CHECKING:
    from rondel.server.serving import CannotServe, NoSuchTable, UnusableFolder, serve
    from rondel.server.supervisor.supervisor import serve_nodes

__all__ = ["CannotServe", "NoSuchTable", "UnusableFolder", "serve", "serve_nodes"]

__path__ = [*__path__, *server_folders(__version__)]


def __getattr__(name: str) -> Any:
    """Import the server on first use: workers and rule hosts import this package as well, and need no web framework."""
    if name in __all__:
        need("server")
        from rondel.server.telemetry.gc_tuning import paused

        module = f"rondel.server.{'supervisor.supervisor' if name == 'serve_nodes' else 'serving'}"
        if module not in sys.modules:
            with paused():
                import_module(module)
                gc.freeze()  # modules stay: no later collection is to look through them
        return getattr(sys.modules[module], name)
    raise AttributeError(f"module 'rondel.server' has no attribute {name!r}")
