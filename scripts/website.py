"""Build the documentation as a site: ``python scripts/website.py [FOLDER] [--url ADDRESS]``; `make site` builds ``build/site``.

The folder holds a folder for each version, ``versions.json`` for the theme's selector, and a start page that leads to the
newest version. A build replaces the folder of its own version only. All links are relative, so the site works at any address;
but the page of addresses that do not exist (``404.html``) needs ``--url``, unless the site lies at the root of its host.

Pages are staged in a temporary folder first: docs/ as it is, the measurements of benchmarks/, and as pages of their own the
sources outside docs/ to which pages link. The positions of rules pages become their pictures, and games can be played in the
pages (`live_tables.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any, Final

import yaml
from live_tables import LiveTables

from rondel.errors import RondelError
from rondel.server.catalog import illustrations

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = ROOT / "docs"
MEASUREMENTS: Final = ROOT / "benchmarks"
INTO: Final = ROOT / "build" / "site"
OF_THE_PAGE: Final = {
    "web/src/app/style/colours.css": "stylesheets/colours.css",
    "web/src/app/icons/mark.svg": "images/mark.svg",
}
"""What the site shares with the page of the arena, and where it lies in the site."""
_LINK: Final = re.compile(r"(?<=\]\()([^)#\s:]+)(?=[)#])")
_PICTURE: Final = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)-light\.webp\)")
_VERSION: Final = re.compile(r"\d+(\.\d+)*(\.dev\d+)?")
_START: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Rondel</title>
<link rel="icon" href="{newest}/images/mark.svg">
<meta http-equiv="refresh" content="0; url={newest}/">
<p><a href="{newest}/">Rondel {newest}</a></p>
</html>
"""

_THEME: Final = {
    "404.html": """{{% extends "main.html" %}}
{{% block content %}}
<h1>No such page</h1>
<p>The address may be of another version, or the page may have moved. Search for it above, or go on from
<a href="{{{{ nav.homepage.url | url }}}}">the start page</a>.</p>
{{% endblock %}}
""",
    "partials/language.html": """{{% import "partials/languages/en.html" as english %}}
{{% macro t(key) %}}{{{{ "Version {version}" if key == "select.version" else english.t(key) or key }}}}{{% endmacro %}}
""",
}
"""What differs from the theme: the page of addresses that do not exist, and the name of the selector of versions, which must
contain what is written on it."""


class SiteError(RondelError):
    """The site cannot be built; the message is what the generator printed."""

    code = "not_built"


# -- staging -----------------------------------------------------------------------------------------------------------


def stage(into: Path, tables: LiveTables) -> None:
    """Write all pages and pictures of the site into an empty folder, and tell the tables which games the pages offer."""
    shutil.copytree(DOCS, into, ignore=shutil.ignore_patterns("__pycache__"))
    for shared, place in OF_THE_PAGE.items():
        shutil.copy(ROOT / shared, into / place)
    sources: set[Path] = set()
    for page in [*DOCS.rglob("*.md"), *MEASUREMENTS.glob("*.md")]:
        text = tables.on_page(page.read_text(encoding="utf-8"), page, to_root(page))
        if page.parent == DOCS / "games" and "." not in page.stem:
            text = with_pictures(tables.on_rules(text, page.stem, to_root(page)), page.stem)
        if page == DOCS / "games.md":
            text = tables.in_gallery(text, to_root(page))
        if page == DOCS / "index.md":
            text = f"---\nhide: [navigation, toc]\n---\n\n{text}"
        _write(into / placed(page), both_colours(relinked(text, page, sources)))
    for source in sources:
        code = source.read_text(encoding="utf-8").rstrip()
        _write(into / placed(source), f"# {source.relative_to(ROOT).as_posix()}\n\n````python\n{code}\n````\n")


def placed(path: Path) -> str:
    """Where a file of the project lies in the site: pages of docs/ at its root, other files under their path, sources as pages.

    >>> [placed(ROOT / each) for each in ("docs/games/chess.md", "benchmarks/PAGE.md", "examples/nim.py")]
    ['games/chess.md', 'benchmarks/PAGE.md', 'examples/nim.py.md']
    """
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS).as_posix()
    name = path.relative_to(ROOT).as_posix()
    return name if path.suffix == ".md" else f"{name}.md"


def to_root(page: Path) -> str:
    """The way from a page to the root of its version.

    >>> [to_root(ROOT / each) for each in ("docs/games.md", "docs/games/chess.md")]
    ['', '../']
    """
    return "../" * (len(Path(placed(page)).parts) - 1)


def relinked(text: str, page: Path, sources: set[Path]) -> str:
    """The text of a page with links to files outside docs/ leading to where these lie in the site; adds sources to the set.

    >>> found = set()
    >>> relinked("[Nim](../examples/nim.py), [the page](client.md#speed)", DOCS / "author-guide.md", found)
    '[Nim](examples/nim.py.md), [the page](client.md#speed)'
    >>> [each.name for each in found]
    ['nim.py']
    """

    def link(match: re.Match[str]) -> str:
        target = (page.parent / match[1]).resolve()
        if target.is_relative_to(DOCS) and page.is_relative_to(DOCS):
            return match[1]
        if target.suffix == ".py":
            sources.add(target)
        return Path(os.path.relpath(placed(target), Path(placed(page)).parent)).as_posix()

    return _LINK.sub(link, text)


def with_pictures(text: str, game: str) -> str:
    """The rules with the picture of each position in the place of its block. `make pictures` takes them.

    >>> print(with_pictures("```position\\nThe start.\\n```\\n", "chess"))
    <figure markdown="span">
    ![](../images/games/chess-1-light.webp)
    <figcaption>The start.</figcaption>
    </figure>
    <BLANKLINE>
    """
    numbers = iter(range(1, text.count("```position\n") + 1))

    def figure(match: re.Match[str]) -> str:
        caption, _settings = illustrations.read(match[1])
        image = f"![](../images/games/{game}-{next(numbers)}-light.webp)"
        return f'<figure markdown="span">\n{image}\n<figcaption>{caption}</figcaption>\n</figure>'

    return illustrations.BLOCK.sub(figure, text)


def both_colours(text: str) -> str:
    """The text with a second image beside each that is for the light scheme.

    >>> both_colours("![A table](go-light.webp)")
    '![A table](go-light.webp#only-light){ loading=lazy }![A table](go-dark.webp#only-dark){ loading=lazy }'
    """
    return _PICTURE.sub(
        lambda found: "".join(
            f"![{found[1]}]({found[2]}-{scheme}.webp#only-{scheme}){{ loading=lazy }}" for scheme in ("light", "dark")
        ),
        text,
    )


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# -- building ----------------------------------------------------------------------------------------------------------


def version() -> str:
    """The version of the project, which names the folder of this build."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def build(into: Path = INTO, url: str | None = None) -> Path:
    """Build this version into a folder of a site; returns the folder of the version. Raises `SiteError` for broken links, and
    `NotBuilt` if the client, which shows the tables, is not built."""
    place = into.resolve() / version()
    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder) / "rules"
        rules.mkdir()
        tables = LiveTables(rules)
        stage(Path(folder) / "docs", tables)
        for name, text in _THEME.items():
            _write(Path(folder) / "theme" / name, text.format(version=version()))
        config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
        config["site_dir"] = "site"
        config["theme"]["custom_dir"] = "theme"
        if url:
            config["site_url"] = f"{url.rstrip('/')}/{version()}/"
        _write(Path(folder) / "mkdocs.yml", yaml.safe_dump(config))
        argv = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", f"{folder}/mkdocs.yml"]
        done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            warnings = done.stderr.partition("Traceback (most recent call last)")[0]  # before the generator's own
            raise SiteError(re.sub(r"\x1b\[[\d;]*m", "", warnings.strip() or done.stderr))
        tables.write(Path(folder) / "site")
        shutil.rmtree(place, ignore_errors=True)
        shutil.move(f"{folder}/site", place)
    found = versions(into)
    entries = [{"version": each, "title": each, "aliases": []} for each in found]
    _write(into / "versions.json", json.dumps(entries, indent=2) + "\n")
    _write(into / "index.html", _START.format(newest=found[0]))
    shutil.copy(into / found[0] / "404.html", into / "404.html")
    return place


def versions(site: Path) -> list[str]:
    """The versions in a site, the newest first; ``0.3.0.dev0`` is older than ``0.3.0``."""
    found = [each.name for each in site.iterdir() if _VERSION.fullmatch(each.name) and (each / "index.html").exists()]
    return sorted(found, key=_version_order, reverse=True)


def _version_order(name: str) -> tuple[list[int], bool]:
    """A key that sorts versions.

    >>> sorted(["0.10.0", "0.3.0", "0.3.0.dev0", "0.2.0"], key=_version_order)
    ['0.2.0', '0.3.0.dev0', '0.3.0', '0.10.0']
    """
    numbers, dev, _number = name.partition(".dev")
    return [int(part) for part in numbers.split(".")], not dev


def main(argv: list[str]) -> int:
    """Build the site and print where it lies; 1 when the generator finds fault with it."""
    parser = argparse.ArgumentParser(description="Build the documentation as a site.")
    parser.add_argument("into", nargs="?", type=Path, default=INTO, metavar="FOLDER", help="default: build/site")
    parser.add_argument("--url", help="where the site will lie, for 404.html and the sitemap; default: the root of its host")
    given = parser.parse_args(argv)
    try:
        place = build(given.into, given.url)
    except RondelError as error:
        print(f"{error}\n\nrondel: the site has not been built; see above what was found", file=sys.stderr)
        return 1
    print(f"rondel: the site is in {place.parent}; to look at it: python -m http.server --directory {place.parent}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
