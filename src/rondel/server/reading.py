"""Reading: one message or body from a client, as a struct of ``protocol``, or a refusal that says in plain words what is wrong.

What the decoder says is meant for programmers in Python; here it becomes a sentence for whoever writes a client, with the place
in their own JSON.
"""

from __future__ import annotations

import re
from typing import Final, TypeVar

import msgspec

from rondel.errors import quoted
from rondel.server.refusal import Refusal

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
"""What JSON's values are called here, by the decoder's names for them."""


def read(decoder: msgspec.json.Decoder[T], raw: bytes | str, what: str) -> T:
    """The struct in a client's JSON; refused as ``malformed`` when there is none. ``what`` is what people call the JSON.

    >>> from rondel.server.protocol import TakeSeat
    >>> read(msgspec.json.Decoder(TakeSeat), '{"invite": "abc"}', "the body").invite
    'abc'
    >>> read(msgspec.json.Decoder(TakeSeat), '{"invite": 7}', "the body")
    Traceback (most recent call last):
    ...
    rondel.server.refusal.Refusal: malformed: 'invite' must be text, not a whole number
    """
    if not raw.strip():
        raise Refusal("malformed", f"{what} is empty; send a JSON object")
    try:
        # Checked first and whole: the decoder finds some of it only in the fields it keeps, and says where in the field.
        text = raw if isinstance(raw, str) else raw.decode()
        raw = text.encode()
    except UnicodeDecodeError as error:
        raise Refusal("malformed", f"{what} is not UTF-8: byte {error.start} begins no character") from error
    except UnicodeEncodeError as error:
        raise Refusal("malformed", f"{what} has half a surrogate pair in it, at character {error.start}") from error
    try:
        return decoder.decode(raw)
    except msgspec.ValidationError as error:
        raise Refusal("malformed", wrong(str(error), what)) from error
    except RecursionError as error:
        raise Refusal("malformed", f"{what} is nested too deeply") from error
    except msgspec.DecodeError as error:
        raise Refusal("malformed", f"{what} is not JSON: {_broken(str(error))}") from error


def wrong(said: str, what: str) -> str:
    """What the decoder says of a value of the wrong kind, as a sentence for who sent it.

    >>> wrong("Integer value out of range - at `$.options[...]`", "the body")
    "a number in 'options' is too large"
    >>> wrong("Object contains unknown field `colour` - at `$.seats[0]`", "the body")
    "'seats[0]' has the unknown field 'colour'"
    >>> wrong("Expected `object`, got `array`", "the body")
    'the body must be an object, not a list'
    """
    said, _, path = said.partition(" - at ")
    inside = "[...]" in path or "key in" in path
    place = path.strip("`").removeprefix("$").removeprefix(".").partition("[...]")[0]
    where = f"'{place}'" if place else what
    if found := re.fullmatch(r"Object missing required field `(.*)`", said):
        return f"{where} has no field '{found[1]}'"
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", said, re.DOTALL):
        return f"{where} has the unknown field {quoted(found[1])}"
    if found := re.fullmatch(r"Expected `(\w+)`(?:, got `(\w+)`)?", said):
        wanted, got = (_KINDS.get(each or "", each) for each in found.groups())
        return f"{where} must be {wanted}" + (f", not {got}" if got else "")
    if found := re.fullmatch(r"Invalid (?:enum )?value '(.*)'", said, re.DOTALL):
        return f"{where} cannot be {quoted(found[1])}"
    if "out of range" in said:
        return f"a number in {where} is too large" if inside or not place else f"{where} is too large a number"
    return f"{where} is wrong: {said}"


def _broken(said: str) -> str:
    if "truncated" in said:
        return "it ends too early"
    return said.removeprefix("JSON is malformed: ")
