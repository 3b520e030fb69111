"""Quick match: people who search for opponents at the same game are seated together.

``pool`` chooses who plays with whom, ``quick_match`` keeps the searches and makes the tables.
"""
