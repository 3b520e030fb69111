// Playing cards: what a name means, which colour a suit has, and what is seen of dice that are hidden.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { Cards } from "../../../src/board/containers/cards/cards";
import { CardDrawing } from "../../../src/board/tokens/card";
import { faceOf, hiddenShape } from "../../../src/board/tokens/faces";
import { longName, playingCard } from "../../../src/board/tokens/playing-card";
import { tokenWords } from "../../../src/board/labels";
import { Sentence } from "../../../src/controls/sentence";
import type { Face, Scene } from "../../../src/board/view";
import { atTable, opening } from "../../positions";

const REVERSI = opening("reversi").scene;
const NAMED: Scene = { ...REVERSI, kinds: { card: { faces: {} } } };
const DICE: Scene = {
  ...REVERSI,
  kinds: { die: { faces: { 1: { shape: "die", text: "1" }, 2: { shape: "die", text: "2" } } } },
};

afterEach(() => act(() => render(null, document.body)));

function drawing(face: Face): Element | null {
  act(() =>
    render(
      <svg>
        <CardDrawing face={face} />
      </svg>,
      document.body,
    ),
  );
  return document.body.querySelector(".playing");
}

it("a name such as QS or 10H is a playing card, others are not", () => {
  expect(["QS", "10H", "TH", "2C", "AD"].map(longName)).toEqual(["Q♠", "10♥", "10♥", "2♣", "A♦"]);
  expect(["1S", "QX", "Storm", "S", "11H"].map(longName)).toEqual([null, null, null, null, null]);
  expect(playingCard("10♥")).toEqual({ rank: "10", suit: "♥" });
  expect(playingCard("Storm")).toBeNull();
});

it("a kind called card needs no faces for that, and reads like one", () => {
  const queen = { kind: "card", face: "QS", owner: "black" };
  expect(faceOf(NAMED, queen)).toEqual({ shape: "card", text: "Q♠" });
  expect(tokenWords(NAMED, queen)).toBe("Q of spades");
});

it("hearts and diamonds are red, and whoever holds a card does not dye it", () => {
  expect(drawing({ shape: "card", text: "9♥" })?.getAttribute("fill")).toBe("var(--card-red)");
  expect(drawing({ shape: "card", text: "9♣" })?.getAttribute("fill")).toBe("var(--card-black)");
  const scene: Scene = { ...REVERSI, kinds: { card: { faces: { K: { shape: "card", text: "K♠" } } } } };
  expect(faceOf(scene, { kind: "card", face: "K", owner: "black" }).colour).toBeNull();
});

it("hidden dice are dice in the colour of whose they are, everything else that is hidden is a card", () => {
  expect([hiddenShape(DICE), hiddenShape(DICE, "die"), hiddenShape(NAMED), hiddenShape(REVERSI)]).toEqual([
    "die",
    "die",
    "card",
    "disc",
  ]);
  const pointing = {
    title: "",
    places: new Set<string>(),
    chosen: new Set<string>(),
    asked: null,
    last: [],
    point: () => undefined,
  };
  act(() =>
    render(
      <Cards
        scene={DICE}
        container={{ name: "cup", layout: "hand" }}
        contents={{ backs: 3 }}
        pointing={pointing}
        title="Cup"
        tint="#98303c"
      />,
      document.body,
    ),
  );
  expect(document.body.querySelectorAll(".card .blank")).toHaveLength(3);
  expect(document.body.querySelector(".card-back")).toBeNull();
  expect(document.body.querySelector(".card path[fill='url(#round-98303c)']")).not.toBeNull();
});

it("a playing card in a sentence is read by its rank and suit, another word stays as it is", () => {
  const scene: Scene = { ...REVERSI, kinds: { card: { faces: { QH: { shape: "card", text: "Q♥" } } } } };
  const text = { text: "{card} for {sum}", args: { card: "QH", sum: "QX" } };
  act(() => render(<Sentence text={text} state={{ ...atTable("reversi", 0, ["black"]), scene }} />, document.body));
  expect([...document.body.querySelectorAll("b")].map((each) => [each.className, each.textContent])).toEqual([
    ["named-card red", "Q♥\ufe0e"],
    ["", "QX"],
  ]);
});
