"""Mail: the addresses of accounts, links that work once, and the mail server.

``mail_server`` is the configuration, ``smtp_mailer`` sends a message, ``letter`` makes one from texts. ``contacts`` stores
addresses and settings, ``mail_links`` the links. ``correspondence`` confirms addresses and resets passwords.
"""
