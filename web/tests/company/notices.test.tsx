// Notices of moderators: told with the reason and where to write, until they are put aside.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { news } from "../../src/company/news";
import { NoticeBar, Notices } from "../../src/company/notices";
import type { News } from "../../src/protocol";

const NEWS: News = {
  invitations: 0,
  messages: 0,
  appeal: "host@example.org",
  notices: [
    { kind: "suspend", at: 2, until: Date.UTC(2030, 0, 1), reason: "Insults" },
    { kind: "warn", at: 1, until: null, reason: "Stalling" },
  ],
};

afterEach(() => {
  act(() => render(null, document.body));
  news.value = null;
  localStorage.clear();
});

it("shows the newest on every page until it is put aside", () => {
  news.value = NEWS;
  act(() => render(<NoticeBar />, document.body));
  expect(document.body.textContent).toMatch(/You are suspended until .*2030.* Insults/);
  expect(document.querySelector("a")?.getAttribute("href")).toBe("mailto:host@example.org");
  act(() => document.querySelector("button")?.click());
  expect(document.body.textContent).toBe("");
  act(() => {
    news.value = { ...NEWS, notices: [{ kind: "warn", at: 3, until: null, reason: "Again" }] };
  });
  expect(document.body.textContent).toContain("The moderators warn you. Again");
});

it("lists all of them", () => {
  act(() => render(<Notices of={NEWS} />, document.body));
  expect([...document.querySelectorAll("li")].map((each) => each.textContent)).toHaveLength(2);
  act(() => render(<Notices of={{ ...NEWS, notices: [] }} />, document.body));
  expect(document.body.textContent).toBe("");
});
