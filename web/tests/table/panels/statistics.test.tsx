// What the rules have counted, as it is shown at the end of a game.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { Statistics } from "../../../src/table/panels/statistics";
import { view, type State } from "../../../src/play/state";
import type { View } from "../../../src/board/view";
import { atTable } from "../../positions";

const root = document.createElement("div");
afterEach(() => act(() => render(null, root)));

const STATS = [
  { name: "flips", text: "Discs turned", per: "player" },
  { name: "longest", text: "Longest row", per: "table" },
  { name: "secret", text: "Not for all", per: "player" },
] as const;

function drawn(stats: View["stats"]) {
  const state = atTable("reversi", 0, ["black"]);
  const counted: State = {
    ...state,
    scene: { ...state.scene!, stats: STATS },
    views: { black: { ...view(state)!, ...(stats && { stats }) } },
  };
  act(() => render(<Statistics state={counted} />, root));
  return [...root.querySelectorAll("tr")].map((row) => [...row.children].map((each) => each.textContent));
}

it("are told by player and for the table, as far as the viewer may know them", () => {
  expect(drawn({ flips: { black: 3, white: 0 }, longest: 4.5 })).toEqual([
    ["", "Ada", "Bob"],
    ["Discs turned", "3", "0"],
    ["Longest row", "4.5"],
  ]);
});

it("take no room where the viewer may know nothing yet, or the rules count nothing", () => {
  expect(drawn({})).toEqual([]);
});
