"""The front end: type checks the modules of a game and translates them to C, ``python -m rondel.compiler.front_end``.

It is a process of its own: mypy is told its working directory, ends the process at some faults, and needs much memory. It reads
a `Task` from standard input, writes the C files, and prints an `Outcome`, both as JSON.

The engine is not read again. Its types and signatures are in the cache that its own compilation left (`scripts/compile.py`), so
the modules of a game are one more library, which calls the engine's functions directly.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mypy.build import BuildResult, BuildSource, build
from mypy.errors import CompileError
from mypy.fscache import FileSystemCache
from mypy.main import process_options
from mypy.nodes import MypyFile, TypeInfo
from mypy.options import Options
from mypy.plugin import Plugin, ReportConfigContext
from mypyc.codegen import emitmodule
from mypyc.errors import Errors
from mypyc.ir.module_ir import ModuleIRs
from mypyc.options import CompilerOptions

from rondel.installation import LIBRARY

LENIENT: Final = {
    "disallow_any_generics": False,
    "disallow_incomplete_defs": False,
    "disallow_subclassing_any": False,
    "disallow_untyped_calls": False,
    "disallow_untyped_decorators": False,
    "disallow_untyped_defs": False,
    "check_untyped_defs": False,
    "ignore_missing_imports": True,
    "implicit_reexport": True,
    "strict_equality": False,
    "warn_return_any": False,
    "warn_unused_ignores": False,
}
"""The type checker's options for a game: code without annotations is compiled as well. What it takes for unreachable stays an
error, because the compiler leaves it out."""


@dataclass(frozen=True)
class Task:
    """What is to be translated."""

    name: str
    """The name of the library."""
    modules: dict[str, str]
    engine: list[str]
    """The modules of the compiled engine, as paths under the working directory."""
    arguments: list[str]
    """The type checker's arguments, which must be those of the engine's compilation."""
    cache: str
    target: str
    """The folder for the C files."""


@dataclass
class Outcome:
    """What came of it: nothing but the files, or the messages that prevented it."""

    type_errors: list[str] = field(default_factory=list)
    unsupported: list[str] = field(default_factory=list)
    imported: list[str] = field(default_factory=list)
    """Other files whose types were trusted, neither of Rondel nor of the type checker."""


class GroupPlugin(Plugin):
    """Tells the type checker which modules are compiled together.

    mypyc's own one also compares all C files of the engine with the cache; here they are not needed.
    """

    def __init__(self, options: Options, groups: emitmodule.Groups) -> None:
        super().__init__(options)
        self._groups: dict[str, tuple[str | None, list[str]]] = {}
        self._fresh = {source.module for sources, name in groups if name == LIBRARY for source in sources}
        for sources, name in groups:
            modules = sorted(source.module for source in sources)
            self._groups.update(dict.fromkeys(modules, (name, modules)))

    def report_config_data(self, ctx: ReportConfigContext) -> Any:
        """What the cache of a module depends on; None for one that is to be compiled anew."""
        return None if ctx.is_check and ctx.id not in self._fresh else self._groups.get(ctx.id)

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """The modules of the same library."""
        return [(10, name, -1) for name in self._groups.get(file.fullname, (None, []))[1]]

    def get_additional_indirect_deps(self, file: MypyFile) -> set[str]:
        """The modules of all base classes."""
        if file.fullname not in self._groups:
            return set()
        own = [each.node for each in file.names.values() if isinstance(each.node, TypeInfo)]
        return {base.module_name for kind in own if kind.module_name == file.fullname for base in kind.mro[1:]}


def translate(task: Task) -> Outcome:
    """Write the C files of the library."""
    files = FileSystemCache()
    engine, options = process_options(
        [*task.arguments, f"--cache-dir={task.cache}", "--show-column-numbers", *task.engine], fscache=files, mypyc=True
    )
    game = [BuildSource(path, name) for name, path in task.modules.items()]
    options.python_version = sys.version_info[:2]
    options.show_traceback = options.export_types = options.incremental = options.preserve_asts = True
    options.fast_module_lookup = True  # modules of a package are found among the sources: the names are not those of folders
    for source in [*engine, *game]:
        options.per_module_options.setdefault(source.module, {})["mypyc"] = True
    for source in game:
        options.per_module_options[source.module].update(LENIENT)
    groups: emitmodule.Groups = [
        (sorted(game, key=lambda source: source.module), task.name),
        (sorted(engine, key=lambda source: source.module), LIBRARY),
    ]
    outcome = Outcome()
    try:
        result = build([*engine, *game], options, fscache=files, extra_plugins=[GroupPlugin(options, groups)])
    except CompileError as error:
        outcome.type_errors = error.messages
        return outcome
    try:
        if result.errors:
            outcome.type_errors = result.errors
            return outcome
        again = result.manager.rechecked_modules.intersection([source.module for source in engine])
        if again:
            raise SystemExit(f"the engine's types are not those that it was compiled with: {min(again)}")
        outcome.imported = _imported(result, task)
        errors = Errors(options)
        settings = CompilerOptions(separate=True, target_dir=task.target, include_runtime_files=True)
        modules, texts, _mapper = emitmodule.compile_modules_to_c(result, settings, errors, groups)
        outcome.unsupported = errors.new_messages() if errors.num_errors else _closed(modules, result)
        if outcome.unsupported:
            return outcome
        for name, text in [each for group in texts for each in group]:
            if text:  # those of the engine are empty
                Path(task.target, name).write_text(text, encoding="utf-8")
    finally:
        result.manager.metastore.close()
    return outcome


def _closed(modules: ModuleIRs, result: BuildResult) -> list[str]:
    """The classes that extend one of the engine's which is not made for it: the engine would not call their methods."""
    found = []
    for module in modules.values():
        for kind in module.classes:
            base = kind.base
            if base is None or not base.module_name.startswith("rondel.") or base.allow_interpreted_subclasses:
                continue
            tree, path = result.graph[module.fullname].tree, result.graph[module.fullname].xpath
            node = tree.names.get(kind.name) if tree is not None else None
            line = node.node.line if node is not None and node.node is not None else 1
            found.append(f"{path}:{line}: error: Closed class {base.name}")
    return found


def _imported(result: BuildResult, task: Task) -> list[str]:
    """The files outside Rondel and the standard library that the game imports, one through the other."""
    waiting, met, found = list(task.modules), set(task.modules), []
    while waiting:
        for name in result.graph[waiting.pop()].dependencies:
            state = result.graph.get(name)
            if state is None or state.path is None or name in met or name.partition(".")[0] == "rondel":
                continue
            met.add(name)
            path = os.path.abspath(state.path)
            if "typeshed" not in Path(path).parts and os.path.isfile(path):
                found.append(path)
                waiting.append(name)
    return sorted(found)


def main() -> None:
    """Read a task, print its outcome."""
    task = Task(**json.loads(sys.stdin.read()))
    with contextlib.redirect_stdout(sys.stderr):
        outcome = translate(task)
    sys.stdout.write(json.dumps(vars(outcome)))


if __name__ == "__main__":
    main()
