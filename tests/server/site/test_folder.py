"""The folder of a site: what may be replaced, and that a failed run leaves the old one."""

import errno
import os
from pathlib import Path

import pytest

from rondel.errors import BadOption
from rondel.server.site import folder
from rondel.server.site.folder import MARK, NotWritten

SITE = {MARK: b"{}", "assets/a.js": b"1"}


def listed(place: Path) -> dict[str, bytes]:
    return {each.relative_to(place).as_posix(): each.read_bytes() for each in place.rglob("*") if each.is_file()}


def test_a_site_is_replaced_as_a_whole(tmp_path: Path) -> None:
    place = tmp_path / "some" / "site"
    folder.check_replaceable(place)
    folder.write(place, {**SITE, "assets/old.js": b"2"})
    folder.check_replaceable(place)
    folder.write(place, SITE)
    assert listed(place) == SITE
    assert os.listdir(place.parent) == ["site"], "nothing is left beside it"
    assert place.stat().st_mode & 0o777 == place.parent.stat().st_mode & 0o777, "a web server of another user reads it"


def test_an_empty_folder_is_taken_and_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real")
    folder.check_replaceable(link)
    folder.write(link, SITE)
    assert link.is_symlink()
    assert listed(tmp_path / "real") == SITE


def test_what_is_no_site_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(
        BadOption, match=r"is not empty and is no earlier site, so it is left alone: name another folder, --into DIR"
    ):
        folder.check_replaceable(tmp_path)
    with pytest.raises(BadOption, match=r"letter\.txt' is a file: name a folder"):
        folder.check_replaceable(tmp_path / "letter.txt")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWritten, match=r"cannot write to '.*file/site': (Not a directory|File exists); name another folder"):
        folder.write(tmp_path / "file" / "site", SITE)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_leaves_the_old_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "site"
    folder.write(place, SITE)

    def full(path: Path, content: bytes) -> int:
        with open("/dev/full", "wb", buffering=0) as file:  # the system's own refusal
            return file.write(content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NotWritten, match=r"the disk is full, and the site needs 5 MB: make room") as caught:
        folder.write(place, {"big": bytes(5_000_000)})
    monkeypatch.undo()
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno == errno.ENOSPC
    assert listed(place) == SITE
    assert os.listdir(tmp_path) == ["site"]
