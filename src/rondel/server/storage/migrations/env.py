"""Alembic's environment for each migration; ``run`` passes its connection."""

from alembic import context

from rondel.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,  # SQLite supports it; a start that is killed must leave no partial schema
)
with context.begin_transaction():
    context.run_migrations()
