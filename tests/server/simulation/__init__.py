"""A whole arena in one thread, with a clock, a network and a disk made of one seed, in the manner of FoundationDB's simulation.

Everything from `Connection` down to `Table` is the code that serves. What is not, is what breaks: `loop` runs callbacks by a
clock of its own and counts them, so that the process can die between any two; `disk` loses what was not synced; `network` cuts
connections with messages under way; `player` sends again what was not answered, twice, late, and wrongly, and stores
conditional moves, which `conditional_moves` models. `world` puts them together and checks, at every message that is heard and
at the end, what the arena promises. `planted` holds bugs it must find.

    python -m tests.server.simulation --seeds 10000       # many seeds
    python -m tests.server.simulation --seed 4711 --trace  # one again, exactly
"""
