// The ground of a grid: lines between the cells, through their middles, or drawn by the rules.

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { CELL, Surface } from "../../../src/board/containers/surface";

afterEach(() => act(() => render(null, document.body)));

function drawn(
  size: number,
  lines: string,
  surface = "wood",
): { readonly d: string | null; readonly at: string | null; readonly stars: number; readonly odd: number } {
  const shape = { rows: size, columns: size, origin: "top" as const };
  act(() =>
    render(
      <svg>
        <Surface shape={shape} surface={surface} lines={lines} edge={6} />
      </svg>,
      document.body,
    ),
  );
  const path = document.body.querySelector(".lines");
  const at = (path?.closest("[transform]") ?? null)?.getAttribute("transform") ?? null;
  return {
    d: path?.getAttribute("d") ?? null,
    at,
    stars: document.body.querySelectorAll(".star").length,
    odd: document.body.querySelectorAll(".odd").length,
  };
}

it("between the cells there is a line around each, with an edge but on paper", () => {
  expect(drawn(2, "between")).toEqual({
    d: "M0 0V2M1 0V2M2 0V2M0 0H2M0 1H2M0 2H2",
    at: `translate(6 6) scale(${CELL})`,
    stars: 0,
    odd: 2,
  });
  expect(drawn(2, "between", "paper").d).toBe("M1 0V2M0 1H2");
});

it("through the cells they run from the first middle to the last, and nothing is checkered", () => {
  const middle = 6 + CELL / 2;
  expect(drawn(3, "through")).toEqual({
    d: "M0 0H2M0 1H2M0 2H2M0 0V2M1 0V2M2 0V2",
    at: `translate(${middle} ${middle}) scale(${CELL})`,
    stars: 0,
    odd: 0,
  });
});

it("large odd boards have their stars", () => {
  expect([8, 9, 13, 15, 19].map((size) => drawn(size, "through").stars)).toEqual([0, 5, 5, 5, 9]);
});

it("lines that the rules draw are drawn as they are", () => {
  expect(drawn(7, "M0 0H6V6H0Z").d).toBe("M0 0H6V6H0Z");
});
