"""Quick match: people who search for opponents at the same game are seated together.

``pool`` chooses who plays with whom, ``searches`` keeps who searches, in memory or in the database (``shared_searches``), and
``quick_match`` makes the tables.
"""
