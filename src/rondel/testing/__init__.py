"""The public test kit: laws that hold for every game, to be run on one's own.

`check`      all laws, or one by name      laws.py
`LAWS`       the laws by name
`BrokenLaw`  what is raised
"""

from rondel.testing.laws import LAWS, BrokenLaw, check, walk

__all__ = ["LAWS", "BrokenLaw", "check", "walk"]
