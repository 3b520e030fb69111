"""The workloads, one module for each kind, with the same work for every contestant.

A module has a function for Rondel and one for ``pyspiel``. Each works for about ``seconds`` of CPU time and returns
the number of units and the time. The drivers are plain Python in both, as a researcher would write them, unless they say
otherwise.
"""
