// The players beside the board: who plays what, the score, whose turn it is, and their names.

import { render, type VNode } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { Players } from "../../../src/table/panels/players";
import { atTable } from "../../positions";

function draw(page: VNode): HTMLElement {
  const root = document.createElement("div");
  act(() => render(page, root));
  return root;
}

it("show who plays what, the score, and whose turn it is", () => {
  const lines = [...draw(<Players state={atTable("reversi", 1, ["black"])} />).querySelectorAll("li")].map(
    (each) => each.textContent,
  );
  expect(lines).toEqual(["Ada (you)black · waiting4", "Bobwhite · to move1"]);
});

it("show a player who is out as out, and not as waiting", () => {
  const state = atTable("reversi", 1, ["black"]);
  const out = { ...state, views: { black: { ...state.views["black"]!, eliminated: ["black"] } } };
  const [first, second] = draw(<Players state={out} />).querySelectorAll("li");
  expect([first?.className, first?.textContent]).toEqual(["player out", "Ada (you)black · out of the game4"]);
  expect(second?.className).toBe("player asked");
});

it("calls a player without a name by the seat at one screen, and a guest elsewhere", () => {
  const state = atTable("reversi", 1, ["black", "white"], ["Ada", ""]);
  const names = (shared: boolean) =>
    [...draw(<Players state={{ ...state, shared }} />).querySelectorAll(".player")].map((each) =>
      [".name", ".sub"].map((part) => each.querySelector(part)?.textContent),
    );
  expect(names(true)).toEqual([
    ["Ada", "black · waiting"],
    ["White", "to move"],
  ]);
  expect(names(false)[1]).toEqual(["Guest", "white · to move"]);
});

it("call those who share a win winners, and a draw only what nobody has lost", () => {
  const state = atTable("reversi", 1, ["black"]);
  const [black, white] = state.table!.seats;
  const third = { ...white!, role: "third" };
  const shown = (winners: readonly string[]) => {
    const over = { ...state.views["black"]!, over: true, active: [], winners: [...winners] };
    const ended = { ...state, table: { ...state.table!, seats: [black!, white!, third] }, views: { black: over } };
    return [...draw(<Players state={ended} />).querySelectorAll(".sub")].map((each) => each.textContent?.split(" · ").at(-1));
  };
  expect(shown(["black", "white"]).slice(0, 2)).toEqual(["winner", "winner"]);
  expect(shown(["black", "white", "third"])).toEqual(["draw", "draw", "draw"]);
});
