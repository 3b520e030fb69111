"""The guarded client, with real sockets: it reaches the public Internet, and nothing behind this machine's walls."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator, Sequence

import pytest

from rondel.server.features.notifications.outgoing import guarded_client
from rondel.server.features.notifications.outgoing.guarded_client import Forbidden, GuardedClient, Unreached
from tests.server.features.notifications.https_server import HttpsServer, Said

pytestmark = pytest.mark.anyio

NAME = "push.example.org"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpsServer]:
    """A server with a certificate for `NAME` and for this machine."""
    with HttpsServer(tmp_path_factory.mktemp("https"), (NAME, "127.0.0.1")) as made:
        yield made


class Names:
    """A server of names whose answers are given one after the other; the last one stays."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, name: str, port: int) -> Sequence[str]:
        self.asked.append(name)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


async def test_an_address_is_reached_under_its_name_with_one_look_up(server: HttpsServer) -> None:
    names = Names(["127.0.0.1"], ["10.0.0.1"])
    client = GuardedClient(context=server.trusted, resolve=names, loopback=True)
    server.answer = lambda request: Said(202, {"Retry-After": "5"}, b"taken")
    answer = await client.post(server.url("/reached", NAME), b"hello", {"TTL": "60"})
    assert (answer.status, answer.headers["retry-after"], answer.body) == (202, "5", b"taken")
    (request,) = server.at("/reached")
    assert (request.body, request.headers["ttl"], request.headers["host"]) == (b"hello", "60", f"{NAME}:{server.port}")
    assert names.asked == [NAME], "a second look-up could say something else"


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["10.1.2.3"],
        ["172.16.0.1"],
        ["192.168.1.1"],
        ["169.254.169.254"],
        ["100.64.0.1"],
        ["0.0.0.1"],
        ["224.0.0.1"],
        ["255.255.255.255"],
        ["::1"],
        ["::"],
        ["fe80::1"],
        ["fe80::1%lo"],
        ["fd00::1"],
        ["ff02::1"],
        ["::ffff:127.0.0.1"],
        ["::ffff:93.184.215.14"],
        ["64:ff9b::7f00:1"],
        ["64:ff9b:1::a00:1"],
        ["2002:7f00:1::"],
        ["2001:0:7f00:1::"],
        ["93.184.215.14", "127.0.0.1"],
    ],
)
async def test_a_name_that_leads_inside_is_not_reached(server: HttpsServer, addresses: list[str]) -> None:
    client = GuardedClient(context=server.trusted, resolve=Names(addresses))
    with pytest.raises(Forbidden, match="not one of the public Internet"):
        await client.post(f"https://{NAME}/inside", b"", {})
    assert server.at("/inside") == []


async def test_a_name_that_changes_is_checked_each_time(server: HttpsServer) -> None:
    client = GuardedClient(context=server.trusted, resolve=Names(["127.0.0.1"], ["192.168.0.1"]), loopback=True)
    await client.post(server.url("/changing", NAME), b"", {})
    with pytest.raises(Forbidden):
        await client.post(server.url("/changing", NAME), b"", {})


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://0/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[fe80::1%25lo]/",
        "https://localhost/",
        "https://127.0.0.1.",
        "https://①②⑦.⓪.⓪.①/",
        "https://example.org@127.0.0.1/",
        "https://127.0.0.1\\@example.org/",
        "https://example.org:22/",
        "https://example.org:http/",
        "http://example.org/",
        "ftp://example.org/",
        "//example.org/",
        "https:example.org",
        "https:///x",
        "https://example.org/\r\nHost: inside",
        "https://example.org/ x",
        f"https://example.org/{'x' * 3000}",
    ],
)
async def test_what_is_no_public_address_is_refused_before_anything_is_looked_up(url: str) -> None:
    names = Names(["93.184.215.14"])
    client = GuardedClient(resolve=names)
    with pytest.raises(Forbidden):
        client.check(url)
    with pytest.raises(Forbidden):
        await client.post(url, b"", {})
    assert names.asked == []


async def test_a_redirect_is_an_answer_and_is_not_followed(server: HttpsServer) -> None:
    server.answer = lambda request: Said(307, {"Location": server.url("/inside")})
    client = GuardedClient(context=server.trusted, loopback=True)
    assert (await client.post(server.url("/redirected"), b"", {})).status == 307
    assert server.at("/inside") == []


async def test_a_certificate_of_another_name_or_authority_is_not_taken(server: HttpsServer) -> None:
    before = len(server.requests)
    other = GuardedClient(context=server.trusted, resolve=Names(["127.0.0.1"]), loopback=True)
    with pytest.raises(Unreached):
        await other.post(server.url("/", "other.example.org"), b"", {})
    with pytest.raises(Unreached):
        await GuardedClient(loopback=True).post(server.url("/"), b"", {})
    assert len(server.requests) == before


async def test_no_proxy_of_the_machine_is_used(server: HttpsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.answer = lambda request: Said()
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    client = GuardedClient(context=server.trusted, loopback=True)
    assert (await client.post(server.url("/"), b"", {})).status == 201


async def test_an_endless_answer_is_cut_off_and_a_silent_server_given_up(
    server: HttpsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.answer = lambda request: Said(200, {}, b"x" * 1_000_000)
    client = GuardedClient(context=server.trusted, loopback=True)
    assert len((await client.post(server.url("/"), b"", {})).body) == guarded_client.MOST_READ
    monkeypatch.setattr(guarded_client, "SECONDS", 0.2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(Unreached, match="no answer"):
            await client.post(f"https://127.0.0.1:{silent.getsockname()[1]}/", b"", {})

    async def slow(name: str, port: int) -> Sequence[str]:
        await asyncio.Event().wait()
        return []

    with pytest.raises(Unreached, match="no answer"):
        await GuardedClient(resolve=slow).post(f"https://{NAME}/", b"", {})


async def test_a_failure_does_not_have_the_address_which_may_be_a_secret(server: HttpsServer) -> None:
    async def unknown(name: str, port: int) -> Sequence[str]:
        raise socket.gaierror(socket.EAI_NONAME, f"{name} is not known")

    for client in (GuardedClient(resolve=unknown), GuardedClient(resolve=Names(["10.0.0.1"]))):
        with pytest.raises((Unreached, Forbidden)) as failed:
            await client.post(f"https://{NAME}/secret", b"", {})
        assert NAME not in str(failed.value)
        assert "secret" not in str(failed.value)
