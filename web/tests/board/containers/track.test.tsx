// Tracks: what lies on each space, and what may be pointed at.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import type { Pointing } from "../../../src/board/pointing";
import { Track } from "../../../src/board/containers/track";
import { type Place, type Token } from "../../../src/board/view";
import { opening } from "../../positions";

afterEach(() => render(null, document.body));

const SCENE = opening("reversi").scene;
const SPACES = ["1", "2", "3", "4"];

function drawn(tokens: readonly Token[], loop: boolean, places: readonly Place[] = [], claimed = false) {
  const pointed: Place[] = [];
  const pointing: Pointing = {
    title: "Wheel",
    places: new Set(places),
    chosen: new Set(),
    asked: null,
    last: [],
    marks: new Map(claimed ? [["wheel:2", "look here"]] : []),
    point: (place) => pointed.push(place),
  };
  const container = { name: "wheel", layout: "track", spaces: SPACES, loop, claimed } as const;
  act(() =>
    render(
      <Track scene={SCENE} container={container} contents={{ tokens }} pointing={pointing} title="Wheel" />,
      document.body,
    ),
  );
  return { pointed, spaces: [...document.body.querySelectorAll<HTMLElement>("button.space")] };
}

it("every token lies on its space, also several on one", () => {
  const tokens = [
    { id: 1, at: "2.0", kind: "disc", owner: "black" },
    { id: 2, at: "2.1", kind: "disc", owner: "white" },
    { id: 3, at: "4", kind: "disc", owner: "white" },
  ];
  const { spaces } = drawn(tokens, false);
  expect(spaces.map((space) => [...space.querySelectorAll("svg")].map((token) => token.dataset["token"]))).toEqual([
    [],
    ["1", "2"],
    [],
    ["3"],
  ]);
  expect(spaces[1]?.getAttribute("aria-label")).toBe("2, black disc, white disc");
});

it("a space is pointed at by its own name, or by that of what lies on it", () => {
  const { spaces, pointed } = drawn(
    [
      { id: 1, at: "3", kind: "disc", owner: "black" },
      { id: 2, at: "1.1", kind: "disc", owner: "white" },
    ],
    true,
    ["wheel:2", "wheel:1.1"],
  );
  expect(spaces.map((space) => space.classList.contains("legal"))).toEqual([true, true, false, false]);
  for (const space of spaces.slice(0, 2)) space.click();
  expect(pointed).toEqual(["wheel:1.1", "wheel:2"]);
});

it("a sector of a wheel that may be pointed at is gold all over", () => {
  drawn([{ id: 1, at: "1", kind: "disc", owner: "black" }], true, ["wheel:2", "wheel:1"]);
  expect([...document.body.querySelectorAll(".sector.lit")].map((each) => each.getAttribute("class"))).toEqual([
    "sector lit legal",
    "sector lit legal",
  ]);
  drawn([], false, ["wheel:2"]);
  expect(document.body.querySelectorAll(".sector")).toHaveLength(0);
});

it("a wheel has a sector for each space, and goes round for the arrow keys", () => {
  const { spaces } = drawn([], true);
  expect(document.body.querySelectorAll(".sector")).toHaveLength(4);
  spaces[0]?.focus();
  act(() => void spaces[0]?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true })));
  expect(document.activeElement).toBe(spaces[3]);
});

it("a claimed track has the shape of its owner on every free space, and a marked space its reason", () => {
  const tokens = [{ id: 1, at: "4", kind: "disc", owner: "black" }];
  const { spaces } = drawn(tokens, false, [], true);
  expect(document.querySelectorAll(".claimed .claim")).toHaveLength(3);
  expect(spaces[1]?.matches(".marked")).toBe(true);
  expect(spaces[1]?.getAttribute("aria-label")).toContain("look here");
  drawn(tokens, false);
  expect(document.querySelectorAll(".claimed")).toHaveLength(0);
});
