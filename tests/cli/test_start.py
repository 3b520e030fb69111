"""The entry point where the packages of the command are missing."""

from __future__ import annotations

import subprocess
import sys


def test_without_its_packages_the_command_names_the_extra() -> None:
    program = "import sys; sys.modules['rich'] = None; from rondel.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program, "games"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rich is not installed; run: pip install 'rondel[cli]'\n"
