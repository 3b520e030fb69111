// What is said of a thing to who waits on it.

import { expect, it } from "vitest";
import { explanation } from "../../../src/table/help/explain";
import { atTable } from "../../positions";

it("says what lies there, whether it was the last move, and what playing there means", () => {
  const state = atTable("reversi", 1, ["white"], ["Ada", "Bob"]);
  expect(explanation(state, "board:d3")).toEqual(["d3, black disc", "last move"]);
  const [place] = state.views["white"]!.moves[0]!.places;
  expect(explanation(state, place!).at(-1)).toBe(`you may play here: Bob plays ${place!.slice(6)}`);
});

it("says what a card does", () => {
  const state = atTable("reversi", 0, ["black"]);
  const faces = { Storm: { shape: "card", text: "Storm", note: "Release two sheep" } } as const;
  const scene = {
    ...state.scene!,
    kinds: { ...state.scene!.kinds, event: { faces } },
    containers: [{ name: "hand", layout: "hand" } as const],
  };
  const view = {
    ...state.views["black"]!,
    containers: { hand: { tokens: [{ at: "0", kind: "event", face: "Storm" }] } },
    moves: [],
  };
  expect(explanation({ ...state, scene, views: { black: view } }, "hand:0")).toEqual(["Storm", "Release two sheep"]);
});
