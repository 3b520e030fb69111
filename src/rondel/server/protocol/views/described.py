"""Plain data with a described form: a dict at run time, a struct in every schema.

The engine makes views, scenes and events as plain dicts. The server sends them as they are, because building structs first
would cost time in every broadcast. A field of such data has the type ``Annotated[Json, described(View)]``: OpenAPI,
AsyncAPI and the TypeScript types then name `View`. `msgspec.convert` makes the struct where a Python client wants one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import inspect

Json = dict[str, Any]
"""Plain data: an object with any fields."""

REF: Final = "#/components/schemas/{name}"
"""How OpenAPI and AsyncAPI refer to the schema of a struct."""

STRUCT: Final = "struct"
"""The key of that struct among the annotations of a type."""


def described(struct: type[msgspec.Struct]) -> msgspec.Meta:
    """The annotation of a dict that has the fields of ``struct``."""
    return msgspec.Meta(extra={STRUCT: struct}, extra_json_schema={"$ref": REF.format(name=struct.__name__)})


def struct_of(kind: inspect.Metadata) -> type[msgspec.Struct] | None:
    """The struct named by `described`; None for any other annotation."""
    found: type[msgspec.Struct] | None = (kind.extra or {}).get(STRUCT)
    return found


def parts_of(kind: inspect.Type) -> Iterable[inspect.Type]:
    """The types within a type: of a struct's fields, of a list's items, and the struct of described data."""
    match kind:
        case inspect.StructType(fields=fields):
            return [field.type for field in fields]
        case inspect.UnionType(types=types):
            return types
        case inspect.DictType(value_type=value):
            return [value]
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return [item]
        case inspect.Metadata(type=inner):
            struct = struct_of(kind)
            return [inspect.type_info(struct)] if struct is not None else [inner]
    return []


def schema_components(kinds: Sequence[Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """A schema for each type, and the schemas of all structs that they refer to, described ones included."""
    extra = [struct for struct in _described_in(kinds) if struct not in kinds]
    schemas, components = msgspec.json.schema_components([*kinds, *extra], ref_template=REF)
    return tuple(map(_bare, schemas[: len(kinds)])), _bare(components)


def _described_in(kinds: Iterable[Any]) -> list[type[msgspec.Struct]]:
    found: list[type[msgspec.Struct]] = []
    visited: set[type] = set()

    def visit(kind: inspect.Type) -> None:
        if isinstance(kind, inspect.StructType):
            if kind.cls in visited:
                return
            visited.add(kind.cls)
        elif isinstance(kind, inspect.Metadata):
            struct = struct_of(kind)
            if struct is not None and struct not in found:
                found.append(struct)
        for part in parts_of(kind):
            visit(part)

    for kind in kinds:
        visit(inspect.type_info(kind))
    return found


def _bare(schema: Any) -> Any:
    """The schema with nothing beside a reference: code generators ignore either one or the other.

    >>> _bare({"view": {"type": "object", "$ref": "#/View"}})
    {'view': {'$ref': '#/View'}}
    """
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            return {"$ref": schema["$ref"]}
        return {key: _bare(value) for key, value in schema.items()}
    return [_bare(each) for each in schema] if isinstance(schema, list | tuple) else schema
