"""Announcements: the words of events that are told later."""

from __future__ import annotations

from rondel.engine.belief.announcements import announcement_factor, parts_of, words_about


def test_what_an_event_tells_of_an_answer() -> None:
    event = {"name": "sow", "role": None, "args": {"player": "birch", "card": "bean 2"}}
    assert words_about(event, "birch") == ["sow", "birch", "bean 2"]
    assert words_about(event, "ash") == []
    listed = {"name": "orders", "role": None, "args": {"turn": 3, "given": [{"of": "ash", "order": "go"}, ["birch", "wait"]]}}
    assert words_about(listed, "ash") == ["orders", "3", "ash", "go"]
    assert words_about(listed, "birch") == ["orders", "3", "birch", "wait"]
    assert parts_of("place(b2,b5)") == ["b2", "b5"]
    assert parts_of("pass") == []
    assert announcement_factor("pick(bean 2)", ["bean 2"], ["sow", "bean 2", "3"]) > 1
    assert announcement_factor("compost", [], ["compost", "bean 2"]) > 1
    assert (
        announcement_factor("pick(wheat 1)", ["wheat 1"], ["sow", "bean 2", "3"])
        == announcement_factor("pick(wheat 1)", ["wheat 1"], [])
        == 1
    )
