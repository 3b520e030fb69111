"""Encrypts a push message for one browser (RFC 8291, with the content coding of RFC 8188).

The push service carries it and cannot read it. Messages are padded to steps of a kilobyte, so that their length tells nothing.
"""

from __future__ import annotations

import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ec import ECDH, SECP256R1, EllipticCurvePrivateKey, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as generate
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LARGEST: Final = 3993
"""Bytes of content: what a push service must take is 4096 (RFC 8030)."""

RECORD: Final = 4096
STEP: Final = 1024
_TAG: Final = 16


class BadKeys(Exception):
    """The keys of a subscription are none; the message says what is wrong."""


def encrypted(
    content: bytes, public: bytes, secret: bytes, *, key: EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """A message for the browser with that public key and authentication secret. ``key`` and ``salt`` are new ones for each
    message, unless they are given. Raises `BadKeys`, and `ValueError` for content that is too large.

    >>> browser = generate(SECP256R1())
    >>> len(encrypted(b"your turn", point(browser.public_key()), bytes(16))) - len(header(bytes(16), bytes(65)))
    1040
    """
    theirs = public_key(public)
    if len(secret) != 16:
        raise BadKeys("the secret has not 16 bytes")
    padded = content + b"\x02"
    padded += bytes(min(-len(padded) % STEP, max(0, LARGEST + 1 - len(padded))))
    if len(padded) > LARGEST + 1:
        raise ValueError(f"a push message has at most {LARGEST} bytes, and this one {len(content)}")
    key, salt = key or generate(SECP256R1()), salt or os.urandom(16)
    ours = point(key.public_key())
    shared = _derived(key.exchange(ECDH(), theirs), secret, b"WebPush: info\0" + public + ours, 32)
    content_key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    return header(salt, ours) + AESGCM(content_key).encrypt(nonce, padded, None)


def header(salt: bytes, key_id: bytes) -> bytes:
    """The header of an encrypted message: salt, size of a record, and the sender's public key."""
    return salt + struct.pack("!LB", RECORD, len(key_id)) + key_id


def public_key(encoded: bytes) -> EllipticCurvePublicKey:
    """A public key of a browser. Raises `BadKeys` where it is no point of the curve."""
    try:
        return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), encoded)
    except ValueError as error:
        raise BadKeys("the key is no point of the curve P-256") from error


def point(key: EllipticCurvePublicKey) -> bytes:
    """The 65 bytes of a public key."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def to_text(of: bytes) -> str:
    """Bytes in base64url without padding, as every part of web push writes them.

    >>> to_text(b"\\xff\\xfe"), from_text("__4")
    ('__4', b'\\xff\\xfe')
    """
    return urlsafe_b64encode(of).rstrip(b"=").decode("ascii")


def from_text(text: str) -> bytes:
    """The bytes of such a text. Raises `BadKeys`."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise BadKeys("the keys are written in base64url") from error


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
