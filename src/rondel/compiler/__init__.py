"""The compiler of authors' games: `rondel compile`.

`build`      compiles a game file or package, tries both builds, and keeps the compiled one     game_build.py
`Refused`    why there is none: every `Refusal` with its place and the fix                      refusal.py
"""

from rondel.compiler.game_build import Made, build
from rondel.compiler.refusal import Refusal, Refused

__all__ = ["Made", "Refusal", "Refused", "build"]
