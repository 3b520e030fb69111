"""The decorator that the compiler reads.

Classes that authors extend have the decorator ``@mypyc_attr(allow_interpreted_subclasses=True)``, so that a compiled engine
runs games in plain Python. Classes of which every game makes one have ``free_list_len=1``: the memory of the last freed
instance is used again. Without the compiler it has no effect, and the package that defines it is not needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(*marks, **settings):
        """A decorator that returns the class as it is."""
        return lambda marked: marked
