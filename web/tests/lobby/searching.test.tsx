// The bar of a search for an opponent: what it offers while nobody has come, and when somebody has.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { Searching } from "../../src/lobby/match/searching";
import { search, type Search } from "../../src/lobby/match/seek";

const SEARCH: Search = {
  wanted: { game: "chess", title: "Chess", pace: "live", seats: 2, name: "", since: Date.now() - 21_000 },
  terms: { clock: { kind: "fischer", initial: 600, increment: 5 } },
  others: 0,
  bot: false,
  table: "",
  wrong: null,
};

afterEach(() => {
  act(() => render(null, document.body));
  search.value = null;
});

function buttons(some: Partial<Search>): readonly (readonly [string, boolean])[] {
  search.value = { ...SEARCH, ...some };
  act(() => render(<Searching />, document.body));
  return [...document.querySelectorAll("button")].map((each) => [each.textContent ?? "", each.classList.contains("main")]);
}

it("offers what may be done meanwhile", () => {
  expect(buttons({}).map(([text]) => text)).toEqual([
    "Play a bot meanwhile",
    "Play over days instead",
    "Only who finishes games",
    "Cancel",
  ]);
  expect(document.body.textContent).toMatch(/Chess0:2\d/);
  expect(document.body.textContent).toContain("10 min + 5 s per turn");
});

it("recommends a bot when nobody has come for long", () => {
  expect(buttons({ bot: true })[0]).toEqual(["Play a bot", true]);
  expect(document.body.textContent).toContain("Nobody has come yet for Chess.");
});

it("calls to the table that was found, and leaves a game against a bot alone", () => {
  history.replaceState(null, "", "/table/other");
  expect(buttons({ table: "found" })).toEqual([["Go to the table", true]]);
  expect(location.pathname).toBe("/table/other");
  history.replaceState(null, "", "/");
});
