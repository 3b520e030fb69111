"""Requests to addresses that accounts have given: push services and webhooks.

``guarded_client`` is the only way out: it refuses addresses that are not public. ``public_address`` says which are.
``web_push_encryption`` and ``vapid`` are what a push service and a browser demand of a message.
"""
