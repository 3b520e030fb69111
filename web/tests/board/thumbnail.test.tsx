// The lobby's small drawings of how a game begins.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { Thumbnail } from "../../src/board/thumbnail";
import { type Contents, type Scene } from "../../src/board/view";
import { opening } from "../positions";

afterEach(() => render(null, document.body));

function drawn(
  scene: Scene,
  containers: Readonly<Record<string, Contents>>,
  faces: Readonly<Record<string, readonly string[]>> = {},
): SVGElement {
  act(() => render(<Thumbnail scene={scene} containers={containers} faces={faces} />, document.body));
  return document.body.querySelector("svg") as SVGElement;
}

it.each([
  ["reversi", 4, "felt"],
  ["tic_tac_toe", 0, "paper"], // nothing lies there yet
])("%s begins with %i tokens, on %s", (game, tokens, surface) => {
  const { scene, containers } = opening(game);
  const picture = drawn(scene, containers);
  expect(picture.querySelectorAll("svg > g:not(.surface)")).toHaveLength(tokens);
  expect(picture.querySelector(`.surface.${surface}`)).not.toBeNull();
});

it("shows the hexagons of a board, and of an open table those with tokens", () => {
  const cells = [
    { at: "a1", x: 0, y: 0 },
    { at: "b1", x: 2, y: 0 },
    { at: "a2", x: 1, y: 1 },
  ];
  const { scene } = opening("reversi");
  const kinds = { stone: { faces: { red: { shape: "disc" as const } } } };
  const stone = (at: string) => ({ tokens: [{ id: 1, at, kind: "stone", face: "red" }] });
  const hexes = (container: Scene["containers"][number], contents: Contents) => {
    const picture = drawn({ ...scene, kinds, containers: [container] }, { [container.name]: contents });
    const places = picture.querySelector(".hex")?.getAttribute("d")?.match(/M/g)?.length ?? 0;
    return [places, picture.querySelectorAll(".piece").length];
  };
  expect(hexes({ name: "board", layout: "hex", cells }, {})).toEqual([3, 0]);
  expect(hexes({ name: "board", layout: "hex", cells }, stone("b1"))).toEqual([3, 1]);
  expect(hexes({ name: "swarm", layout: "area", hexes: true }, stone("0,0"))).toEqual([1, 1]);
});

it("is nothing to point at or to read out", () => {
  const { scene, containers } = opening("reversi");
  expect(drawn(scene, containers).getAttribute("aria-hidden")).toBe("true");
  expect(document.body.querySelectorAll("button, [data-token], [data-place]")).toHaveLength(0);
  expect(document.body.textContent).toBe("");
});

it("shows cards where there is no board, those that may be seen first", () => {
  const scene: Scene = {
    ...opening("reversi").scene,
    containers: [{ name: "deck", layout: "pile" }],
    kinds: { card: { faces: { QS: { shape: "card", text: "Q♠" } } } },
  };
  expect(drawn({ ...scene, kinds: {} }, { deck: { backs: 52 } }).querySelectorAll(".card-back")).toHaveLength(3);
  const open = drawn(scene, { deck: { tokens: [{ id: 1, at: 0, kind: "card", face: "QS" }] } });
  expect([open.querySelectorAll(".card-front").length, open.querySelectorAll(".card-back").length]).toEqual([1, 2]);
});

it("tells games apart in which nothing is to be seen at the beginning", () => {
  const cards = (...texts: string[]) => ({
    card: { faces: Object.fromEntries(texts.map((text) => [text, { shape: "card" as const, text }])) },
  });
  const scene = (some: Partial<Scene>): Scene => ({
    ...opening("reversi").scene,
    containers: [{ name: "hand_black", layout: "hand" }],
    ...some,
  });
  const look = (...[begun, containers]: Parameters<typeof drawn>) => {
    const picture = drawn(begun, containers);
    return ["card-front", "card-back", "sector", "column", "eye"]
      .map((part) => picture.querySelectorAll(`.${part}`).length)
      .join(" ");
  };
  const looks = [
    look(scene({ kinds: cards("J♠", "Q♠", "K♠") }), { hand_black: { backs: 1 } }),
    look(scene({ kinds: cards("J♠", "Q♠", "K♠", "A♠", "2♥", "3♥") }), { hand_black: { backs: 13 } }),
    look(scene({ kinds: { die: { faces: { 1: { shape: "die", text: "1" }, 2: { shape: "die", text: "2" } } } } }), {
      hand_black: { backs: 5 },
    }),
    look(scene({ containers: [{ name: "wheel", layout: "track", spaces: ["1", "2", "3"], loop: true }] }), {
      wheel: { tokens: [] },
    }),
    look(scene({ containers: [{ name: "column", layout: "track", spaces: ["1", "2", "3"] }] }), { column: { tokens: [] } }),
  ];
  expect(looks).toEqual(["3 0 0 0 0", "5 0 0 0 0", "0 0 0 0 3", "0 0 3 0 0", "0 3 0 1 0"]);
});

it("shows only what is in the game: six cards of a pack that has more", () => {
  const texts = ["J♠", "2♥", "J♥", "3♥", "Q♠", "4♥", "Q♥", "5♥"];
  const begun: Scene = {
    ...opening("reversi").scene,
    containers: [{ name: "deck", layout: "pile" }],
    kinds: { card: { faces: Object.fromEntries(texts.map((text) => [text, { shape: "card" as const, text }])) } },
  };
  const inGame = texts.filter((text) => !/\d/.test(text));
  const indices = (faces: Readonly<Record<string, readonly string[]>>) =>
    [...drawn(begun, { deck: { backs: 6 } }, faces).querySelectorAll(".card-index")].map((each) => each.textContent);
  expect(indices({}).join("")).toMatch(/\d/);
  expect(indices({ card: inGame }).length).toBeGreaterThan(0);
  expect(indices({ card: inGame }).join("")).not.toMatch(/\d/);
});
