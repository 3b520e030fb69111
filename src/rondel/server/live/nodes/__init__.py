"""Several nodes on one store: the bus between them, and how each follows what the others store."""
