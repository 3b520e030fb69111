"""The list of files in a service worker, and its version, which follows them."""

from rondel.server.site.service_worker import ServiceWorker, integrity

BUILT = ServiceWorker("build", {"index.html": "sha256-1"}, {"assets/python-1.js": "sha256-2"}, "listen();\n")


def test_packed_files_replace_those_of_before() -> None:
    one = BUILT.with_packed({"packed/rondel-1.zip": b"one"})
    assert one.later == {"assets/python-1.js": "sha256-2", "packed/rondel-1.zip": integrity(b"one")}
    other = one.with_packed({"packed/rondel-2.zip": b"other"})
    assert other.later.keys() == {"assets/python-1.js", "packed/rondel-2.zip"}
    assert len({BUILT.version, one.version, other.version}) == 3
    assert other.with_packed({"packed/rondel-1.zip": b"one"}) == one, "whatever was packed between"
    assert other.with_packed({"packed/rondel-2.zip": b"other"}) is other
    assert ServiceWorker.read(other.text()) == other


def test_a_site_keeps_what_its_page_is_made_of() -> None:
    files = {
        "index.html": b"a",
        "assets/a.js": b"b",
        "assets/python-1.js": b"c",
        "packed/rondel-1.zip": b"d",
        "icons/a.png": b"e",
    }
    site = BUILT.for_site(files)
    assert site.files == {"index.html": integrity(b"a"), "assets/a.js": integrity(b"b")}
    assert site.later == {"assets/python-1.js": integrity(b"c"), "packed/rondel-1.zip": integrity(b"d")}
    assert site.for_site({**files, "index.html": b"f"}).version != site.version
