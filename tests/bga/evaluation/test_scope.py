"""Scopes: the names of a node at its place."""

from __future__ import annotations

from rondel.bga.evaluation.scope import Scope
from rondel.bga.php import namespace
from rondel.bga.php.source import Source, parts


def test_variables_have_names_and_other_nodes_none() -> None:
    source = Source(b"<?php\n$stones; 5;", "a.php")
    scope = Scope(source, namespace.of(source))
    variable, number = [parts(each)[0] for each in parts(source.root)[1:]]
    assert (scope.variable(variable), scope.variable(number)) == ("stones", "")
    assert str(scope.unread(number, "it is a five")) == "a.php:2: 5: it is a five"
