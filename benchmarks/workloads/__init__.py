"""What is measured, one module for each kind of work, the same work for every contestant.

A module has a function for Rondel and one for ``pyspiel``. Each does the work for about ``seconds`` of CPU time and returns
how many units were done and how long it took; the drivers are plain Python in both, as a researcher would write them, and say
so where they are not.
"""
