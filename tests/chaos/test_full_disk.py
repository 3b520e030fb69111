"""R11 in short: a disk that is full."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.chaos import full_disk

NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount", "true"]


def test_a_full_disk_costs_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    if subprocess.run(NAMESPACE, capture_output=True, check=False).returncode != 0:
        pytest.skip("a small disk needs user namespaces, which this machine does not give")
    figure = full_disk.run(tmp_path, short=True)
    assert figure.met, str(figure)
