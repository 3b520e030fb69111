"""Look up the pinned packages in a database of known vulnerabilities, and print how many lookups succeeded.

Run by ``make audit``, in an environment of its own. It asks the package index for each release and keeps no copy. pip-audit
skips packages that the index does not know and reports success. This script counts the lookups, and fails if there were none.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WHERE = "the package index that pip-audit asks cannot be reached from here, or does not know them; there is no offline form"


def verdict(found: list[dict[str, Any]]) -> tuple[int, list[str]]:
    """Exit code and lines of output, from pip-audit's result for each package.

    >>> verdict([{"name": "a", "version": "1", "vulns": []}])
    (0, ['1 of 1 packages looked up: no known faults'])
    >>> verdict([{"name": "a", "version": "1", "vulns": [{"id": "X-1", "fix_versions": ["2"]}]}])
    (1, ['1 of 1 packages looked up: 1 known fault', '  a 1: X-1, mended in 2'])
    >>> code, lines = verdict([{"name": "a", "skip_reason": "not found"}])
    >>> code, lines[0]
    (1, '0 of 1 packages looked up: the index knows none of them')
    """
    looked_up = [each for each in found if "skip_reason" not in each]
    faults = [
        f"  {each['name']} {each['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'no release yet'}"
        for each in looked_up
        for fault in each["vulns"]
    ]
    told = f"{len(faults)} known fault{'' if len(faults) == 1 else 's'}" if faults else "no known faults"
    told = told if looked_up else "the index knows none of them"
    lines = [f"{len(looked_up)} of {len(found)} packages looked up: {told}", *faults]
    if len(looked_up) < len(found):
        lines.append(f"  not looked up: {len(found) - len(looked_up)}; {WHERE}")
    return int(bool(faults) or not looked_up), lines


def main() -> int:
    """Run pip-audit and print the verdict."""
    argv = [sys.executable, "-m", "pip_audit", "--requirement", str(ROOT / "constraints.txt")]
    argv += ["--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json"]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(f"pip-audit could not be run: {done.stderr.strip() or done.stdout.strip()}", file=sys.stderr)
        return 1
    code, lines = verdict(found)
    print("\n".join(lines))
    return code


if __name__ == "__main__":
    sys.exit(main())
