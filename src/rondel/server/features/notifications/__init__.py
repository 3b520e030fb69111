"""Notifications: tells accounts that it is their turn, when they are not at the table.

``turns`` reads from the log whose turn it is, ``schedule`` decides when that is told (pure), ``outbox`` stores each
notification once, ``kinds`` words them, ``messages`` puts together what is sent at one time, and ``channels`` send it to the
``destinations`` of an account. ``notification_worker`` does this at each node, ``preferences`` changes what an account wants.
"""
