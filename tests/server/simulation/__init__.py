"""A whole arena in one thread, with a clock, a network and a disk made of one seed, in the manner of FoundationDB's simulation.

Everything from `Connection` down to `Table` is the code that serves, at one to three nodes. What is not, is what breaks: `loop`
runs callbacks by a clock of its own and counts them, so that a process can die or freeze between any two; `disk` loses what was
not synced, or what its standby does not have; `network` cuts connections with messages under way; `bus` loses, doubles and
delays what the nodes tell each other; `people` send again what was not answered, twice, late, and wrongly. `failures` says what
breaks when. `world` puts them together, and `judges` check, at every message that is heard and at the end, what the arena
promises. `planted` holds bugs that they must find.

    python -m tests.server.simulation --seeds 10000       # many seeds
    python -m tests.server.simulation --seed 4711 --trace  # one again, exactly
    python -m tests.server.simulation --planted           # a seed for each planted bug, for `planted_seeds`
"""
