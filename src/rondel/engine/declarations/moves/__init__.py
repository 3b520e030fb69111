"""The moves of options that were listed before."""
