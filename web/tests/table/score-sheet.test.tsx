// The score sheet: two moves a line, other events between them.

import { expect, it } from "vitest";
import type { Entry } from "../../src/play/actions";
import { linesOf } from "../../src/table/panels/score-sheet";

const entry = (number: number, role: string | null, san?: string): Entry => {
  const text = { text: "", args: san === undefined ? {} : { san } };
  return {
    key: String(number),
    number,
    text,
    event: { number, name: "", role, text, args: {}, changes: [] },
  } as unknown as Entry;
};

const read = (entries: readonly Entry[], gone: readonly number[] = []) =>
  linesOf(entries, "san", ["white", "black"], new Set(gone)).map((line) =>
    line.kind === "event" ? "event" : [line.number, ...line.moves.map((move) => move?.text ?? "")],
  );

it("writes the moves of a turn side by side", () => {
  const moves = [entry(0, "white", "e4"), entry(1, "black", "e5"), entry(2, "white", "Nf3")];
  expect(read(moves)).toEqual([
    [1, "e4", "e5"],
    [2, "Nf3", ""],
  ]);
});

it("leaves out what was undone, and goes on in the same line", () => {
  const moves = [entry(0, "white", "e4"), entry(1, "black", "e5"), entry(2, "black", "c5")];
  expect(read(moves, [1])).toEqual([[1, "e4", "c5"]]);
});

it("puts another event on a line of its own, and black's next move after it", () => {
  const moves = [entry(0, "white", "e4"), entry(1, null), entry(2, "black", "e5"), entry(3, "white", "d4")];
  expect(read(moves)).toEqual([[1, "e4", ""], "event", [1, "", "e5"], [2, "d4", ""]]);
});
