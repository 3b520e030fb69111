// The next game at the same table: who is asked, who waits, and who has left.

import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import type { State } from "../../../src/play/state";
import { Rematch } from "../../../src/table/result/rematch";
import { atTable } from "../../positions";

function said(state: State): string | null {
  const root = document.createElement("div");
  act(() => render(<Rematch state={state} />, root));
  return root.textContent;
}

test("a rematch is offered, asked for, and lapses when somebody leaves", () => {
  const state = atTable("tic_tac_toe", 7, ["x"]);
  const table = state.table!;
  const offered = (role: string, asked: string, present: boolean, names = {}): State => ({
    ...state,
    table: { ...table, seats: table.seats.map((seat) => ({ ...seat, kind: "person", present, ...names })) },
    agreements: { ...state.agreements!, offers: [{ number: 8, what: "rematch", role, asked: [asked] }] },
  });
  expect(said(state)).toBe("Play again");
  expect(said(offered("o", "x", true))).toContain("wants a rematchAcceptNo");
  expect(said(offered("o", "x", false))).toContain("has left: their rematch has lapsedOffer a rematch");
  expect(said(offered("o", "x", false, { name: "" }))).toContain("O has left");
  expect(said({ ...offered("o", "x", true), roles: [] })).toBe("");
  expect(said(offered("x", "o", true))).toContain("Rematch offered: waiting for");
  const closed = (role: string, by: string, roles = ["x"]): State => ({
    ...state,
    roles,
    agreements: { ...state.agreements!, closed: { what: "rematch", role, by } },
  });
  expect(said(closed("x", "o"))).toBe("Bob has declined the rematch");
  expect(said(closed("o", "x"))).toBe("You have declined the rematchPlay again");
  expect(said(closed("x", "x"))).toBe("You have taken your rematch back");
  expect(said(closed("o", "o"))).toBe("Bob has taken the rematch backPlay again");
});
