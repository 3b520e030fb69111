"""Literals: numbers and texts as PHP writes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tree_sitter import Node

from rondel.bga.php.source import Source

_ESCAPE: Final = re.compile(r"\\(u\{[0-9A-Fa-f]+\}|x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
_NAMED: Final = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "e": "\x1b", "f": "\f", "\\": "\\", "$": "$", '"': '"'}


def number(written: str) -> int | float:
    """A number.

    >>> [number(each) for each in ("1_000", "0x1F", "017", "0o17", "0b11", "1.5e3")]
    [1000, 31, 15, 15, 3, 1500.0]
    """
    plain = written.replace("_", "").lower()
    if plain.startswith(("0x", "0b", "0o")):
        return int(plain, 0)
    if re.fullmatch(r"0[0-7]+", plain):
        return int(plain, 8)
    return int(plain) if plain.isdigit() else float(plain)


def single(written: str) -> str:
    r"""A text in single quotes, without them: two escapes only.

    >>> single(r"it\'s \n")
    "it's \\n"
    """
    return re.sub(r"\\([\\'])", r"\1", written)


def double(written: str) -> str:
    r"""A text in double quotes, without them. PHP's texts are bytes: two escapes may make one letter.

    >>> double(r"a\tb\$\x41\u{e9}\xC3\xA9\q")
    'a\tb$Aéé\\q'
    """
    said = bytearray()
    at = 0
    for found in _ESCAPE.finditer(written):
        said += written[at : found.start()].encode("utf-8", "replace") + _escape(found)
        at = found.end()
    said += written[at:].encode("utf-8", "replace")
    return said.decode("utf-8", "replace")


def _escape(found: re.Match[str]) -> bytes:
    code = found[1]
    if code in _NAMED:
        return _NAMED[code].encode()
    if code.startswith("u{") and int(code[2:-1], 16) < 0x110000:
        return chr(int(code[2:-1], 16)).encode("utf-8", "replace")
    if code.startswith("x") and len(code) > 1:
        return bytes([int(code[1:], 16)])
    return bytes([int(code, 8) & 255]) if code[0] in "01234567" else found[0].encode("utf-8", "replace")


def text(source: Source, node: Node, inserted: Callable[[Node], str]) -> str:
    """The value of a quoted text, heredoc or nowdoc; ``inserted`` gives the text of an expression within it."""
    if node.type == "string":
        return single(_unquoted(source.text(node)))
    if node.type == "encapsed_string":
        return _pieces(source, node, inserted)
    body = node.child_by_field_name("value")
    if body is None:
        return ""
    end = node.child_by_field_name("end_tag")
    indent = 0
    if end is not None:
        before = source.code[: end.start_byte].decode("utf-8", "replace").rpartition("\n")[2]
        indent = len(before) if not before.strip() else 0
    raw = source.text(body) if node.type == "nowdoc" else _pieces(source, body, inserted, escape=False)
    lines = raw.removeprefix("\r").removeprefix("\n").replace("\r\n", "\n").split("\n")
    said = "\n".join([line[indent:] if not line[:indent].strip() else line for line in lines])
    return said.rstrip("\n") if node.type == "nowdoc" else double(said)


def _unquoted(written: str) -> str:
    return written.lstrip("bB")[1:-1]


def _pieces(source: Source, node: Node, inserted: Callable[[Node], str], *, escape: bool = True) -> str:
    """A text with expressions in it: the parts between them, and their values."""
    quoted = node.type == "encapsed_string"
    start = node.start_byte + (len(source.text(node)) - len(source.text(node).lstrip("bB")) + 1 if quoted else 0)
    end = node.end_byte - (1 if quoted else 0)
    said: list[str] = []
    at = start
    for child in node.children:
        if child.type in ("string_content", "escape_sequence", '"', "'") or child.start_byte < at:
            continue
        said.append(_between(source, at, child.start_byte, escape=escape))
        if child.is_named:
            value = inserted(child)
            said.append(value if escape else value.replace("\\", "\\\\").replace("$", "\\$"))
        at = child.end_byte
    said.append(_between(source, at, end, escape=escape))
    return "".join(said)


def _between(source: Source, start: int, end: int, *, escape: bool) -> str:
    written = source.code[start:end].decode("utf-8", "replace")
    return double(written) if escape else written
