"""The files of the built page, as an installation has them."""

from __future__ import annotations

from pathlib import Path

import brotli
import pytest

from rondel.server.catalog import page_files


def test_a_file_is_read_as_it_is_or_from_its_compressed_form(tmp_path: Path) -> None:
    (tmp_path / "rules.zip.br").write_bytes(brotli.compress(b"the rules"))
    assert page_files.read(tmp_path / "rules.zip") == b"the rules"
    (tmp_path / "rules.zip").write_bytes(b"newer rules")
    assert page_files.read(tmp_path / "rules.zip") == b"newer rules"
    with pytest.raises(FileNotFoundError, match=r"page\.js'$"):
        page_files.read(tmp_path / "page.js")
