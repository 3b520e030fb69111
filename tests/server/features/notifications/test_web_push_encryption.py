"""Web push as the standards have it: the example of RFC 8291, an independent reader of RFC 8188, and signatures of RFC 8292."""

from __future__ import annotations

import json
import os

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, derive_private_key, generate_private_key
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from rondel.server.features.notifications.outgoing import web_push_encryption
from rondel.server.features.notifications.outgoing.vapid import LASTS, Vapid, new_key
from rondel.server.features.notifications.outgoing.web_push_encryption import (
    LARGEST,
    BadKeys,
    encrypted,
    from_text,
    point,
    public_key,
    to_text,
)


def test_the_example_of_the_standard_comes_out_byte_by_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_push_encryption, "STEP", 1)  # the example is not padded
    key = derive_private_key(int.from_bytes(from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), SECP256R1())
    made = encrypted(
        b"When I grow up, I want to be a watermelon",
        from_text("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        from_text("BTBZMqHH6r4Tts7J_aSIgg"),
        key=key,
        salt=from_text("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_text(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize("size", [0, 1, 1022, 1023, 1024, 3000, LARGEST])
def test_another_program_reads_what_is_encrypted_and_its_length_tells_little(size: int) -> None:
    browser, secret, content = generate_private_key(SECP256R1()), os.urandom(16), os.urandom(size)
    made = encrypted(content, point(browser.public_key()), secret)
    assert http_ece.decrypt(made, private_key=browser, auth_secret=secret) == content
    assert len(made) <= 4096, "what a push service must take"
    assert (len(made) - 86 - 16) % web_push_encryption.STEP == 0 or len(made) == 4096


def test_what_is_no_key_or_too_long_is_refused() -> None:
    browser = point(generate_private_key(SECP256R1()).public_key())
    for public, secret in ((b"", bytes(16)), (bytes(65), bytes(16)), (b"\x04" + bytes(64), bytes(16)), (browser, bytes(15))):
        with pytest.raises(BadKeys):
            encrypted(b"", public, secret)
    with pytest.raises(BadKeys):
        from_text("a")
    with pytest.raises(ValueError, match="at most"):
        encrypted(bytes(LARGEST + 1), browser, bytes(16))


def test_a_signature_names_the_push_service_and_who_runs_the_arena() -> None:
    vapid = Vapid(new_key(), "mailto:arena@example.org")
    scheme, token, key = vapid.authorization("https://push.example.org:8443/send/secret", 5_000).split(" ")
    head, claims, signature = token.removeprefix("t=").rstrip(",").split(".")
    assert scheme == "vapid"
    assert key == f"k={vapid.public}"
    assert json.loads(from_text(head)) == {"typ": "JWT", "alg": "ES256"}
    said = {"aud": "https://push.example.org:8443", "exp": 5 + LASTS, "sub": "mailto:arena@example.org"}
    assert json.loads(from_text(claims)) == said
    r, s = from_text(signature)[:32], from_text(signature)[32:]
    encoded = encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
    public_key(from_text(vapid.public)).verify(encoded, f"{head}.{claims}".encode(), ECDSA(SHA256()))
