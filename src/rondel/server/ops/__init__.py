"""Operations: what the host does to stored data: inspect, verify, repair, back up, restore, forget; and metrics.

Everything but restoring may run while the server runs.
"""
