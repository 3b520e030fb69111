"""A push service of our own, with browsers whose messages it decrypts as the standard says."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import http_ece  # type: ignore[import-untyped]
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from rondel.server.features.notifications.outgoing.guarded_client import GuardedClient
from tests.server.features.notifications.https_server import HttpsServer, Request
from tests.server.harness import Json


@dataclass
class Subscribed:
    """A browser at the push service."""

    path: str
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def public(self) -> bytes:
        """Its key ``p256dh``."""
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def read(self, request: Request) -> Json:
        """What a request says to this browser."""
        assert request.headers["content-encoding"] == "aes128gcm"
        found: Json = json.loads(http_ece.decrypt(request.body, private_key=self.key, auth_secret=self.secret))
        return found


class PushService(HttpsServer):
    """A push service at this machine."""

    @property
    def client(self) -> GuardedClient:
        """The client by which an arena sends here."""
        return GuardedClient(context=self.trusted, loopback=True)

    def subscription(self, browser: Subscribed, lang: str = "en") -> Json:
        """What the page of that browser sends to the arena."""
        keys = {"public": _text(browser.public), "secret": _text(browser.secret)}
        return {"endpoint": self.url(browser.path), **keys, "lang": lang}

    def read(self, browser: Subscribed) -> list[Json]:
        """All that a browser was sent, each signed by the arena."""
        return [browser.read(each) for each in self.at(browser.path) if signed(each, self.url().rstrip("/"))]


def signed(request: Request, origin: str) -> bool:
    """Whether a request has a valid signature (RFC 8292) of the key that it names."""
    scheme, token, key = request.headers["authorization"].split(" ")
    head, claims, signature = token.removeprefix("t=").rstrip(",").split(".")
    said: dict[str, Any] = json.loads(_bytes(claims))
    assert (scheme, said["aud"]) == ("vapid", origin)
    assert said["sub"].startswith(("mailto:", "https:"))
    r, s = (int.from_bytes(_bytes(signature)[at : at + 32], "big") for at in (0, 32))
    public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _bytes(key.removeprefix("k=")))
    public.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ECDSA(SHA256()))
    return True


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(of: bytes) -> str:
    return urlsafe_b64encode(of).rstrip(b"=").decode()
