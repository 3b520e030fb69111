"""Several nodes on one machine: a parent that accepts connections and hands each to one of its child processes."""
