"""Props in Turnbase's format: frozen JSON values; other values are reported with path and fix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from types import MappingProxyType
from typing import Any, cast

from rondel.engine.components.journal import Journaled
from rondel.engine.components.prop import thaw
from rondel.errors import BadPosition, quoted


def props_of(given: Mapping[Any, Any], path: str, problems: list[str]) -> dict[str, object]:
    """Props as frozen values; problems are added to ``problems``.

    >>> found: list[str] = []
    >>> props_of({"suit": "c", "weight": float("nan")}, "props", found)["suit"], found
    ('c', ['props.weight is nan; JSON has no such number: use null, or a text'])
    """
    props: dict[str, object] = {}
    for name, value in given.items():
        if not isinstance(name, str):
            problems.append(f"{path} has the key {quoted(name)}; keys are texts: write {str(name)!r}")
        else:
            props[name] = value_of(value, f"{path}.{name}", problems)
    return props


def value_of(value: object, path: str, problems: list[str]) -> object:
    """A JSON value, frozen; None for other values, with the reason in ``problems``."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        if not isfinite(value):
            problems.append(f"{path} is {value!r}; JSON has no such number: use null, or a text")
        return value
    if isinstance(value, list | tuple):
        listed = cast("Sequence[Any]", value)
        return tuple([value_of(each, f"{path}[{number}]", problems) for number, each in enumerate(listed)])
    if isinstance(value, Mapping):
        keys = set(value)
        if (
            keys == {"props", "contents"}
            and isinstance(value["props"], Mapping)
            and isinstance(value["contents"], list | tuple)
        ):
            problems.append(f"{path} is a container; a prop holds JSON values: put it into containers, and its name here")
        elif keys == {"props"} and isinstance(value["props"], Mapping):
            problems.append(f"{path} is a token; a prop holds JSON values: put it into a container, and its name here")
        return MappingProxyType(props_of(value, path, problems))
    fix = "tokens lie in containers, and only their names here" if isinstance(value, Journaled) else "use a text or a list"
    problems.append(f"{path} is {quoted(value)}; a prop holds JSON values: {fix}")
    return None


def plain(props: Mapping[str, object]) -> dict[str, Any]:
    """The props as mutable plain data."""
    return {name: thaw(value) for name, value in props.items()}


def refuse(problems: list[str], what: str) -> None:
    """Raises `BadPosition` with all problems at once, if there are any."""
    if len(problems) == 1:
        raise BadPosition(problems[0])
    if problems:
        raise BadPosition(f"{what} has {len(problems)} problems:\n" + "\n".join(f"  - {each}" for each in problems))
