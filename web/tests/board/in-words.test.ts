// What lies where, in words: by what it is, with places where these have names, and what is hidden only counted.

import { expect, it } from "vitest";
import { inventory, placeWords } from "../../src/board/in-words";
import { setCatalogue } from "../../src/text/text";
import { type Contents, type Scene, type SceneContainer, type View } from "../../src/board/view";
import { opening } from "../positions";

const REVERSI = opening("reversi").scene;
const DISC = { kind: "disc" };
const CARD = { kind: "card" };

function at(layout: SceneContainer["layout"], contents: Contents, more: Partial<SceneContainer> = {}) {
  const scene: Scene = { ...REVERSI, containers: [{ name: "box_black", layout, ...more }] };
  const view = { containers: { box_black: contents } } as unknown as View;
  const [heap] = inventory(scene, view, () => "Ada");
  return { heap, told: (place: string) => placeWords(scene, view, place, () => "Ada") };
}

it("on a board equal things are told together, each with its place", () => {
  const { heap, told } = at("grid", {
    tokens: [
      { ...DISC, at: "d4", owner: "white" },
      { ...DISC, at: "a1", owner: "black" },
      { ...DISC, at: "e5", owner: "white" },
    ],
  });
  expect(heap?.title).toBe("Box of Ada");
  expect(heap?.lines).toEqual([
    { what: "white disc", number: 2, where: ["d4", "e5"] },
    { what: "black disc", number: 1, where: ["a1"] },
  ]);
  expect(told("box_black:d4")).toBe("d4, white disc");
  expect(told("box_black:c3")).toBe("c3, empty");
});

it("whose a thing is stands where the language puts it", () => {
  setCatalogue({ "{colour} {thing}": "{thing} ({colour})", black: "schwarz", disc: "Scheibe" }, "de");
  expect(at("grid", { tokens: [{ ...DISC, at: "a1", owner: "black" }] }).told("box_black:a1")).toBe("a1, Scheibe (schwarz)");
  setCatalogue({});
});

it("in a hand cards are told by what they are, and what is hidden is counted", () => {
  const { heap, told } = at("hand", {
    tokens: [
      { ...CARD, at: "0", face: "QS" },
      { ...CARD, at: "1", face: "QS" },
      { ...CARD, at: "2", down: true },
    ],
    backs: 2,
  });
  expect(heap?.count).toBe(5);
  expect(heap?.lines.map(({ what, number, where }) => [what, number, where.length])).toEqual([
    ["Q of spades", 2, 0],
    ["face down", 1, 0],
    ["face down", 2, 0],
  ]);
  expect(told("box_black:1")).toBe("Q of spades");
});

it("what is known of a pile is told, and what is not is counted", () => {
  const { heap } = at("pile", { known: [{ ...CARD, at: "top0", face: "2C" }], backs: 9 });
  expect(heap?.lines.map(({ what, number }) => [what, number])).toEqual([
    ["2 of clubs", 1],
    ["face down", 8],
  ]);
});

it("several on one space of a track stand on that space", () => {
  const { heap, told } = at(
    "track",
    {
      tokens: [
        { ...DISC, at: "4", owner: "black" },
        { ...DISC, at: "4.1", owner: "black" },
      ],
    },
    { spaces: ["3", "4"] },
  );
  expect(heap?.lines).toEqual([{ what: "black disc", number: 2, where: ["4", "4"] }]);
  expect(told("box_black:4")).toBe("4, black disc, black disc");
});
