"""Company: whom accounts follow and block, have played with, invite, and write to.

``relations`` stores who follows and blocks whom, ``presence`` who is online; ``circle`` is the list of an account's people.
``inviting`` invites people to seats (``invitations``), ``opponents`` finds those with whom somebody has played. ``messaging``
sends private messages (``conversations``). ``admission``
keeps blocked people from the tables of the one who has blocked them.
"""
