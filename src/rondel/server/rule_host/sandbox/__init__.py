"""Games that are not shipped: the rules of each table run in a confined process that can be killed.

``pool`` has the processes, ``process`` is one worker as the server sees it, ``hosted_table`` is one table of it, ``worker``
runs in it, ``codec`` frames their messages, ``confine`` takes rights from a process, ``bot_worker`` runs bots of such games.
"""
