// Whether a tap on a place waits for a second one, by the pace of the table.

import { afterEach, expect, test } from "vitest";
import { changeSettings, DEFAULTS } from "../../src/app/local-settings";
import type { State } from "../../src/play/state";
import { state as store } from "../../src/play/store";
import type { Terms } from "../../src/protocol";
import { pointingOf } from "../../src/table/pointing";
import { atTable } from "../positions";

afterEach(() => changeSettings(DEFAULTS));

/** Whether a tap with a finger on a large cell has to be confirmed at a table with such a clock. */
function waits(clock: Terms["clock"], pointerType = "touch"): boolean {
  const now = atTable("tic_tac_toe", 0, ["x"]);
  const at: State = { ...now, table: { ...now.table!, terms: { clock: clock ?? null } } };
  store.value = at;
  const cell = document.createElement("button");
  cell.dataset["place"] = "board:a1";
  cell.getBoundingClientRect = () => new DOMRect(0, 0, 90, 90);
  pointingOf(at, "").point("board:a1", { target: cell, pointerType } as unknown as Event);
  return store.value.asked !== null;
}

const LIVE = { kind: "fischer", initial: 300, increment: 2 } as const;
const DAYS = { kind: "per_move", seconds: 86_400 } as const;

test("moves on touch are confirmed by default where there is time, and by the player's choice for each pace", () => {
  expect([waits(DAYS), waits(null), waits(LIVE)]).toEqual([true, true, false]);
  changeSettings({ confirmLive: "always", confirmSlow: "never" });
  expect([waits(DAYS), waits(null), waits(LIVE)]).toEqual([false, false, true]);
  expect(waits(LIVE, "mouse")).toBe(false);
});
