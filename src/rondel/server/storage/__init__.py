"""The database: the move log, tables, schema and migrations, in SQLite or PostgreSQL."""
