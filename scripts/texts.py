"""Collect every text for people, and update the catalogues of all languages.

    python scripts/texts.py           write messages.pot, update each language, write the pseudo-language
    python scripts/texts.py --check   change nothing; list outdated files and missing translations, exit code 1 if there are any

Texts come from the marks in the sources of the engine, the players, the command and the arena, from the page's TypeScript, and
from the games, whose names are texts, too (``rondel.translations.messages``). Babel reads and writes the catalogues. Their
contents depend on the texts alone: no dates, no line numbers, no paths of a machine. Run by ``make texts``; a test compares.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

import rondel
from rondel.engine.text import placeholders
from rondel.translations.library import SHIPPED
from rondel.translations.messages import Message, messages

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "src" / "rondel"
PAGE: Final = ROOT / "web" / "src"
ROOMS: Final = ("engine", "players", "server", "cli")
KEYWORDS: Final = {"_": None, "plural": (1, 2)}
TEMPLATE: Final = SHIPPED / "messages.pot"
LANGUAGES: Final = {"de": "nplurals=2; plural=(n != 1);", "ja": "nplurals=1; plural=0;"}
"""The languages people translate into, with their plural rules as gettext's manual gives them."""
PSEUDO: Final = "en_XA"
WIDTH: Final = 120

HEADER: Final = """# {title} of Rondel. `make texts` brings this file up to date; see docs/translations.md.
msgid ""
msgstr ""
"Project-Id-Version: Rondel\\n"
"Language: {lang}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


# -- collecting --------------------------------------------------------------------------------------------------------


@cache
def collected() -> tuple[Message, ...]:
    """Every message once, sorted by its source; the sources are read once in a process."""
    found: dict[str, Message] = {}
    for each in (*_of_rooms(), *_of_games(), *_of_page()):
        known = found.setdefault(each.one, each)
        if each.many and known.many and each.many != known.many:
            raise SystemExit(f"{each.one!r} has two plurals: {known.many!r} ({known.where}) and {each.many!r} ({each.where})")
        known.many = known.many or each.many
    for each in list(found.values()):
        # Other readers see a name in place of "you"; the verb may have another form.
        named = each.one.replace("{you}", "{actplayer}")
        if named not in found and "{actplayer}" not in each.one:
            found[named] = Message(
                named, each.many.replace("{you}", "{actplayer}"), each.where, "for readers who are not asked"
            )
    return tuple(found.values())


def _of_rooms() -> Iterator[Message]:
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            with path.open("rb") as file:
                for _line, text, notes, _context in extract("python", file, KEYWORDS, comment_tags=("For translators:",)):
                    one, many = text if isinstance(text, tuple) else (text, "")
                    yield Message(one, many or "", path.relative_to(ROOT / "src").as_posix(), " ".join(notes))


def _of_games() -> Iterator[Message]:
    for name in rondel.games():
        kind = rondel.find(name)
        if kind.__module__.startswith("rondel.shelf."):
            for each in messages(kind):
                note = each.note and f"{each.note} of {name}"
                yield Message(each.one, each.many, f"rondel/shelf/{name}", note)


def _of_page() -> Iterator[Message]:
    for path in sorted([*PAGE.rglob("*.ts"), *PAGE.rglob("*.tsx")]):
        for one, many in spoken(path.read_text(encoding="utf-8")):
            yield Message(one, many, path.relative_to(ROOT).as_posix())


def spoken(source: str) -> list[tuple[str, str]]:
    """The texts that a TypeScript source passes to ``translate``, ``say`` and ``mark``, and the pairs it passes to ``counted``.

    Only texts in double quotes count; of a choice (``here ? "a" : "b"``) both do. Babel's JavaScript extractor does not fit: it
    takes only the last text of a choice, and also takes calls of methods with these names.

    >>> spoken('translate(off ? "Offline" : "Saved"); say("{n} of {m}", { n: "x" }); counted("{n} move", "{n} moves", 3)')
    [('Offline', ''), ('Saved', ''), ('{n} of {m}', ''), ('{n} move', '{n} moves')]
    >>> spoken('translate(kind.replaceAll("_", " ")); this.say("no"); `translate(15 0)`; mark(a === "b" ? "c" : d)')
    [('c', '')]
    """
    found: list[tuple[str, str]] = []
    for call in re.finditer(r"(?<![\w.])(translate|say|mark|counted)\(", source):
        arguments = _arguments(source, call.end())
        if call[1] == "counted":
            pairs = ["".join(_literals(each)) for each in arguments[:2]]
            if all(pairs) and len(pairs) == 2:
                found.append((pairs[0], pairs[1]))
        elif arguments:
            found.extend((each, "") for each in _literals(arguments[0]))
    return found


def _arguments(source: str, start: int) -> list[str]:
    """The source of each argument of a call."""
    found: list[str] = []
    depth, begun, at = 0, start, start
    while at < len(source):
        sign = source[at]
        if sign in "\"'`":
            at = _end_of_text(source, at)
            continue
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            if depth == 0:
                return [*found, source[begun:at]]
            depth -= 1
        elif sign == "," and depth == 0:
            found.append(source[begun:at])
            begun = at + 1
        at += 1
    return found


def _literals(argument: str) -> list[str]:
    """The texts in double quotes that may be the value of an expression."""
    found: list[str] = []
    depth = at = 0
    while at < len(argument):
        sign = argument[at]
        if sign in "\"'`":
            end = _end_of_text(argument, at)
            compared = re.search(r"[=!]==\s*$", argument[:at])
            if sign == '"' and depth == 0 and not compared:
                found.append(argument[at + 1 : end - 1].replace('\\"', '"'))
            at = end
            continue
        depth += (sign in "([{") - (sign in ")]}")
        at += 1
    return found


def _end_of_text(source: str, at: int) -> int:
    """The end of the quoted text that begins at a position."""
    quote, at = source[at], at + 1
    while at < len(source) and source[at] != quote:
        at += 2 if source[at] == "\\" else 1
    return at + 1


# -- catalogues --------------------------------------------------------------------------------------------------------


def template(found: Iterable[Message]) -> Catalog:
    """The messages as a catalogue without translations."""
    catalog = Catalog(fuzzy=False)
    for each in sorted(found, key=lambda message: message.where):
        key: str | tuple[str, str] = (each.one, each.many) if each.many else each.one
        catalog.add(key, locations=[(each.where, 1)], auto_comments=[each.note] if each.note else [])
    return catalog


def updated(lang: str, fresh: Catalog) -> Catalog:
    """The catalogue of a language with exactly the present messages; existing translations stay."""
    path = SHIPPED / f"{lang}.po"
    catalog = Catalog(locale=lang)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=lang)
    catalog.update(fresh, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def pseudo(fresh: Catalog) -> Catalog:
    """The catalogue of the pseudo-language."""
    catalog = Catalog(locale="en")
    for message in fresh:
        if message.id:
            said = strange(message.id) if isinstance(message.id, str) else tuple(strange(each) for each in message.id)
            catalog.add(message.id, said, message.locations, auto_comments=message.auto_comments)
    return catalog


_LETTERS: Final = str.maketrans("ABCDEGHIJKLNORSTUWYZacdeghijklnorstuwyz", "ÅƁÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽåçðéĝĥîĵķļñöŕšţûŵýž")


def strange(message: str) -> str:
    """A message with strange letters, a third longer, in brackets; its placeholders stay.

    >>> strange("{player} passes")
    '⟦{player} þåššéš ··⟧'
    """
    literal = re.split(r"(\{\w+\})", message)
    said = "".join(each if each.startswith("{") else each.translate(_LETTERS).replace("p", "þ") for each in literal)
    letters = sum(len(each) for each in literal if not each.startswith("{"))
    return f"⟦{said} {'·' * max(1, letters // 3)}⟧"


def written(catalog: Catalog, title: str, lang: str, plurals: str) -> str:
    """A catalogue as text: header, then the messages by source."""
    out = io.BytesIO()
    write_po(out, catalog, width=WIDTH, omit_header=True, include_lineno=False, ignore_obsolete=True)
    return HEADER.format(title=title, lang=lang, plurals=plurals) + out.getvalue().decode().strip() + "\n"


def files() -> dict[Path, str]:
    """Every file with its expected content."""
    fresh = template(collected())
    found = {TEMPLATE: written(fresh, "The texts", "en", "nplurals=2; plural=(n != 1);")}
    for lang, plurals in LANGUAGES.items():
        found[SHIPPED / f"{lang}.po"] = written(updated(lang, fresh), f"The texts ({lang})", lang, plurals)
    found[SHIPPED / f"{PSEUDO}.po"] = written(
        pseudo(fresh), "The texts in strange letters", PSEUDO, "nplurals=2; plural=(n != 1);"
    )
    return found


def untranslated(lang: str, text: str) -> list[str]:
    """The messages of a stored catalogue that have no translation, or one marked as fuzzy: it is not shown."""
    catalog = read_po(io.BytesIO(text.encode()), locale=lang)
    forms = [(message, message.string if isinstance(message.string, tuple) else (message.string,)) for message in catalog]
    lost = [message.id for message, found in forms if message.id and (message.fuzzy or not all(found))]
    return [each if isinstance(each, str) else each[0] for each in lost]


def problems() -> list[str]:
    """The faults: outdated files, missing translations, wrong placeholders."""
    found: list[str] = []
    for path, text in files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            found.append(f"{path.relative_to(ROOT)} is out of date: run `make texts`")
        if path.suffix == ".po":
            found += [f"{path.name}: not translated: {each!r}" for each in untranslated(path.stem, text)]
    for each in collected():
        if each.many and not set(placeholders(each.one)) <= set(placeholders(each.many)):
            found.append(f"{each.where}: {each.one!r} has placeholders that {each.many!r} has not")
    return found


def main(argv: list[str]) -> int:
    """Update, or check; the exit code is 1 if there are faults."""
    if "--check" in argv:
        found = problems()
        print("\n".join(found) or "rondel: every text is translated")
        return 1 if found else 0
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        lost = untranslated(path.stem, text) if path.suffix == ".po" else []
        print(
            f"{path.relative_to(ROOT)}: {text.count(chr(10) + 'msgid ') - 1} texts"
            + (f", {len(lost)} not translated" if lost else "")
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
