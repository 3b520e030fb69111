"""Literals: by the rules of PHP's manual on integers and strings."""

from __future__ import annotations

import pytest

from rondel.bga.php import literal
from rondel.bga.php.source import Source, parts


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("0", 0),
        ("1_000_000", 1000000),
        ("0XFF", 255),
        ("0123", 83),
        ("0o17", 15),
        ("0B101", 5),
        ("1.", 1.0),
        (".5", 0.5),
        ("1E3", 1000.0),
    ],
)
def test_numbers(written: str, number: float) -> None:
    found = literal.number(written)
    assert (found, type(found)) == (number, type(number))


def said(code: str) -> str:
    source = Source(f"<?php {code};".encode(), "a.php")
    return literal.text(source, parts(parts(source.root)[1])[0], lambda node: f"<{source.text(node)}>")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (r"'a\'b\\c\n'", r"a'b\c" + "\\n"),
        (r'"a\"b\\c\n\q\e"', 'a"b\\c\n\\q\x1b'),
        (r'"\101\x4a\u{1F600}"', "AJ\U0001f600"),
        ('"$a-${b}-{$c[1]}"', "<$a>-<${b}>-<$c[1]>"),
        (r'"\xC3\xA9 \303\251 \u{110000}"', "é é \\u{110000}"),
        ('b"bytes"', "bytes"),
        ("''", ""),
        ('"5 $"', "5 $"),
        ("<<<A\n  one\n    two\\t$x\n  A", "one\n  two\t<$x>"),
        ("<<<'A'\none $x\\t\nA", "one $x\\t"),
        ('<<<"A"\nA', ""),
    ],
)
def test_texts(code: str, text: str) -> None:
    assert said(code) == text
