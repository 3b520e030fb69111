// What a game brings for its looks: drawn where it is there, and its style sheet as long as its table is open.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { CardDrawing } from "../../src/board/tokens/card";
import { FaceDrawing, faceOf } from "../../src/board/tokens/faces";
import { useGameStylesheet } from "../../src/board/game-stylesheet";
import { type Scene } from "../../src/board/view";
import { opening } from "../positions";

const PLAIN = opening("reversi").scene;
const SCENE: Scene = {
  ...PLAIN,
  kinds: {
    tile: { faces: { field: { shape: "square", colour: "#8a5a32", path: "M0 0H9" }, barn: { shape: "square" } } },
    aim: { faces: { Lake: { shape: "card", text: "Lake" } } },
  },
  look: { css: "/api/games/x/look/css?1", svg: "/api/games/x/look/svg?1", drawn: ["tile-field", "aim-Lake", "disc-black"] },
};
const used = () => document.body.querySelector("use")?.getAttribute("href") ?? null;
const draw = (token: { kind: string; face?: string; owner?: string }) =>
  act(() =>
    render(
      <svg>
        <FaceDrawing face={faceOf(SCENE, token)} />
      </svg>,
      document.body,
    ),
  );

afterEach(() => act(() => render(null, document.body)));

it("a token is drawn as its game draws it, by its kind and its face or owner", () => {
  draw({ kind: "tile", face: "field" });
  expect(used()).toBe("/api/games/x/look/svg?1#tile-field");
  draw({ kind: "disc", owner: "black" });
  expect(used()).toBe("/api/games/x/look/svg?1#disc-black");
});

it("what it does not draw is drawn as for every game", () => {
  draw({ kind: "tile", face: "barn" });
  expect(used()).toBeNull();
  expect(faceOf(PLAIN, { kind: "tile", face: "field" }).drawing).toBeUndefined();
});

it("a card keeps its edge around the drawing", () => {
  act(() =>
    render(
      <svg>
        <CardDrawing face={faceOf(SCENE, { kind: "aim", face: "Lake" })} />
      </svg>,
      document.body,
    ),
  );
  expect(used()).toBe("/api/games/x/look/svg?1#aim-Lake");
  expect(document.body.querySelector(".card-front")).not.toBeNull();
  expect(document.body.querySelector("text")).toBeNull();
});

it("its style sheet is there as long as its table is", () => {
  const Table = () => (useGameStylesheet(SCENE), null);
  const sheets = () => [...document.head.querySelectorAll("link")].map((link) => link.getAttribute("href"));
  act(() => render(<Table />, document.body));
  expect(sheets()).toContain("/api/games/x/look/css?1");
  act(() => render(null, document.body));
  expect(sheets()).toEqual([]);
});
