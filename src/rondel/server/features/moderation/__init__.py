"""Moderation: reports about people at tables, and what moderators did about them.

``moderation_log`` stores the reports and the moderators' log, ``reporting`` takes a report in. Only the host, on the machine,
reads and settles reports: ``rondel admin reports``. Nobody learns over the network who has reported whom.
"""
