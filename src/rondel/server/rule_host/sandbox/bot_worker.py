"""A bot's worker for games that are not shipped: ``python -m rondel.server.rule_host.sandbox.bot_worker FILE...``.

It is `rondel.players.worker`, confined before it loads the rules: a bot that plays a game runs its rules.
"""

from __future__ import annotations

import sys
from pathlib import Path

import rondel
from rondel.players import worker
from rondel.server.rule_host.sandbox.confine import confine
from rondel.server.rule_host.sandbox.worker import readable


def main() -> None:
    """Answer every line of the standard input, with the games in these files."""
    sources = sys.argv[1:]
    confine(dict.fromkeys([path for each in sources or [""] for path in readable(each)]))
    for each in sources:
        if each.endswith(".py"):
            rondel.load(Path(each), instead=True)
    worker.main()


if __name__ == "__main__":
    main()
