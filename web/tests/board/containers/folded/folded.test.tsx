// A folded track: where its spaces are, who sits before which row, and what is said of them.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, expect, it } from "vitest";
import { fetchContainers } from "../../../../src/board/containers/others";
import { Board } from "../../../../src/board/board";
import { foldingOf, lyingOn } from "../../../../src/board/containers/folded/folding";
import type { Scene, SceneContainer, Token, View } from "../../../../src/board/view";
import { opening, viewOf } from "../../../positions";

beforeAll(fetchContainers);
afterEach(() => render(null, document.body));

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
const POINTS: SceneContainer = {
  name: "board",
  layout: "track",
  spaces: [...numbers(24), "bar", "off"],
  folded: "points",
  aside: ["bar", "off"],
  turned_for: ["white"],
};
const PITS: SceneContainer = {
  ...POINTS,
  spaces: [...numbers(12), "south", "north"],
  folded: "pits",
  aside: ["south", "north"],
};

function at(container: SceneContainer, turned: boolean, space: string) {
  const found = foldingOf(container, turned).spaces.find((each) => each.at === space);
  if (!found) throw new Error(space);
  return found;
}

it("points run from the lower right round to the upper right, or the rows change places", () => {
  expect(at(POINTS, false, "1").x).toBe(at(POINTS, false, "24").x);
  expect(at(POINTS, false, "1").x).toBeGreaterThan(at(POINTS, false, "12").x);
  expect([at(POINTS, false, "1").upper, at(POINTS, false, "24").upper]).toEqual([false, true]);
  expect([at(POINTS, true, "1").upper, at(POINTS, true, "24").upper]).toEqual([true, false]);
  const bar = at(POINTS, false, "bar");
  expect(at(POINTS, false, "7").x + at(POINTS, false, "7").width).toBe(bar.x);
  expect(at(POINTS, false, "6").x).toBe(bar.x + bar.width);
});

it("pits run from the lower left round to the upper left, each player's on the own side", () => {
  expect(at(PITS, false, "1").x).toBe(at(PITS, false, "12").x);
  expect(at(PITS, false, "6").x).toBeGreaterThan(at(PITS, false, "1").x);
  expect(at(PITS, false, "south").x).toBeGreaterThan(at(PITS, false, "6").x);
  expect([at(PITS, true, "7").upper, at(PITS, true, "7").x]).toEqual([false, at(PITS, false, "1").x]);
});

it("many discs on a point lie closer, and those of both players on the bar apart", () => {
  const token = (id: number, owner: string): Token => ({ id, kind: "disc", owner, at: "6" });
  const six = at(POINTS, false, "6");
  for (const count of [5, 15]) {
    const tokens = Array.from({ length: count }, (_, index) => token(index, "black"));
    const ys = lyingOn(six, tokens, "black", false).map(({ y }) => y);
    expect(Math.min(...ys)).toBeGreaterThan(six.y);
    expect(Math.max(...ys)).toBeLessThan(six.y + six.height);
  }
  const [one, other] = lyingOn(at(POINTS, false, "bar"), [token(1, "black"), token(2, "white")], "black", false);
  expect(one?.y).toBeLessThan(other?.y ?? 0);
});

it("each space is a button that says what lies there", () => {
  const tokens: readonly Token[] = [1, 2].map((id) => ({ id, kind: "disc", owner: "black", at: "6" }));
  const scene: Scene = { ...opening("reversi").scene, containers: [POINTS] };
  const view: View = { ...viewOf("reversi", 0, "black"), containers: { board: { tokens } } };
  const pointing = {
    title: "Backgammon",
    places: new Set(["board:6"]),
    chosen: new Set<string>(),
    asked: null,
    last: [],
    point: () => {},
  };
  act(() => render(<Board scene={scene} view={view} pointing={pointing} name={(each) => each} />, document.body));
  const buttons = [...document.body.querySelectorAll<HTMLElement>(".folded-space")];
  expect(buttons).toHaveLength(26);
  const six = buttons.find((each) => each.dataset["place"] === "board:6");
  expect(six?.getAttribute("aria-label")).toBe("6, 2 × black disc, you may play here");
  expect(six?.tabIndex).toBe(0);
  six?.focus();
  act(() => void six?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true })));
  expect((document.activeElement as HTMLElement).dataset["place"]).toBe("board:7");
});
