"""Two caches of the type checker that differ in their times alone become the same bytes, and mypy reads them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from librt.internal import ReadBuffer, WriteBuffer
from mypy.cache import CacheMeta
from mypy.metastore import SqliteMetadataStore
from types_cache import without_times

NAMES = ("rondel.engine.game", "rondel.engine.answer")


def described(name: str, time: int) -> bytes:
    """mypy's description of a module, written at that time."""
    meta = CacheMeta(
        id=name,
        path=f"{name}.py",
        mtime=time,
        size=7,
        hash="5e",
        dependencies=["builtins"],
        data_mtime=time,
        data_file=f"{name}.data.ff",
        suppressed=[],
        imports_ignored={},
        options={"strict": True},
        suppressed_deps_opts=b"",
        dep_prios=[5],
        dep_lines=[1],
        dep_hashes=[b"1"],
        interface_hash=b"2",
        trans_dep_hash=b"3",
        version_id="2.4.1",
        ignore_all=False,
        plugin_data=None,
    )
    written = WriteBuffer()
    meta.write(written)
    return b"\x01\x02" + written.getvalue()


def filled(cache: Path, time: int, names: tuple[str, ...]) -> Path:
    """A cache written at that time, with its modules in that order."""
    store = SqliteMetadataStore(str(cache / "3.11"), num_shards=2)
    for name in names:
        store.write(f"{name}.data.ff", b"types", mtime=float(time))
        store.write(f"{name}.meta.ff", described(name, time), mtime=float(time))
        store.write(f"{name}.ir.json", json.dumps({"ir": [1], "meta_hash": str(time)}).encode(), mtime=float(time))
    store.dirty_shards.update({0, 1})
    store.commit()
    store.close()
    return cache


def test_two_builds_leave_the_same_bytes(tmp_path: Path) -> None:
    first, second = filled(tmp_path / "first", 1_700_000_000, NAMES), filled(tmp_path / "second", 1_800_000_000, NAMES[::-1])
    files = [[(path.name, path.read_bytes()) for path in sorted(each.rglob("*.db"))] for each in (first, second)]
    assert files[0] != files[1]
    without_times(first)
    without_times(second)
    files = [[(path.name, path.read_bytes()) for path in sorted(each.rglob("*.db"))] for each in (first, second)]
    assert files[0] == files[1]
    assert len(files[0]) == 2


def test_mypy_reads_all_but_the_times(tmp_path: Path) -> None:
    without_times(filled(tmp_path, 1_700_000_000, NAMES))
    store = SqliteMetadataStore(str(tmp_path / "3.11"), num_shards=2)
    for name in NAMES:
        assert store.read(f"{name}.data.ff") == b"types"
        assert json.loads(store.read(f"{name}.ir.json"))["ir"] == [1]
        assert store.getmtime(f"{name}.data.ff") == 0.0
        read = store.read(f"{name}.meta.ff")
        meta = CacheMeta.read(ReadBuffer(read[2:]), f"{name}.data.ff")
        assert meta is not None
        assert (meta.id, meta.mtime, meta.data_mtime, meta.hash) == (name, 0, 0, "5e")
        assert read == described(name, 0)  # nothing else was changed
    store.close()


def test_a_cache_of_another_form_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="another form"):
        without_times(tmp_path)
