"""The built page below a path: its scripts and style sheets name each other by relative addresses."""

import re

import pytest

from rondel.server.transport.static import CLIENT

pytestmark = pytest.mark.browser


def test_parts_of_the_page_name_each_other_by_relative_addresses() -> None:
    parts = [each for each in CLIENT.glob("assets/*") if each.suffix in (".js", ".css")]
    assert any("__vite__mapDeps" in each.read_text(encoding="utf-8") for each in parts), "some are loaded later"
    absolute = {
        each.name: found for each in parts if (found := re.findall(r"/assets/\S{20}", each.read_text(encoding="utf-8")))
    }
    assert absolute == {}


@pytest.mark.parametrize("page", ["index.html", "table.html"])
def test_a_page_names_its_parts_from_the_root(page: str) -> None:
    named = re.findall(r'(?:src|href)="([^"]+)"', (CLIENT / page).read_text(encoding="utf-8"))
    assert named, "it has scripts"
    assert all(re.match("/(assets|icons)/|/manifest.webmanifest$", each) for each in named), (
        "the server sends it at several depths"
    )
