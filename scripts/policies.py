"""Solve the games whose policies come with Rondel, and write them: ``python scripts/policies.py``.

CFR+ runs until the next iteration hardly matters; probabilities are rounded to a ten-thousandth, which costs less than that
in exploitability. A level that plays by a policy uses the one in the package.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

import rondel  # noqa: E402
from rondel.players.bots.policy_bot import SHIPPED  # noqa: E402
from rondel.search import Cfr, ExtensiveForm, exploitability  # noqa: E402
from rondel.search.strategies.policy import Policy  # noqa: E402

ITERATIONS: Final = {"kuhn_poker": 4_000, "leduc_poker": 2_000}
"""The games, and how long each is solved."""
DIGITS: Final = 4


def rounded(policy: Policy) -> Policy:
    """The policy with rounded probabilities that still add up to 1."""
    moves: dict[str, dict[str, float]] = {}
    for state, chances in policy.moves.items():
        short = {text: round(chance, DIGITS) for text, chance in chances.items()}
        most = max(short, key=lambda text: short[text])
        short[most] = round(short[most] + 1 - sum(short.values()), DIGITS)
        moves[state] = short
    return Policy(policy.game, policy.version, policy.options, moves)


def main() -> None:
    """Write every policy and print its exploitability."""
    SHIPPED.mkdir(exist_ok=True)
    for name, iterations in ITERATIONS.items():
        form = ExtensiveForm(rondel.new(name, chance="explicit"))
        cfr = Cfr(form, plus=True)
        cfr.run(iterations)
        policy = rounded(cfr.policy())
        (SHIPPED / f"{name}.json").write_text(json.dumps(policy.to_json()) + "\n", encoding="utf-8")
        print(f"{name}: {len(policy)} information states, exploitability {exploitability(form, policy):.6f}")


if __name__ == "__main__":
    main()
