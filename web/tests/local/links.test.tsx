// Links of a table, where an arena serves the page and where this browser is the arena.

import { render, type ComponentChild } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { Log } from "../../src/table/panels/log";
import { atTable } from "../positions";

afterEach(() => {
  act(() => render(null, document.body));
  history.replaceState(null, "", "/");
});

function links(child: ComponentChild): readonly (string | null)[] {
  act(() => render(child, document.body));
  return [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
}

it("leads from the log to the replay, in the fragment where this browser is the arena", () => {
  const state = atTable("reversi", 1, ["black"]);
  const served = links(<Log state={state} />);
  expect(served.length).toBeGreaterThan(1);
  expect(served.filter((href) => !href?.startsWith("/replay/"))).toEqual([]);
  act(() => render(null, document.body));
  history.replaceState(null, "", "/#/table/7Q4K");
  expect(links(<Log state={state} />)).toEqual(served.map((href) => `#${href}`));
});
