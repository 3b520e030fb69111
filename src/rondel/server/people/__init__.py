"""People: who somebody is, what they may do, and how much of it.

``principal`` is somebody, ``directory`` where all of them are stored, ``names`` what they are called. ``people`` finds out who
comes, by ``sessions`` (in browsers, which say so with a ``cookie``) or ``tokens`` (of programs); ``accounts``, with
``passwords``, and ``bot_accounts`` are what they may have; ``attendance`` who is here now. ``door`` and ``addresses`` are the
way in over HTTP.
"""
