"""Announcements: the words of events that are told later."""

from __future__ import annotations

from rondel.engine.belief.announcements import heard_of, parsed, words_about


def test_what_an_event_tells_of_an_answer() -> None:
    event = {"name": "sow", "role": None, "args": {"player": "birch", "card": "bean 2"}}
    assert words_about(event, "birch") == ["sow", "birch", "bean 2"]
    assert words_about(event, "ash") == []
    listed = {"name": "orders", "role": None, "args": {"turn": 3, "given": [{"of": "ash", "order": "go"}, ["birch", "wait"]]}}
    assert words_about(listed, "ash") == ["orders", "3", "ash", "go"]
    assert words_about(listed, "birch") == ["orders", "3", "birch", "wait"]
    assert parsed("place(b2,b5)") == ("place(b2,b5)", ["b2", "b5"])
    assert parsed("pass") == ("pass", [])
    assert heard_of("pick(bean 2)", ["bean 2"], ["sow", "bean 2", "3"]) > 1
    assert heard_of("compost", [], ["compost", "bean 2"]) > 1
    assert heard_of("pick(wheat 1)", ["wheat 1"], ["sow", "bean 2", "3"]) == heard_of("pick(wheat 1)", ["wheat 1"], []) == 1
