"""Accounts: principals, the sessions and tokens that authenticate them, accounts and bot accounts.

``principal`` is one person, guest or bot, ``principal_repository`` stores them, ``names`` checks and compares their names.
``authenticator`` finds the principal of a session (``sessions``, of a browser) or a token (``tokens``, of a program).
``accounts``, with ``passwords`` and ``device``, and ``bot_accounts`` are what principals may have; ``open_connections`` are the
sockets that end with a session or token.
"""
