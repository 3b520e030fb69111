"""Decodes one message or body into a struct of ``protocol``, or refuses it with the reason in plain words.

The decoder's errors are written for Python programmers. Here they become sentences for the author of a client, with the place
in their own JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from rondel.errors import quoted
from rondel.server.protocol.refused import Refusal

T = TypeVar("T")

_KINDS: Final = {
    "str": "text",
    "int": "a whole number",
    "float": "a number with a fraction",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
"""The names of JSON's types in messages, by the decoder's names."""


def read(decoder: msgspec.json.Decoder[T], raw: bytes | str, what: str) -> T:
    """The struct in a client's JSON; refused as ``malformed`` when it does not decode. ``what`` is the name of the JSON in
    messages.

    >>> from rondel.server.protocol import TakeSeat
    >>> read(msgspec.json.Decoder(TakeSeat), '{"invite": "abc"}', "the body").invite
    'abc'
    >>> read(msgspec.json.Decoder(TakeSeat), '{"invite": 7}', "the body")
    Traceback (most recent call last):
    ...
    rondel.server.protocol.refused.Refusal: malformed: 'invite' must be text, not a whole number
    """
    if not raw.strip():
        raise Refusal("malformed", f"{what} is empty; send a JSON object")
    try:
        # Checked first as a whole: the decoder checks only the fields it keeps, and reports offsets within a field.
        text = raw if isinstance(raw, str) else raw.decode()
        raw = text.encode()
    except UnicodeDecodeError as error:
        raise Refusal("malformed", f"{what} is not UTF-8: byte {error.start} begins no character") from error
    except UnicodeEncodeError as error:
        raise Refusal("malformed", f"{what} has half a surrogate pair in it, at character {error.start}") from error
    try:
        return decoder.decode(raw)
    except msgspec.ValidationError as error:
        raise Refusal("malformed", wrong(str(error), what, decoder.type)) from error
    except RecursionError as error:
        raise Refusal("malformed", f"{what} is nested too deeply") from error
    except msgspec.DecodeError as error:
        raise Refusal("malformed", f"{what} is not JSON: {_broken(str(error))}") from error


def wrong(said: str, what: str, wanted: Any = None) -> str:
    """The decoder's message about a wrong value, as a sentence for the sender; with the type that was ``wanted``, it lists the
    allowed words.

    >>> wrong("Integer value out of range - at `$.options[...]`", "the body")
    "a number in 'options' is too large"
    >>> wrong("Object contains unknown field `colour` - at `$.seats[0]`", "the body")
    "'seats[0]' has the unknown field 'colour'"
    >>> wrong("Expected `object`, got `array`", "the body")
    'the body must be an object, not a list'
    >>> from rondel.server.protocol import NewTable
    >>> wrong("Invalid enum value 'god' - at `$.seats[0].kind`", "the body", NewTable)
    "'seats[0].kind' cannot be 'god'; it is one of bot, me, open"
    """
    said, _, path = said.partition(" - at ")
    inside = "[...]" in path or "key in" in path
    place = path.strip("`").removeprefix("$").removeprefix(".").partition("[...]")[0]
    where = f"'{place}'" if place else what
    if found := re.fullmatch(r"Object missing required field `(.*)`", said):
        return f"{where} has no field '{found[1]}'"
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", said, re.DOTALL):
        return f"{where} has the unknown field {quoted(found[1])}"
    if found := re.fullmatch(r"Expected `([\w |]+)`(?:, got `(\w+)`)?", said):
        kinds = " or ".join([_KINDS.get(each, each) for each in found[1].split(" | ")])
        return f"{where} must be {kinds}" + (f", not {_KINDS.get(found[2], found[2])}" if found[2] else "")
    if found := re.fullmatch(r"Invalid (?:enum )?value '(.*)'", said, re.DOTALL):
        words = "" if inside else ", ".join(_words(wanted, place))
        return f"{where} cannot be {quoted(found[1])}" + (f"; it is one of {words}" if words else "")
    if "out of range" in said:
        return f"a number in {where} is too large" if inside or not place else f"{where} is too large a number"
    return f"{where} is wrong: {said}"


def misaddressed(name: str, said: str) -> str:
    """The decoder's message about a value in the query of an address, as a sentence for the sender.

    >>> misaddressed("open", "Expected `bool | null`, got `str`")
    "'open' must be true or false, in the address"
    """
    # A query has no null: a missing value is left out.
    return wrong(f"{said.partition(', got')[0].replace(' | null', '')} - at `$.{name}`", "the address") + ", in the address"


def _words(wanted: Any, place: str) -> list[str]:
    """The allowed words at a place of the JSON of a type; empty where anything is allowed."""
    found = [] if wanted is None else [_info(wanted)]
    for step in re.findall(r"[^.\[\]]+", place):
        found = [each for outer in found for each in _inside(outer, step)]
    literals = [each for outer in found for each in _each(outer) if isinstance(each, inspect.LiteralType)]
    return sorted({str(word) for literal in literals for word in literal.values})


def _inside(outer: inspect.Type, step: str) -> Iterator[inspect.Type]:
    for each in _each(outer):
        if isinstance(each, inspect.StructType):
            if step == each.tag_field:
                yield inspect.LiteralType((each.tag,))
            yield from (field.type for field in each.fields if field.encode_name == step)
        elif isinstance(each, inspect.VarTupleType | inspect.ListType):
            yield each.item_type


def _each(outer: inspect.Type) -> tuple[inspect.Type, ...]:
    return outer.types if isinstance(outer, inspect.UnionType) else (outer,)


_info: Final = cache(inspect.type_info)
"""Cached: inspecting a type takes longer than decoding a message."""


def _broken(said: str) -> str:
    if "truncated" in said:
        return "it ends too early"
    return said.removeprefix("JSON is malformed: ")
