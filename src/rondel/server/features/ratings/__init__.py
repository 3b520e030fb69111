"""Ratings: how strong people with accounts are at each game.

``rating_model`` makes new ratings of old ones and a result, ``rating_log`` stores them and settles a round once,
``rating_worker`` settles rounds that have ended, ``leaderboard`` lists them.
"""
