"""Rules in this process, or in a confined process of their own: ``ports`` is what both offer."""
