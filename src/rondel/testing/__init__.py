"""The public test kit: laws that hold for every game, to be run on one's own, and what tests of rules need.

`check`      all laws, or one by name, on a random game     laws.py
`LAWS`       the laws by name
`BrokenLaw`  what is raised                                 law.py
`examine`    a report on many games                         report.py
`dice`       a game whose chance is laid down beforehand    dice.py
`golden`     a playthrough kept as a text                   golden.py
`walk`       random play                                    play.py
"""

from rondel.testing.dice import dice
from rondel.testing.golden import golden
from rondel.testing.law import BrokenLaw, NotTried
from rondel.testing.laws import LAWS, check
from rondel.testing.play import walk
from rondel.testing.report import examine

__all__ = ["LAWS", "BrokenLaw", "NotTried", "check", "dice", "examine", "golden", "walk"]
