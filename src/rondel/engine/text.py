"""Texts: messages with placeholders, marked for translation and rendered where they are read.

Authors mark a text with `_`, one that depends on a number with `plural`, and a value that is a text itself with `phrase`.
The wire carries the message and its arguments, never the filled text, so one log can be read in many languages.
Placeholders are in braces: ``{actplayer}`` the player whose turn it is, ``{you}`` the reader, ``{otherplayer}`` another
player, given as a role, and the text's own arguments.

The messages are in English. A `Translator`, which the front door installs, finds their translations; this module reads no
files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any, Final

from rondel.engine.compiling import mypyc_attr
from rondel.errors import RulesError, closest

PLAYERS: Final = ("actplayer", "you")
"""The placeholders that the engine fills in."""

ROLES: Final = ("actplayer", "otherplayer", "player", "you")
"""The placeholders for players: their values are roles, and a page shows them in the role's colour."""

ENGLISH: Final = "en"

_PHP: Final = re.compile(r"\$\{|\$[A-Za-z_]")
_PERCENT: Final = re.compile(r"%(\(\w+\))?[sdifr]\b")


# -- marking -----------------------------------------------------------------------------------------------------------


def translatable(message: str) -> str:
    """Mark a message for translation; returns it as it is. Authors know it as ``_``.

    >>> _("{actplayer} plays {cell}")
    '{actplayer} plays {cell}'
    """
    return message


_ = translatable  # The compiler leaves out a function that is defined with the name ``_``.

_PLURALS: Final[dict[str, tuple[str, str]]] = {}
"""The plural form of each message that has one, and the placeholder of its number; by the singular."""

_SOUND: Final[dict[str, tuple[str, ...]]] = {}
"""The placeholders of messages that `note_sound` has noted."""


def plural(one: str, many: str, count: str) -> str:
    """Mark a message with a singular and a plural; ``count`` is the placeholder whose number selects the form.

    Returns ``one``, which is used like any other message. The forms of other languages, one or more, are in their catalogues.
    Raises `RulesError` if the placeholders of the forms do not fit.

    >>> LEFT = plural("{number} card is left", "{number} cards are left", "number")
    >>> render(LEFT, {"number": 1}), render(LEFT, {"number": 3})
    ('1 card is left', '3 cards are left')
    """
    wrong = faults("plural", one, None) + faults("plural", many, None)
    if not wrong:
        known = placeholders(many)
        if count not in known:
            wrong = [f"the plural {many!r} is counted by {count!r}, which is none of its placeholders; write {{{count}}} in it"]
        for name in placeholders(one):
            if name not in known:
                wrong.append(f"the singular {one!r} has the placeholder {{{name}}}, which the plural {many!r} has not")
        before = _PLURALS.get(one, (many, count))
        if before != (many, count):
            wrong.append(f"the singular {one!r} has another plural already, {before[0]!r} by {before[1]!r}; one text has one")
    if wrong:
        raise RulesError(wrong[0])
    _PLURALS[one] = (many, count)
    _SOUND.pop(one, None)  # the plural may have more placeholders
    return one


class Phrase:
    """A message with its arguments, as a value within another text or as an option to choose. Made by `phrase`.

    Two are equal if their messages and arguments are; ``str()`` gives the English text.

    >>> text = phrase("{number} of {suit}", number=7, suit="hearts")
    >>> isinstance(text, Phrase), str(text)
    (True, '7 of hearts')
    """

    def __init__(self, message: str, args: Mapping[str, Any]) -> None:
        self.message = message
        self.args = dict(args)

    def to_json(self) -> dict[str, Any]:
        """The data for readers. Raises `RulesError` for ``{you}`` and ``{actplayer}`` without a value: only the text around
        the phrase has values for them."""
        for name in PLAYERS:
            if name not in self.args and name in _all_placeholders(self.message):
                raise RulesError(
                    f"the phrase {self.message!r} is a value, and has nobody for {{{name}}}; put it into the text around it, "
                    f"or give {name}=role"
                )
        return to_json(self.message, self.args)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and self.message == other.message and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.message)

    def __str__(self) -> str:
        return render(self.message, self.args)

    def __repr__(self) -> str:
        given = "".join([f", {name}={value!r}" for name, value in self.args.items()])
        return f"phrase({self.message!r}{given})"


def phrase(message: str, /, **args: Any) -> Phrase:
    """A value that is translated too: in ``args``, in ``notify``, or as an option of ``choose``; also a question with
    arguments, for ``choose``.

    Raises `RulesError` if the message and its arguments do not fit.

    >>> phrase(_("{number} of {suit}"), number=7, suit=_("hearts"))
    phrase('{number} of {suit}', number=7, suit='hearts')
    >>> phrase(_("{number} of {suit}"), number=7)
    Traceback (most recent call last):
    rondel.errors.RulesError: the phrase has the unknown placeholder {suit}; known here: {actplayer}, {you}, {number}
    """
    wrong = faults("phrase", message, (*PLAYERS, *args))
    if wrong:
        raise RulesError(wrong[0])
    return Phrase(message, args)


# -- checking ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1_000)
def placeholders(message: str) -> tuple[str, ...]:
    """The names in braces, in order. Raises ``ValueError`` for broken braces.

    >>> placeholders("{actplayer} plays {cell}")
    ('actplayer', 'cell')
    """
    return tuple([name for _literal, name, _format, _conversion in Formatter().parse(message) if name is not None])


@lru_cache(maxsize=1_000)
def _misspelt(where: str, message: str) -> tuple[str, ...]:
    """The faults of a message that do not depend on its arguments."""
    try:
        used = list(Formatter().parse(message))
    except ValueError as error:
        return (f"the {where}, {message!r}, has broken braces: {error}",)
    found: list[str] = []
    for _literal, name, layout, conversion in used:
        if name is None:
            continue
        if not name.isascii() or not name.isidentifier():
            found.append(f"the {where} has the placeholder {{{name}}}; use a plain ASCII name")
        elif layout or conversion:
            found.append(
                f"the {where} formats its placeholder {{{name}}}; write {{{name}}} and give the value as it is to be read"
            )
    dollar = _PHP.search(message)
    if dollar is not None:
        found.append(f"the {where}, {message!r}, has a placeholder as PHP writes them; write {{name}}, without a dollar sign")
    percent = _PERCENT.search(message)
    if percent is not None:
        found.append(f"the {where}, {message!r}, has the placeholder {percent.group()}; write {{name}}")
    return tuple(found)


def faults(where: str, message: str, known: Collection[str] | None) -> list[str]:
    """The faults of a message's placeholders, if only the ``known`` ones have values; with None all may have.

    >>> faults("ask", "{you} must play {crad}", ("actplayer", "you", "card"))
    ['the ask has the unknown placeholder {crad}; did you mean {card}? known here: {actplayer}, {you}, {card}']
    """
    found = list(_misspelt(where, message))
    if found or known is None:
        return found
    for name in _all_placeholders(message):
        if name not in known:
            close = closest(name, known)
            if name == "otherplayer":
                fix = " give it as a role, in args or as an argument;"
            else:
                fix = f" did you mean {{{close}}}?" if close else ""
            listed = ", ".join("{" + each + "}" for each in known)
            found.append(f"the {where} has the unknown placeholder {{{name}}};{fix} known here: {listed or 'none'}")
    return found


def _all_placeholders(message: str) -> tuple[str, ...]:
    """The placeholders of all forms of the message: the plural has every placeholder of the singular."""
    more = _PLURALS.get(message)
    return placeholders(message if more is None else more[0])


def note_sound(message: str) -> None:
    """Note that `faults` has found nothing wrong with a message, for `fills` and `is_sound`."""
    if len(_SOUND) < 1_000:
        _SOUND[message] = _all_placeholders(message)


def is_sound(message: str) -> bool:
    """Whether a message was noted as sound. False decides nothing."""
    return message in _SOUND


def fills(args: dict[str, Any], message: str, roles: tuple[str, ...], others: tuple[str, ...] = ()) -> bool:
    """A quick form of `faults` and `unfilled`: whether ``args`` fill a message that was noted as sound. ``others`` are the
    placeholders with other values, which name no roles. False decides nothing.
    """
    names = _SOUND.get(message)
    if names is None:
        return False
    for name in names:
        if name == "player" or name == "otherplayer":
            value = args.get(name)
            if not isinstance(value, str) or value not in roles:
                return False
        elif name not in args and name not in others:
            return False
    return "role" not in names


def unfilled(where: str, message: str, args: Mapping[str, Any], roles: Collection[str]) -> str:
    """The first fault of the values of a message's placeholders; empty for none. ``roles`` are those of the game.

    >>> unfilled("description of state 'Turn'", "{you} must beat {height}", {"you": "x"}, ("x", "o"))
    "the description of state 'Turn', '{you} must beat {height}', has no value for {height}; given: {you}"
    >>> unfilled("ask", "{you} must pay {otherplayer}", {"you": "x", "otherplayer": "bank"}, ("x", "o"))
    "the ask, '{you} must pay {otherplayer}', has 'bank' for {otherplayer}, which is no role; give one of x, o"
    """
    for name in _all_placeholders(message):
        if name not in args:
            given = ", ".join("{" + each + "}" for each in args)
            return f"the {where}, {message!r}, has no value for {{{name}}}; given: {given or 'none'}"
        if name == "otherplayer" or name == "player":
            value = args[name]
            given_roles: list[Any] = list(value) if isinstance(value, list | tuple) else [value]
            for role in given_roles:
                if isinstance(role, Mapping) and "role" in role:
                    role = role["role"]
                if role not in roles and (name == "otherplayer" or isinstance(role, str)):
                    listed = ", ".join(roles)
                    return f"the {where}, {message!r}, has {role!r} for {{{name}}}, which is no role; give one of {listed}"
    return ""


# -- sending -----------------------------------------------------------------------------------------------------------


def to_json(message: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a message and its arguments; for a message with a plural also that form, and the placeholder of its number.

    >>> to_json(_("{player} passes"), {"player": "black"})
    {'text': '{player} passes', 'args': {'player': {'role': 'black'}}}
    """
    text: dict[str, Any] = {"text": message, "args": {name: _sent(name, value) for name, value in args.items()}}
    more = _PLURALS.get(message)
    if more is not None:
        text["plural"], text["count"] = more
    return text


def _sent(name: str, value: Any) -> Any:
    if isinstance(value, Phrase):
        return value.to_json()
    if isinstance(value, list | tuple):
        return [_sent(name, each) for each in value]
    if name in ROLES and isinstance(value, str):
        return {"role": value}
    return value


# -- reading -----------------------------------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Translator:
    """Finds translations of messages. This one has none, so all texts are English."""

    def find(self, message: str, lang: str, count: float | None) -> str | None:
        """The translation, in the form for ``count`` if the message has a plural; None if there is none."""
        return None


_INSTALLED: Final[list[Translator]] = [Translator()]


def install(translator: Translator) -> None:
    """Use this translator from now on. The front door installs one; a program that embeds only the engine may too."""
    _INSTALLED[0] = translator


def translate(message: str, lang: str, count: float | None = None) -> str:
    """The translation of a message, with its placeholders; the English message if there is none.

    >>> translate("{you} must play", "en")
    '{you} must play'
    """
    if lang != ENGLISH:
        found = _INSTALLED[0].find(message, lang, count)
        if found is not None:
            return found
    more = _PLURALS.get(message)
    return more[0] if more is not None and count is not None and count != 1 else message


def render(
    message: str, args: Mapping[str, Any], names: Mapping[str, str] | None = None, lang: str = ENGLISH, *, reader: str = ""
) -> str:
    """The filled text in a language; ``names`` has the displayed names of roles, and ``reader`` is the role that is "you".

    Raises `RulesError` for a placeholder without an argument.

    >>> render("{actplayer} plays {cell}", {"actplayer": {"role": "black"}, "cell": "d3"})
    'black plays d3'
    >>> render("{you} must play", {"you": {"role": "black"}}, {"black": "Ada"}, reader="black")
    'you must play'
    """
    return read(to_json(message, args), names or {}, lang, reader=reader)


def read(text: Mapping[str, Any], names: Mapping[str, str], lang: str = ENGLISH, *, reader: str = "") -> str:
    """`render` for the data that `to_json` has made.

    For other readers than "you" it uses the translation of the message with ``{actplayer}`` instead of ``{you}`` if there is
    one, because a verb may have another form there.
    """
    message: str = text["text"]
    args: Mapping[str, Any] = text.get("args", {})
    counted = text.get("count")
    number = args.get(counted) if counted is not None else None
    count = number if isinstance(number, int | float) else None
    sentence = translate(message, lang, count)
    if count is not None and count != 1 and sentence == message:  # made in another process, which knows the plural
        sentence = text.get("plural", sentence)
    you = args.get("you")
    if lang != ENGLISH and "{you}" in message and isinstance(you, Mapping) and you.get("role") != reader:
        named = message.replace("{you}", "{actplayer}")
        found = None if "{actplayer}" in message else _INSTALLED[0].find(named, lang, count)
        if found is not None:
            sentence, args = found, {**args, "actplayer": you}
    said: list[str] = []
    for literal, name, _format, _conversion in Formatter().parse(sentence):
        said.append(literal)
        if name is not None:
            if name not in args:
                given = ", ".join("{" + each + "}" for each in args)
                raise RulesError(f"the text {message!r} has no value for {{{name}}}; given: {given or 'none'}")
            addressed = reader if name == "you" else ""
            said.append(_shown(args[name], names, lang, addressed, reader))
    return "".join(said)


def say(message: str, lang: str, **words: object) -> str:
    """A program's own message in a language, filled with words that are not translated: names, numbers, commands.

    >>> say(_("You can play {moves}."), "en", moves="d3, c4")
    'You can play d3, c4.'
    """
    return translate(message, lang).format_map(words)


def _shown(value: Any, names: Mapping[str, str], lang: str, addressed: str, reader: str) -> str:
    """A value in a text: players by name, and words translated if the catalogue has them."""
    if isinstance(value, Mapping):
        if "role" in value:
            role: str = value["role"]
            if addressed and role == addressed:
                return translate(YOU, lang)
            return names.get(role) or translate(role.replace("_", " "), lang)
        if "text" in value:
            return read(value, names, lang, reader=reader)
    if isinstance(value, list | tuple):
        return ", ".join([_shown(each, names, lang, addressed, reader) for each in value])
    if value is None:
        return ""
    if isinstance(value, bool):
        return translate(YES if value else NO, lang)
    if isinstance(value, str):
        return translate(value, lang)
    return str(value)


YOU: Final = _("you")
YES: Final = _("yes")
NO: Final = _("no")
OF: Final = _("{thing} of {player}")
CHANCE_NAME: Final = _("chance")
"""The displayed name of the role that rolls dice and draws cards."""


def worded(name: str) -> str:
    """A readable form of a name in the rules that has no text of its own; it can be translated, too.

    >>> worded("turns_left")
    'Turns left'
    """
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def owned(name: str, roles: Collection[str], owner: str = "") -> tuple[str, str]:
    """The name of a part of the table without its owner, and the owner. If the part declares no owner, it is the longest role
    with which the name ends, or "".

    >>> owned("hand_west", ("north", "west")), owned("fleet_of_west", ("north", "west")), owned("discard", ("north", "west"))
    (('hand', 'west'), ('fleet', 'west'), ('discard', ''))
    >>> owned("hand_north_west", ("west", "north_west"))
    ('hand', 'north_west')
    >>> owned("hand_north_west", ("west", "north_west"), "west")
    ('hand_north', 'west')
    """
    owner = owner or max([role for role in roles if name.endswith(f"_{role}")], key=len, default="")
    return (name.removesuffix(f"_{owner}").removesuffix("_of"), owner) if owner else (name, "")


def part_text(name: str, roles: Collection[str], owner: str = "") -> Any:
    """A part of the table as a value in a text: a word, or a text with its owner.

    >>> part_text("fleet_red", ("red", "blue"))
    {'text': '{thing} of {player}', 'args': {'thing': 'Fleet', 'player': {'role': 'red'}}}
    """
    thing, owner = owned(name, roles, owner)
    return to_json(OF, {"thing": worded(thing), "player": owner}) if owner else worded(name)
