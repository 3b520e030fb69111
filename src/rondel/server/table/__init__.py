"""One table as a pure function: commands in, rows and views out. No I/O, no clock."""
