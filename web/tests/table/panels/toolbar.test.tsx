// The button that takes an answer back.

import { render, type ComponentChild } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { undo } from "../../../src/play/choosing";
import type { State } from "../../../src/play/state";
import { Undo } from "../../../src/table/panels/toolbar";
import { Question } from "../../../src/table/question/question";
import { atTable } from "../../positions";

afterEach(() => render(null, document.body));

function draw(child: ComponentChild): HTMLElement {
  act(() => render(child, document.body));
  return document.body;
}

it("keeps Undo within reach and says why it is not possible, unless the others can be asked instead", () => {
  const button = (state: State) => draw(<Undo state={state} />).querySelector("button") as HTMLButtonElement;
  const early = button(atTable("reversi", 0, ["black"]));
  expect([early.disabled, early.getAttribute("aria-disabled"), early.title]).toEqual([
    false,
    "true",
    "There is nothing to take back yet.",
  ]);
  const late: State = { ...atTable("reversi", 2, ["black"]), undoable: [] };
  expect(draw(<Undo state={late} />).querySelector("button")).toBeNull();
  const never: State = { ...late, table: { ...late.table!, terms: { ...late.table!.terms, undo: "never" } } };
  expect(button(never).title).toMatch(/^The others would have to agree: /);
  const possible = button(atTable("reversi", 1, ["black"]));
  expect([possible.getAttribute("aria-disabled"), possible.title]).toEqual([null, ""]);
  const refused = undo(atTable("reversi", 0, ["black"]), "u1").state;
  expect(draw(<Question state={refused} />).querySelector(".refusal")?.textContent).toBe("There is nothing to take back yet.");
});
