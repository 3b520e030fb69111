"""The public test kit: laws for every game, and tools for tests of rules.

`check`      tries all laws, or one by name, on a random game     laws/registry.py
`LAWS`       the laws by name
`BrokenLaw`  the error of a broken law                            law.py
`examine`    a report on many games                               report.py
`dice`       a game with fixed chance outcomes                    dice.py
`golden`     a playthrough kept as a text                         golden.py
`walk`       random play                                          play.py
"""

from rondel.testing.dice import dice
from rondel.testing.golden import golden
from rondel.testing.law import BrokenLaw, NotTried
from rondel.testing.laws.registry import LAWS, check
from rondel.testing.play import walk
from rondel.testing.report import examine

__all__ = ["LAWS", "BrokenLaw", "NotTried", "check", "dice", "examine", "golden", "walk"]
