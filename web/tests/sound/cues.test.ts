import { expect, it } from "vitest";
import type { Scene, Token, View } from "../../src/board/view";
import { cueOf } from "../../src/sound/cues";

const face = (shape: string) => ({ faces: { any: { shape } } });
const scene = {
  containers: [
    { name: "board", layout: "grid" },
    { name: "hand", layout: "hand" },
    { name: "trick", layout: "row" },
  ],
  kinds: { piece: face("path"), card: face("card"), die: face("die") },
} as unknown as Scene;

type Lying = Readonly<Record<string, readonly Partial<Token>[] | number>>;

const view = (containers: Lying) =>
  ({
    containers: Object.fromEntries(
      Object.entries(containers).map(([name, lying]) => [
        name,
        typeof lying === "number" ? { backs: lying } : { tokens: lying },
      ]),
    ),
  }) as unknown as View;

const piece = (id: number, at: string) => ({ id, kind: "piece", at });
const card = (id: number, at: number) => ({ id, kind: "card", face: "7C", at });

it.each<[string, Lying, Lying, string | null]>([
  ["a move", { board: [piece(1, "a1"), piece(2, "b2")] }, { board: [piece(1, "a2"), piece(2, "b2")] }, "move"],
  ["a capture", { board: [piece(1, "a1"), piece(2, "b2")] }, { board: [piece(1, "b2")] }, "capture"],
  ["a card that is played", { hand: [card(1, 0)], trick: [] }, { hand: [], trick: [card(1, 0)] }, "card"],
  ["a hidden card that is drawn", { hand: 3 }, { hand: 4 }, "card"],
  [
    "a die that is thrown",
    { hand: [{ id: 1, kind: "die", face: "2", at: 0 }] },
    { hand: [{ id: 1, kind: "die", face: "5", at: 0 }] },
    "dice",
  ],
  ["nothing", { board: [piece(1, "a1")] }, { board: [piece(1, "a1")] }, null],
])("hears %s", (_what, before, after, cue) => {
  expect(cueOf(scene, view(before), view(after))).toBe(cue);
});
