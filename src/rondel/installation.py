"""The installation: its version, and whether this Python and the compiled library fit the sources.

The front door imports this module first, and the import fails with one line where the rest would break. Only syntax that an
older Python can read is used here.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType

__version__ = "0.3.0.dev0"

OLDEST = (3, 11)
"""The oldest Python that can read the sources."""
LIBRARY = "rondel_native"
"""The name of the compiled library, and of the folder beside it with what a compiler of games needs."""
SERVER = "rondel_server"
"""The package of the distribution that brings the server's packages and the page."""

_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_WITHOUT_LOCK = f"{sys.version_info.minor}t" in EXTENSION_SUFFIXES[0]
"""Whether this Python has no global lock. There each compiled module keeps a library of its own, beside its source."""
_AGAIN = "run: pip install --force-reinstall --no-deps rondel=="


class BrokenInstallation(ImportError):
    """Sources, Python and compiled library do not belong together; the message says what to install."""


def check(version: str, python: tuple[int, ...] = sys.version_info[:3], beside: str = "") -> None:
    """Raise `BrokenInstallation` for a Python that is too old, and for a library that was compiled from another version.

    ``beside`` is the folder that contains the package, by default that of these sources.

    >>> check("0.2.0", (3, 8, 18))
    Traceback (most recent call last):
    rondel.installation.BrokenInstallation: Rondel needs Python 3.11 or newer, and this is 3.8.18: install it for a newer one
    """
    if python[:2] < OLDEST:
        here, oldest = [".".join([str(each) for each in numbers]) for numbers in (python, OLDEST)]
        raise BrokenInstallation(f"Rondel needs Python {oldest} or newer, and this is {here}: install it for a newer one")
    folder = beside or _FOLDER
    if not _is_compiled_for_this_python(folder):
        return  # interpreted, or compiled for another Python or system: then the sources are used
    try:
        with open(os.path.join(folder, LIBRARY, "version.json"), encoding="utf-8") as file:
            compiled = json.load(file)
    except (OSError, ValueError):
        compiled = None
    if compiled != version:
        what = f"version {compiled}" if isinstance(compiled, str) else "another version"
        raise BrokenInstallation(
            f"the installation in {folder!r} is half upgraded: the sources are version {version}, the compiled library is from "
            f"{what}; {_AGAIN}{version}"
        )


def load(version: str) -> None:
    """Load the compiled library beside the sources, if there is one for this Python.

    Raises `BrokenInstallation` for one that this system cannot load.
    """
    if _is_compiled_for_this_python(_FOLDER):
        try:
            if _WITHOUT_LOCK:
                import_module(f"{LIBRARY}__mypyc")
            else:
                sys.meta_path.insert(0, CompiledModules())
        except ImportError as error:
            raise BrokenInstallation(
                f"the compiled library in {_FOLDER!r} was made for another system ({error}); {_AGAIN}{version}"
            ) from error


def server_folders(version: str) -> list[str]:
    """The folder of the server's packages where they are installed apart from these sources; empty in a checkout, where they
    are beside each other, and where they are not installed.

    Raises `BrokenInstallation` for those of another version.
    """
    try:
        apart = import_module(SERVER)
    except ModuleNotFoundError:
        return []
    found = getattr(apart, "__version__", "unknown")
    if found != version:
        raise BrokenInstallation(
            f"the installation is half upgraded: rondel is version {version}, rondel-server is version {found}; "
            f"run: pip install --upgrade 'rondel[server]=={version}'"
        )
    folder = os.path.join(os.path.dirname(os.path.abspath(str(apart.__file__))), "server")
    return [folder] if os.path.isdir(folder) else []


class CompiledModules:
    """Finds the modules that are in the compiled library, before their sources are found."""

    def __init__(self) -> None:
        self._library = import_module(f"{LIBRARY}__mypyc")
        self._make = import_module(f"{LIBRARY}__modules").make
        inits = [each for each in dir(self._library) if each.startswith("init_")]
        self._inits = {each[len("init_") :].replace("___", "."): each for each in inits}

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The spec of a compiled module, whose file has the name of the source and the suffix of a library; else None."""
        if fullname not in self._inits:
            return None
        place = os.path.join(_FOLDER, *fullname.split(".")) + EXTENSION_SUFFIXES[0]
        return spec_from_file_location(fullname, place, loader=CompiledLoader(fullname, place, self))

    def made(self, name: str) -> ModuleType:
        """The module, which has run."""
        module: ModuleType = self._make(self._library, self._inits[name])
        return module


class CompiledLoader(ExtensionFileLoader):
    """Loads one of these modules."""

    def __init__(self, name: str, path: str, modules: CompiledModules) -> None:
        super().__init__(name, path)
        self._modules = modules

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module, which has run."""
        return self._modules.made(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Does nothing more."""


def _is_compiled_for_this_python(folder: str) -> bool:
    return os.path.exists(os.path.join(folder, f"{LIBRARY}__mypyc{EXTENSION_SUFFIXES[0]}"))


def is_compiled() -> bool:
    """Whether the compiled library runs in this process."""
    return f"{LIBRARY}__mypyc" in sys.modules


def is_command() -> bool:
    """Whether this process is the ``rondel`` command, whose user is told without a traceback."""
    # While Python imports the package of `-m rondel`, that is the first argument.
    return os.path.basename(sys.argv[0]).partition(".")[0] in ("rondel", "-m")


try:
    check(__version__)
    load(__version__)
except BrokenInstallation as broken:
    if not is_command():
        raise
    sys.stderr.write(f"rondel: {broken}\n")
    sys.exit(2)
