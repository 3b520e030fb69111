// Compiles Python's library and Rondel to bytecode with the Python of Pyodide, and keeps the modules that are imported.
//
//     node scripts/pyodide_pack.mjs PYODIDE PACKED ENTRY FINDINGS
//
// PACKED holds source.zip (Rondel) and wheel.zip (msgspec). It gets rondel.zip (with msgspec's modules, and without the games),
// games/NAME.zip for each game, msgspec.wasm (its extension), findings.zip (what only FINDINGS needs), python.zip, and modules.json,
// which names the modules of Python's library that are there.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, packed, entry, findings] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(pyodide), "pyodide.mjs")).href);
const { info } = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));
const python = await loadPyodide({
  env: { PYTHONNODEBUGRANGES: "1" }, // no columns in tracebacks, which make bytecode a tenth larger
  lockFileContents: { info, packages: {} }, // no package of Pyodide's own
});

python.FS.mkdirTree("/packed");
python.FS.mkdirTree("/pyodide");
python.mountNodeFS("/packed", resolve(packed));
python.mountNodeFS("/pyodide", resolve(pyodide));
python.globals.set("entry", entry);
python.globals.set("findings", findings);
python.runPython(`
import ast, importlib, importlib._bootstrap_external as external, json, re, sys, zipfile

with zipfile.ZipFile("/packed/wheel.zip") as wheel:
    wheel.extractall("/lib/python3.14/site-packages")
    [extension] = [name for name in wheel.namelist() if name.endswith(".so")]
    with open("/packed/msgspec.wasm", "wb") as packed:
        packed.write(wheel.read(extension))
sys.path.insert(0, "/packed/source.zip")
importlib.invalidate_caches()
importlib.import_module(entry)
import rondel
import rondel.builds
import rondel.search.tree.unfolding
from rondel.players.bots.registry import bot
for name in rondel.games():
    rondel.find(name)
for level in range(1, 6):
    bot(f"level:{level}", seed=1)  # it imports what it plays with
arena = set(sys.modules)
importlib.import_module(findings)

AUTHORS = ("bisect", "calendar", "copy", "datetime", "decimal", "difflib", "fractions", "graphlib", "heapq", "numbers", "pprint", "queue", "statistics", "string", "textwrap")
"""Modules that the rules of an author may import."""
for name in AUTHORS:
    importlib.import_module(name)

LATER = ("_pyodide", "pyodide", "encodings.idna", "encodings.ascii", "encodings.latin_1", "stringprep")
"""Modules that are imported later, while Pyodide starts or a text is decoded."""

def bare(source, name):
    # Docstrings are left out; those of a game are read where it has no page of rules.
    tree = ast.parse(source)
    if not name.startswith("rondel/shelf/"):
        for node in ast.walk(tree):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, False):
                node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

def pack(into, source, prefix, level, wanted=lambda name: True, mode="w"):
    with zipfile.ZipFile(source) as files, zipfile.ZipFile(into, mode, zipfile.ZIP_STORED) as packed:
        for name in filter(wanted, files.namelist()):
            data = files.read(name)
            if name.endswith(".py"):
                code = compile(bare(data, name), prefix + name, "exec", dont_inherit=True, optimize=level)
                data, name = external._code_to_hash_pyc(code, bytes(8), False), name + "c"
            packed.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data)

def module(name):
    return name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")

def imported(name):
    return name.endswith(".py") and (module(name) in sys.modules or module(name).startswith(LATER))

def for_findings(name):
    return name.endswith(".py") and module(name) in sys.modules and module(name) not in arena

GAMES = rondel.games()

def game_of(name):
    # The game to which a file belongs; empty for all other files.
    found = re.match(r"rondel/(?:shelf|server/rulebooks)/([^/.]+)", name)
    return found[1] if found and found[1] in GAMES else ""

pack("/packed/python.zip", "/pyodide/python_stdlib.zip", "/lib/python314.zip/", 2, imported)
with zipfile.ZipFile("/packed/python.zip") as library, open("/packed/modules.json", "w") as listed:
    packed = [name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in library.namelist()]
    json.dump(sorted({*packed, *sys.builtin_module_names}), listed)
PACKAGES = "/lib/python3.14/site-packages/"
pack("/packed/rondel.zip", "/packed/source.zip", PACKAGES, 0, lambda name: not game_of(name) and not for_findings(name))
pack("/packed/rondel.zip", "/packed/wheel.zip", PACKAGES, 0, lambda name: name.endswith(".py"), "a")
for game in GAMES:
    pack(f"/packed/games/{game}.zip", "/packed/source.zip", PACKAGES, 0, lambda name: game_of(name) == game)
pack("/packed/findings.zip", "/packed/source.zip", PACKAGES, 0, for_findings)
`);
