"""The entry point of the ``rondel`` command: it names the extra that contains the command where that is not installed."""

from __future__ import annotations

import sys

from rondel.extras import MissingExtra, need


def main() -> None:
    """Run the command. Without the extra ``cli`` it prints one line and exits with 2."""
    try:
        need("cli")
    except MissingExtra as missing:
        print(missing, file=sys.stderr)
        sys.exit(2)
    from rondel.cli.app import main as run

    run()
