"""Conduct: what people report to those who look after an arena, and what these do about it.

``docket`` keeps the reports and the moderators' log, ``conduct`` takes a report in, ``addresses`` has that over HTTP. To look
through the reports and to settle them is for the host, on the machine: ``rondel admin reports``. Nobody is told over the
network who has reported whom.
"""
