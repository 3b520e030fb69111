"""Signs requests to a push service with the arena's key (VAPID, RFC 8292).

The browser was given the public key when it subscribed, so nobody else can send to its endpoint.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, derive_private_key
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as generate
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from rondel.server.features.notifications.outgoing.web_push_encryption import point, to_text

LASTS: Final = 12 * 3600
"""Seconds for which a signature holds: at most a day is allowed."""

_HEAD: Final = to_text(b'{"typ":"JWT","alg":"ES256"}')


def new_key() -> bytes:
    """A new private key, as 32 bytes."""
    return generate(SECP256R1()).private_numbers().private_value.to_bytes(32, "big")


class Vapid:
    """The arena's key for push services."""

    def __init__(self, key: bytes, contact: str) -> None:
        """``key`` is that of `new_key`. ``contact`` is where the push service finds who runs the arena: a ``mailto:`` or
        ``https:`` address."""
        self._key = derive_private_key(int.from_bytes(key, "big"), SECP256R1())
        self._contact = contact
        self.public = to_text(point(self._key.public_key()))
        """The public key, as a page hands it to the browser."""

    def authorization(self, endpoint: str, at: int) -> str:
        """The header ``Authorization`` of a request to that endpoint; ``at`` is the time in milliseconds since 1970."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": at // 1_000 + LASTS, "sub": self._contact}
        signed = f"{_HEAD}.{to_text(msgspec.json.encode(claims))}"
        r, s = decode_dss_signature(self._key.sign(signed.encode("ascii"), ECDSA(SHA256())))
        signature = to_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"
