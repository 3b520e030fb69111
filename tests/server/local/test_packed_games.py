"""The games of a browser arrive when they are needed, and not before."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

import rondel.shelf
from rondel.server.catalog.games import offers
from rondel.server.local import packed_games
from rondel.server.local.packed_games import PackedGames, fetch_games, packed_offers
from rondel.server.protocol.refused import Refusal


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A further folder of the shelf, empty."""
    monkeypatch.setattr(rondel.shelf, "__path__", [*rondel.shelf.__path__, str(tmp_path)])
    yield tmp_path
    sys.meta_path[:] = [each for each in sys.meta_path if not isinstance(each, PackedGames)]
    for name in [each for each in sys.modules if each.startswith("rondel.shelf.later_game")]:
        del sys.modules[name]


def test_a_game_is_fetched_when_it_is_imported_first(shelf: Path) -> None:
    asked: list[str] = []

    def fetch(game: str) -> bool:
        asked.append(game)
        (shelf / game).mkdir()
        (shelf / game / "__init__.py").write_text("from rondel.shelf.later_game import rules\n")
        (shelf / game / "rules.py").write_text("WORTH = 3\n")
        return True

    fetch_games(fetch)
    import_module("rondel.search.perft")
    assert asked == []
    assert import_module("rondel.shelf.later_game.rules").WORTH == 3
    assert asked == ["later_game"]


def test_a_game_that_does_not_arrive_is_refused_and_asked_for_again(shelf: Path) -> None:
    arrives = False

    def fetch(game: str) -> bool:
        (shelf / f"{game}.py").write_text("WORTH = 3\n")
        return arrives

    fetch_games(fetch)
    with pytest.raises(Refusal, match="the rules of this game did not arrive") as refused:
        import_module("rondel.shelf.later_game")
    assert refused.value.status == 503
    arrives = True
    assert import_module("rondel.shelf.later_game").WORTH == 3


def test_what_packed_games_offer_is_read_without_loading_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = offers()
    packed_offers.cache_clear()
    assert packed_offers() == (), "a checkout has no list"
    (tmp_path / "packed_games.json").write_bytes(msgspec.json.encode(found))
    monkeypatch.setattr(packed_games, "LIST", tmp_path / "packed_games.json")
    packed_offers.cache_clear()
    try:
        renamed = [msgspec.structs.replace(each, title=f"{each.title}!") for each in packed_offers()]
        assert [each.title for each in offers(renamed)] == [f"{each.title}!" for each in found]
        assert msgspec.json.encode(offers(packed_offers())) == msgspec.json.encode(found)
    finally:
        packed_offers.cache_clear()
