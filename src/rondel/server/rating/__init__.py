"""Ratings: how strong people with accounts are at each game, and how they came to be.

``model`` makes new beliefs of old ones and a result, ``ratings`` is where they are stored and how a round is settled once,
``rater`` settles what has ended, ``board`` shows them, ``addresses`` over HTTP.
"""
