"""The HTTP routes as an OpenAPI document, made from the handlers that answer there.

The answer of an address is the return type of its handler; a handler that returns bytes names their media types in
``opt["gives"]``, and one that reads a body names its struct in ``opt["takes"]``. The schemas are those of the protocol's
structs. Every address may refuse, with a `Problem`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, get_args, get_origin

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.typing import FieldDefinition

import rondel
from rondel.server import protocol
from rondel.server.protocol.views.described import schema_components

VERSION: Final = "3.1.0"
"""The version of OpenAPI."""

_PLACE: Final = re.compile(r"\{(\w+):\w+\}")
_ADDRESS: Final = re.compile(r"^``[A-Z]+ [^`]+``: ")
_OF_THE_SERVER: Final = frozenset({"request", "state", "socket", "scope"})
_BYTES: Final[dict[str, Any]] = {
    "text/plain": {"schema": {"type": "string"}},
    "application/json": {"schema": {"type": "object"}},
}


def openapi_handler(handlers: Sequence[HTTPRouteHandler]) -> HTTPRouteHandler:
    """The handler of ``/api/openapi.json``, which describes those handlers and itself."""
    written = b""

    @get("/api/openapi.json", opt={"gives": ("application/json",)})
    async def openapi() -> Response[bytes]:
        nonlocal written
        written = written or msgspec.json.encode(document([*handlers, openapi]))
        return Response(written, media_type="application/json")

    return openapi


def document(handlers: Iterable[HTTPRouteHandler]) -> dict[str, Any]:
    """The OpenAPI document of the handlers whose addresses are under ``/api``. Raises `TypeError` for a handler that reads a
    body or returns bytes without naming their kind."""
    described = [(path, each) for each in handlers for path in sorted(each.paths) if path.startswith("/api/")]
    kinds = [protocol.Problem, *(kind for _, each in described for kind in (_answers(each), each.opt.get("takes")) if kind)]
    schemas, components = schema_components(kinds)
    by_kind = dict(zip(map(str, kinds), schemas, strict=True))
    paths: dict[str, Any] = {}
    for path, each in described:
        for method in sorted(each.http_methods - {"OPTIONS", "HEAD"}):
            paths.setdefault(_PLACE.sub(r"{\1}", path), {})[method.lower()] = _operation(path, each, by_kind)
    return {
        "openapi": VERSION,
        "info": {
            "title": "Rondel",
            "version": rondel.__version__,
            "description": "An arena for board games; see the protocol.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "rondel"},
                "token": {"type": "http", "scheme": "bearer"},
                "seat": {"type": "apiKey", "in": "header", "name": "Rondel-Seat"},
            },
        },
        "security": [{}, {"session": []}, {"token": []}, {"seat": []}],
    }


def _operation(path: str, handler: HTTPRouteHandler, schemas: dict[str, Any]) -> dict[str, Any]:
    name = getattr(handler.fn, "__name__", "")
    answer = _answers(handler)
    if answer is None and "gives" not in handler.opt:
        raise TypeError(f"{name} at {path} gives bytes: say of which kinds, as @get(..., opt={{'gives': ...}})")
    content = (
        {kind: _BYTES[kind] for kind in handler.opt["gives"]}
        if answer is None
        else {"application/json": {"schema": schemas[str(answer)]}}
    )
    problem = {"application/json": {"schema": schemas[str(protocol.Problem)]}}
    operation: dict[str, Any] = {
        "operationId": name,
        "summary": name.replace("_", " "),
        **({"description": told} if (told := _told(handler.opt.get("takes") or answer)) else {}),
        "parameters": [_parameter(path, each) for each in _parameters(handler)],
        "responses": {
            str(handler.status_code): {"description": "It was carried out.", "content": content},
            "default": {"description": "It was refused, or failed, and nothing has changed.", "content": problem},
        },
    }
    if "POST" in handler.http_methods:
        if "takes" not in handler.opt:
            raise TypeError(f"{name} at {path} reads a body: say which struct it takes, as @post(..., opt={{'takes': ...}})")
        taken = {"application/json": {"schema": schemas[str(handler.opt["takes"])]}}
        operation["requestBody"] = {"required": True, "content": taken}
    return operation


def _told(kind: Any) -> str:
    """The docstring of the struct that is taken or answered, without the address."""
    for each in (kind, *get_args(kind)):
        if isinstance(each, type) and issubclass(each, msgspec.Struct):
            words = " ".join((each.__doc__ or "").partition("\n\n")[0].split())
            return _ADDRESS.sub("", words)
    return ""


def _parameters(handler: HTTPRouteHandler) -> list[FieldDefinition]:
    return [each for name, each in handler.parsed_fn_signature.parameters.items() if name not in _OF_THE_SERVER]


def _parameter(path: str, field: FieldDefinition) -> dict[str, Any]:
    in_path = field.name in _PLACE.findall(path)
    return {
        "name": field.name,
        "in": "path" if in_path else "query",
        "required": in_path or not field.has_default,
        "schema": msgspec.json.schema(field.annotation),
    }


def _answers(handler: HTTPRouteHandler) -> Any:
    """The type of the handler's answer; None for bytes."""
    kind = handler.parsed_fn_signature.return_type.raw
    if get_origin(kind) is not None and issubclass(get_origin(kind), Response):
        (kind,) = get_args(kind)
    return None if kind is bytes else kind
