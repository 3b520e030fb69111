"""Tries every law of `rondel.testing` on a game; prints what does not hold. Arguments: the game, how many seeds."""

from __future__ import annotations

import json
import sys

from rondel.testing import LAWS, BrokenLaw, check
from tests.compiled.programs.sources import start

source, seeds = sys.argv[1], int(sys.argv[2])
broken: list[str] = []
for law in LAWS:
    for seed in range(seeds):
        try:
            check(lambda: start(source, 5), law, seed=seed)
        except BrokenLaw as error:
            broken.append(f"{law}, seed {seed}: {error}")
print(json.dumps(broken))
