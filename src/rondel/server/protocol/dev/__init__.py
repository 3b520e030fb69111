"""Messages for developers of rules: the workbench and the tree of a game."""
