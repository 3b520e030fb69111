"""The type checker's cache in a compiled wheel, without the times at which it was written.

mypy stores in each entry when the source file and the data of the entry were written, and in its database when each row was
written. Two builds of the same sources are to be equal, so all of these times become 0. Where a wheel is installed, the sources
have other times in any case, and mypy compares their hashes.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

META, IR = ".meta.ff", ".ir.json"
"""The endings of the entries with times: mypy's description of a module, and mypyc's, which has a hash of the first."""
PREFIX = 2
"""The bytes before a description: the versions of its format."""


def without_times(cache: Path) -> None:
    """Write all databases of a cache anew, with times of 0 and with the rows in the order of their names.

    Raises `FileNotFoundError` where there are none: mypy would store its cache in another way.
    """
    if not (databases := sorted(cache.rglob("*.db"))):
        raise FileNotFoundError(f"no database in {cache}; mypy's cache has another form now")
    for each in databases:
        old = sqlite3.connect(each)
        scheme = [sql for (sql,) in old.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name")]
        rows = old.execute("SELECT path, data FROM files2 ORDER BY path").fetchall()
        old.close()
        for name in (each.name, f"{each.name}-wal", f"{each.name}-shm"):
            each.with_name(name).unlink(missing_ok=True)
        new = sqlite3.connect(each)
        with new:
            for sql in sorted(scheme, key=lambda sql: not sql.startswith("CREATE TABLE")):
                new.execute(sql)
            new.executemany("INSERT INTO files2 VALUES (?, 0.0, ?)", [(path, timeless(path, data)) for path, data in rows])
        new.close()


def timeless(name: str, data: bytes) -> bytes:
    """The entry of that name without a time in it.

    >>> timeless("rondel/a.ir.json", b'{"ir":1,"meta_hash":"5e"}')
    b'{"ir":1,"meta_hash":""}'
    >>> timeless("rondel/a.data.ff", b"types")
    b'types'
    """
    if name.endswith(META):
        from librt.internal import ReadBuffer, WriteBuffer
        from mypy.cache import CacheMeta

        meta = CacheMeta.read(ReadBuffer(data[PREFIX:]), "")
        if meta is None:
            raise ValueError(f"mypy cannot read its own entry {name}")
        meta.mtime = meta.data_mtime = 0
        written = WriteBuffer()
        meta.write(written)
        return data[:PREFIX] + written.getvalue()
    if name.endswith(IR):
        # Only mypyc's own front end compares the hash, and `rondel.compiler.front_end` is in its place.
        return json.dumps({**json.loads(data), "meta_hash": ""}, separators=(",", ":")).encode()
    return data
