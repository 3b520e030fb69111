"""A folder of static files in which a browser plays the games that are in it, without an arena: its games, and its place."""
