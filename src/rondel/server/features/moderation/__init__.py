"""Moderation: reports about people at tables, and the actions of moderators.

``moderation_log`` stores the reports and the log of moderators' actions, ``reporting`` takes reports in, ``sanctions`` are
warnings and suspensions. Only the host reads
and settles reports, on the server's machine: ``rondel admin reports``. No address returns who has reported whom.
"""
