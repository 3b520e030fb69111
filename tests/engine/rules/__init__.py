"""Small games written to test the engine, each for one of its hard parts."""
