"""Runs many seeds, or one again; or looks for seeds that show the planted bugs."""

from __future__ import annotations

import argparse
import logging
import sys
import time

from tests.server.simulation.planted import GATHERED, PLANTED
from tests.server.simulation.planted_seeds import best
from tests.server.simulation.world import Fault, World


def main() -> int:
    parser = argparse.ArgumentParser(description="simulate the arena")
    parser.add_argument("--seeds", type=int, default=300, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--seed", type=int, help="one only")
    parser.add_argument("--trace", action="store_true", help="print all that was heard and stored")
    parser.add_argument("--planted", action="store_true", help="print a seed that quickly shows each planted bug")
    given = parser.parse_args()
    logging.getLogger("rondel.server").setLevel(logging.CRITICAL)  # what it says of a thousand deaths is of no interest
    if given.planted:
        for bug in sorted([*GATHERED, *PLANTED]):
            print(f'    "{bug}": {best(bug)},', flush=True)
        return 0
    seeds = [given.seed] if given.seed is not None else range(given.first, given.first + given.seeds)
    began, simulated, deaths, failed = time.process_time(), 0.0, 0, 0
    for seed in seeds:
        world = World(seed)
        try:
            digest = world.run()
        except Fault as fault:
            failed += 1
            print(f"FAULT {fault}\n  again: python -m tests.server.simulation --seed {seed} --trace")
        else:
            simulated, deaths = simulated + world.loop.time(), deaths + world.failures.deaths
            if given.seed is not None:
                print(f"seed {seed} ends as {digest}")
        if given.trace:
            print("\n".join(world.trace))
    took = time.process_time() - began
    print(f"{len(seeds)} seeds, {failed} faults, {deaths} deaths, {simulated:.0f} s simulated in {took:.1f} s of CPU time")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
