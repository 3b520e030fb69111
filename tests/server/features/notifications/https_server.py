"""A real HTTPS server of our own, with a certificate of its own authority, which keeps what it is sent."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.server.harness import PATIENCE


@dataclass
class Request:
    """A request as it came."""

    path: str
    headers: Mapping[str, str]
    body: bytes
    at: float = field(default_factory=time.time)


@dataclass
class Said:
    """What the server answers."""

    status: int = 201
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


class HttpsServer:
    """A server at a free port of this machine; what it was sent is in ``requests``."""

    def __init__(self, folder: Path, names: Sequence[str] = ("127.0.0.1",)) -> None:
        """Its certificate is for these names and addresses; ``certificate`` is the file to trust."""
        self.requests: list[Request] = []
        self.answer: Callable[[Request], Said] = lambda request: Said()
        """What it says to a request."""
        self.certificate = folder / "certificate.pem"
        key = folder / "key.pem"
        _certify(self.certificate, key, names)
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("content-length", 0))
                body = self.rfile.read(length)
                if len(body) < length:  # its sender was killed meanwhile: no service accepts half a request
                    self.close_connection = True
                    return
                request = Request(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                outer.requests.append(request)
                said = outer.answer(request)
                self.send_response(said.status)
                for name, value in said.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(said.body)))
                self.end_headers()
                self.wfile.write(said.body)

            def log_message(self, *args: Any) -> None:
                """Nothing is logged."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

            def handle_error(self, request: Any, client_address: Any) -> None:
                """A client that goes away is no error."""

        self._server = Server(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        # The handshake is done by the thread of the connection, and not by the one that accepts.
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def port(self) -> int:
        """Its port."""
        return int(self._server.server_address[1])

    @property
    def trusted(self) -> ssl.SSLContext:
        """A context that trusts its certificate alone."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        """An address of it."""
        return f"https://{host}:{self.port}{path}"

    def at(self, path: str) -> list[Request]:
        """The requests for that path."""
        return [each for each in self.requests if each.path == path]

    def wait(self, path: str, count: int = 1) -> Request:
        """Wait until so many requests have come for a path; returns the last one."""
        deadline = time.monotonic() + PATIENCE
        while len(self.at(path)) < count:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        return self.at(path)[-1]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _certify(certificate: Path, key: Path, names: Sequence[str]) -> None:
    """Write a certificate that is its own authority."""
    private = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a server of the tests")])
    now = datetime.datetime.now(datetime.UTC)
    alternatives: list[x509.GeneralName] = []
    for each in names:
        try:
            alternatives.append(x509.IPAddress(ipaddress.ip_address(each)))
        except ValueError:
            alternatives.append(x509.DNSName(each))
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(private, SHA256())
    )
    certificate.write_bytes(made.public_bytes(Encoding.PEM))
    key.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
