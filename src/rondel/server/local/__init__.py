"""The arena of one browser: the tables of an arena without a network, in the page that shows them."""
