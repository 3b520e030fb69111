"""Sources: files, places and faults."""

from __future__ import annotations

import tree_sitter
from tree_sitter import Query

from rondel.bga.php.source import LANGUAGE, LONGEST, Place, Source, found, part, parts


def test_the_grammar_is_one_that_the_parser_loads() -> None:
    """Wheels have changed their grammar's format under one version before."""
    assert tree_sitter.MIN_COMPATIBLE_LANGUAGE_VERSION <= LANGUAGE.abi_version <= tree_sitter.LANGUAGE_VERSION


def test_a_node_knows_its_file_and_line() -> None:
    source = Source(b"<?php\r\n\r\n$a = 1;\r\n", "modules/php/a.php")
    assert source.place(parts(source.root)[1]) == Place("modules/php/a.php", 3)


def test_faults_are_all_named_and_the_rest_is_read() -> None:
    source = Source(b"<?php\n$a = [1 2];\n$b = 3;\n$c = = 4;\n", "a.php")
    assert {each.line for each in source.faults()} == {2, 4}
    assert "$b = 3" in source.text(source.root)


def test_one_slip_is_named_once_and_where_it_is() -> None:
    source = Source(b"<?php\n$a = [\n 'x' => 'it's',\n 'y' => 1,\n 'z' => [2],\n];\n", "a.php")
    assert [each.line for each in source.faults()] == [3]


def test_a_file_that_the_parser_loses_is_named_where_it_first_slips() -> None:
    slips = "'z' => f('${you} the b's d'), \n'w' => f('${you} the b's d')"
    text = "<?php\n$a = [\n 1 => [\n  'x' => f('a's b'),\n  'y' => 1,\n ],\n"
    text += f" 2 => ['y' => f('b'), {slips},],\n 3 => ['z' => 'a'],\n];\n"
    source = Source(text.encode(), "a.php")
    assert source.root.is_error
    assert [each.line for each in source.faults()] == [4]


def test_an_excerpt_is_one_line_and_not_long() -> None:
    source = Source(b"<?php $a = [\n  1,\n" + b"  2,\n" * 100 + b"];", "a.php")
    said = source.excerpt(source.root)
    assert said.startswith("<?php $a = [ 1, 2,")
    assert len(said) == LONGEST


def test_children_by_kind() -> None:
    source = Source(b"<?php namespace A; // a\nf();", "a.php")
    assert part(source.root, "comment") is not None
    assert "comment" not in [each.type for each in parts(source.root)]
    assert part(source.root, "echo_statement") is None
    assert parts(None) == []


def test_captures_come_in_the_order_of_the_file() -> None:
    source = Source(b"<?php f(1); $a; g(2);", "a.php")
    query = Query(LANGUAGE, "(variable_name) @variable (integer) @number")
    assert [(name, source.text(node)) for name, node in found(query, source.root)] == [
        ("number", "1"),
        ("variable", "$a"),
        ("number", "2"),
    ]
