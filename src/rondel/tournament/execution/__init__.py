"""Where fixtures are played: in this process, on several processes, or on a Ray cluster."""
