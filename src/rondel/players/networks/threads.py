"""Threads: how many NumPy's matrix products use."""

from __future__ import annotations

import os

from rondel.extras import need

VARIABLE = "OPENBLAS_NUM_THREADS"
"""What OpenBLAS, which NumPy uses, reads when NumPy is imported."""


def one_thread() -> None:
    """Has NumPy, imported after this, multiply in one thread, unless the environment says how many.

    A product of small matrices is quicker so, and many times on a busy machine, where threads wait for each other. Raises
    `rondel.extras.MissingExtra` if NumPy is not installed.
    """
    need("train", "numpy")
    os.environ.setdefault(VARIABLE, "1")
