"""The texts of states: marked for translation, with a value for each placeholder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rondel.bga.finding import Finding
from rondel.bga.machine.machine import Machine, State
from rondel.bga.machine.usage import Usage
from rondel.bga.php.value import Marked
from rondel.errors import meant

KNOWN: Final = ("you", "actplayer", "otherplayer")
"""Placeholders that the framework fills, the last with the help of args."""

_PLACEHOLDER: Final = re.compile(r"\$\{([^{}]*)\}")
_GOOD: Final = re.compile(r"[A-Za-z_][\w.\-]*\Z", re.ASCII)
_LOOSE: Final = re.compile(r"\$?\s*\{([A-Za-z_]\w*)\}|\$\{([A-Za-z_]\w*)|\$\(([A-Za-z_]\w*)\)|\$([A-Za-z_]\w*)")


def findings(machine: Machine, usage: Usage) -> Iterator[Finding]:
    """All of it."""
    for state in machine.states:
        if state.supplied:
            continue
        for entry in state.keys:
            key = str(entry.key)
            if key.lower().startswith("description") and isinstance(entry.value, str):
                yield from _text(state, key, entry.value, usage)


def _text(state: State, key: str, text: str, usage: Usage) -> Iterator[Finding]:
    place = state.at(key)
    where = f"'{key}' of state {state.name!r}"
    plain = _PLACEHOLDER.sub("", text)
    if not isinstance(text, Marked) and any(each.isalpha() for each in plain):
        fix = "wrap the whole sentence in clienttranslate('...'), not pieces of it"
        yield Finding("untranslated", "warning", place, f"{where} is not marked to be translated", fix)
    names = _PLACEHOLDER.findall(text)
    for slip in _LOOSE.finditer(_PLACEHOLDER.sub("", text)):
        name = next(each for each in slip.groups() if each)
        said = f"{slip[0]!r} in {where} is not a placeholder"
        yield Finding("placeholder-malformed", "warning", place, said, f"write '${{{name.lower()}}}'")
    for name in dict.fromkeys(names):
        yield from _placeholder(state, name, where, key, usage)


def _placeholder(state: State, name: str, where: str, key: str, usage: Usage) -> Iterator[Finding]:
    place = state.at(key)
    if not _GOOD.match(name):
        said = f"'${{{name}}}' in {where} is not a placeholder"
        yield Finding("placeholder-malformed", "warning", place, said, "use letters, digits and _ of plain ASCII")
    elif name == "actplayer" and state.type == "multipleactiveplayer" and not state.has("args"):
        said = f"${{actplayer}} in {where}, where several are active and none is the active player"
        yield Finding("actplayer-in-multi", "warning", place, said, "write 'Other players must ...'")
    elif name == "otherplayer":
        yield from _other(state, where, key, usage)
    elif name not in KNOWN and not state.has("args") and not state.keys.gaps:
        said = f"'${{{name}}}' in {where} has no value: the state has no args"
        yield Finding("placeholder-unknown", "warning", place, said, meant(name, "", KNOWN) + ", or give it in args")


def _other(state: State, where: str, key: str, usage: Usage) -> Iterator[Finding]:
    """``otherplayer`` wants both the name and the id in args; without them the game does not load."""
    fix = "return both 'otherplayer' and 'otherplayer_id' from the args of the state"
    if not state.has("args"):
        said = f"'${{otherplayer}}' in {where}, and the state has no args"
        yield Finding("otherplayer-id", "error", state.at(key), said, fix)
        return
    if not usage.has_game and not state.owner:
        return
    text = usage.text(state.text("args"))
    if text and not re.search(r"""['"]otherplayer_id['"]""", text):
        severity = "error" if "otherplayer_id" not in usage.words else "warning"
        said = f"'${{otherplayer}}' in {where}, and {state.text('args')}() gives no otherplayer_id"
        yield Finding("otherplayer-id", severity, state.at(key), said, fix)
