"""Browser contexts that are used again: a player finds one that is empty, but where the page has been fetched and compiled.

To do so anew for every player took more processor time than what most tests do with the page. So a context that nobody uses any
longer is handed on, emptied of all that a site may keep (cookies, storage, permissions); what stays is the cache of what is
served under a hash of its content.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Frame, Page

OF_A_PAGE = ("color_scheme", "reduced_motion")
"""What a page is told of its reader, and no context: like its size, it makes no other profile."""


class Profile:
    """One context, and what its pages have visited since it was emptied last."""

    def __init__(self, context: BrowserContext, kind: str) -> None:
        self.context = context
        self.kind = kind
        self._visited: set[str] = set()
        # With its last page a context would lose its process, and with that what is compiled.
        self._keeper = context.new_page()
        self._devtools = context.new_cdp_session(self._keeper)
        context.on("page", lambda page: page.on("framenavigated", self._note))

    def empty(self) -> None:
        """Close its pages, and then forget whatever they have kept; who was offline is so no more."""
        for page in self.context.pages:
            if page is not self._keeper:
                page.close()
        self.context.set_offline(False)
        self.context.clear_permissions()
        self.context.clear_cookies()
        for origin in sorted(self._visited):
            self._devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        self._visited.clear()

    def _note(self, frame: Frame) -> None:
        parts = urlsplit(frame.url)
        if parts.scheme in ("http", "https"):
            self._visited.add(f"{parts.scheme}://{parts.netloc}")


class Profiles:
    """All that were made in one browser."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[Profile] = []

    def take(self, **wanted: Any) -> tuple[Profile, Page]:
        """A profile that nobody else has, and a page in it; ``wanted`` is what `Browser.new_context` takes."""
        size = wanted.pop("viewport", None)
        media = {name: wanted.pop(name) for name in OF_A_PAGE if name in wanted}
        # Installing the page in each empty profile would cost more than what most tests do with it (test_offline.py does it).
        wanted = {"service_workers": "block", **wanted}
        kind = repr(sorted(wanted.items()))
        profile = next((each for each in self._free if each.kind == kind), None)
        if profile is None:
            profile = Profile(self._browser.new_context(**wanted), kind)
        else:
            self._free.remove(profile)
        page = profile.context.new_page()
        if size is not None:
            page.set_viewport_size(size)
        page.emulate_media(**media)
        return profile, page

    def give_back(self, profile: Profile) -> None:
        """Empty it, and keep it for the next who asks for such a one."""
        profile.empty()
        self._free.append(profile)

    def close(self) -> None:
        """Close all that nobody has."""
        while self._free:
            self._free.pop().context.close()
