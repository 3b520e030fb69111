"""The messages of the socket as an AsyncAPI document, made from the structs that carry them.

In AsyncAPI 3.0 the document is the server's: it *receives* a client's messages and *sends* its own. The schemas are AsyncAPI's
own, JSON Schema of draft 7: generators name their types by those only. The protocol's pages explain which message answers
which, and what each field means.
"""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

import rondel
from rondel.server import protocol
from rondel.server.protocol.bounds import LARGEST_FRAME
from rondel.server.protocol.views.described import schema_components

VERSION: Final = "3.0.0"
"""The version of AsyncAPI."""

_QUERY: Final = {
    "type": "object",
    "properties": {
        "table": {"type": "string", "description": "The table of the hello, for a balancer in front of several nodes."}
    },
}

_CHANNEL: Final = "#/channels/table"


def asyncapi_handler() -> HTTPRouteHandler:
    """The handler of ``/api/asyncapi.json``."""
    written = b""

    @get("/api/asyncapi.json", opt={"gives": ("application/json",)})
    async def asyncapi() -> Response[bytes]:
        nonlocal written
        written = written or msgspec.json.encode(document())
        return Response(written, media_type="application/json")

    return asyncapi


def document() -> dict[str, Any]:
    """The AsyncAPI document of the socket at ``/ws``.

    >>> told = document()
    >>> told["channels"]["table"]["address"], told["operations"]["say"]["action"], told["operations"]["tell"]["action"]
    ('/ws', 'receive', 'send')
    >>> told["components"]["schemas"]["Play"]["required"]
    ['type', 'id', 'role', 'move', 'seq']
    """
    said, told = get_args(protocol.ClientMessage), get_args(protocol.ServerMessage)
    schemas, components = schema_components([*said, *told])
    messages = {_name(kind): _message(kind, schema) for kind, schema in zip([*said, *told], schemas, strict=True)}
    return {
        "asyncapi": VERSION,
        "info": {
            "title": "Rondel",
            "version": rondel.__version__,
            "description": f"A table over a socket, protocol version {protocol.VERSION}: text frames, each one JSON object, "
            f"of at most {LARGEST_FRAME} bytes from a client.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/ws",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
                "bindings": {"ws": {"method": "GET", "query": _QUERY}},
            }
        },
        "operations": {
            "say": _operation("receive", "What a client may say; each message with an id is answered once.", said),
            "tell": _operation("send", "What a client may be told.", told),
        },
        "components": {"messages": messages, "schemas": _plain(components)},
    }


def _name(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _message(kind: type[msgspec.Struct], schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": _name(kind), "title": kind.__name__, "payload": schema}


def _plain(schema: Any) -> Any:
    """The schema without features of OpenAPI alone: a ``discriminator`` that is an object, where AsyncAPI's is a name. The tags
    of the types carry the same information.

    >>> _plain({"anyOf": [{"$ref": "#/A"}, {"$ref": "#/B"}], "discriminator": {"propertyName": "kind"}})
    {'anyOf': [{'$ref': '#/A'}, {'$ref': '#/B'}]}
    """
    if isinstance(schema, dict):
        return {key: _plain(value) for key, value in schema.items() if key != "discriminator"}
    return [_plain(each) for each in schema] if isinstance(schema, list) else schema


def _operation(action: str, summary: str, kinds: tuple[type[msgspec.Struct], ...]) -> dict[str, Any]:
    refs = [{"$ref": f"{_CHANNEL}/messages/{_name(kind)}"} for kind in kinds]
    return {"action": action, "channel": {"$ref": _CHANNEL}, "summary": summary, "messages": refs}
