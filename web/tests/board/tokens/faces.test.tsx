// Faces: text on every shape, and colours that can be read on what lies behind them.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, expect, it } from "vitest";
import { contrast, readableOnCard } from "../../../src/board/tokens/colours";
import { fetchContainers } from "../../../src/board/containers/others";
import { CardDrawing } from "../../../src/board/tokens/card";
import { FaceDrawing } from "../../../src/board/tokens/faces";
import type { Face, TokenShape } from "../../../src/board/view";

beforeAll(fetchContainers); // cards come later
afterEach(() => act(() => render(null, document.body)));

function drawn(face: Face, card = false): Element {
  act(() => render(<svg>{card ? <CardDrawing face={face} /> : <FaceDrawing face={face} />}</svg>, document.body));
  return document.body.querySelector("svg")!;
}

const SHAPES: readonly TokenShape[] = [
  "disc",
  "stone",
  "ring",
  "cross",
  "square",
  "triangle",
  "diamond",
  "die",
  "path",
  "card",
  "text",
];

it("the text of a face stands on every shape", () => {
  for (const shape of SHAPES) {
    const path = shape === "path" ? { path: "M10 10H90V90Z" } : {};
    expect([shape, drawn({ shape, text: "7", ...path }).textContent?.trim()]).toEqual([shape, "7"]);
  }
});

it("text on a token differs from the token in brightness", () => {
  for (const shape of ["disc", "square", "diamond", "die"] as const)
    for (const colour of ["#ffffff", "#fffdf8", "#111111", "#dfb32c", "#2f5fa8"]) {
      const ink = drawn({ shape, text: "A", colour }).querySelector("text")?.getAttribute("fill") ?? "";
      expect(contrast(ink, colour)).toBeGreaterThan(4);
    }
});

it("a face with an ink has its text and its path in it", () => {
  const ink = "#a3201b";
  for (const shape of ["disc", "square"] as const) {
    const face = drawn({ shape, text: "A", path: "M0 0H9", colour: "#ecd6a4", ink });
    expect(face.querySelector("text")?.getAttribute("fill")).toBe(ink);
    expect(face.querySelector("path[d='M0 0H9']")?.getAttribute("fill")).toBe(ink);
  }
});

it("the name of a white card is not white", () => {
  const name = drawn({ shape: "card", text: "Pearl", colour: "#ffffff" }, true).querySelector<SVGElement>("text");
  expect(contrast(name?.style.getPropertyValue("--own") ?? "#ffffff", "#fffdf8")).toBeGreaterThan(3);
  expect(readableOnCard("#98303c")).toBe("#98303c"); // what can be read stays as it is
  expect(readableOnCard("var(--card-black)")).toBe("var(--card-black)");
});

it("a die shows spots up to six, and another text as it is", () => {
  expect(drawn({ shape: "die", text: "5" }).querySelectorAll(".eye")).toHaveLength(5);
  expect(drawn({ shape: "die", text: "8" }).querySelectorAll(".eye")).toHaveLength(0);
  expect(drawn({ shape: "die", text: "8" }).textContent).toBe("8");
});

it("the long name of a picture is not written over it", () => {
  expect(drawn({ shape: "path", path: "M0 0H9Z", text: "carrier" }).textContent).toBe("");
});

it("a card with a picture and a note shows both", () => {
  const card = drawn({ shape: "card", text: "Mine", note: "Take one ruby.", path: "M0 0H9Z" }, true);
  expect(card.textContent).toContain("Take one ruby.");
  expect(card.querySelectorAll("path")).toHaveLength(1);
});
