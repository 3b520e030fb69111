import { expect, test } from "vitest";
import {
  answer,
  startGame,
  clockFace,
  clockWords,
  isPressed,
  mayStart,
  roughSpan,
  takeAction,
  availableActions,
  startBlocker,
} from "../../src/play/agreements";
import type { Standing, Terms } from "../../src/protocol";
import type { State } from "../../src/play/state";
import { atTable } from "../positions";

const PLAIN: Standing = { begun: true, clocks: {}, offers: [], departed: {}, away: [], outcome: null };

/** After black's answer, seen by black. */
function table(standing: Partial<Standing> = {}, terms: Terms = {}, roles: readonly string[] = ["black"]): State {
  const state = atTable("reversi", 1, roles);
  return {
    ...state,
    undoable: [],
    agreements: { ...PLAIN, ...standing },
    table: state.table && { ...state.table, terms, host: "black" },
  };
}

test("a clock shows minutes, hours and days, and nought only when the time is up", () => {
  expect([0, 1, 59_001, 299_000, 3_723_000, 3 * 86_400_000].map(clockFace)).toEqual([
    "0:00",
    "0:01",
    "1:00",
    "4:59",
    "1:02:03",
    "3 days",
  ]);
});

test("a clock is named as it is agreed on", () => {
  expect(clockWords({ clock: { kind: "fischer", initial: 600, increment: 5 } })).toBe("10 min + 5 s per turn");
  expect(clockWords({ clock: { kind: "fischer", initial: 90 } })).toBe("90 s each");
  expect(clockWords({ clock: { kind: "per_move", seconds: 86_400 } })).toBe("1 day for each answer");
  expect(clockWords({})).toBeNull();
});

test("each second counts while an own clock runs that ends within the hour", () => {
  const runs = (role: string, left: number) => isPressed(table({ clocks: { [role]: { left, runs: true } } }));
  expect([runs("black", 60_000), runs("white", 60_000), runs("black", 86_400_000)]).toEqual([true, false, false]);
  expect(isPressed(table({ clocks: { black: { left: 60_000, runs: false } } }))).toBe(false);
  expect(isPressed(table({ clocks: { black: { left: 60_000, runs: false, first: 20_000 } } }))).toBe(true);
});

test("people may resign, offer a draw and ask to take back; who sits here alone simply leaves", () => {
  expect(availableActions(table())).toEqual(["undo", "draw", "resign"]);
  expect(availableActions(table({}, { undo: "never" }))).toEqual(["draw", "resign"]);
  expect(availableActions(table({ offers: [{ number: 4, what: "draw", role: "black", asked: ["white"] }] }))).toEqual([
    "undo",
    "resign",
  ]);
  expect(availableActions(table({}, {}, ["black", "white"]))).toEqual([]);
  expect(availableActions(table({}, {}, []))).toEqual([]);
  expect(availableActions(table({ departed: { black: "resigned" } }))).toEqual([]);
});

test("the win may be claimed when the other, for whom the game waits, is away and the terms say so", () => {
  const claim = { absence: { policy: "claim" } } as const;
  expect(availableActions(table({ away: ["white"] }, claim))).toContain("claim");
  expect(availableActions(table({}, claim))).not.toContain("claim");
  expect(availableActions(table({ away: ["white"] }))).not.toContain("claim");
  expect(availableActions(table({ away: ["white"] }, { absence: { policy: "vote" } }))).toContain("end");
});

test("where clocks run a pause is offered, and its end during one", () => {
  const clocks = { black: { left: 60_000, runs: false, waits: 90_000 }, white: { left: 60_000, runs: false } };
  expect(availableActions(table({ clocks }))).toEqual(["undo", "draw", "pause", "resign"]);
  expect(availableActions(table({ clocks, paused: 90_000 }))).toEqual(["undo", "draw", "resume", "resign"]);
  expect(availableActions(table({ clocks }, { pauses: false }))).not.toContain("pause");
  expect(isPressed(table({ clocks, paused: 90_000 }))).toBe(false);
  expect([1_000, 90_000, 5 * 3_600_000 + 1, 13.2 * 86_400_000].map(roughSpan)).toEqual(["1 min", "2 min", "6 h", "14 days"]);
});

test("what is done is said once, for one's own role and of this position", () => {
  const step = takeAction(table(), "draw", "a");
  expect(step.send).toEqual({ type: "offer", what: "draw", id: "a", role: "black", seq: 1 });
  expect(takeAction(step.state, "resign", "b").send).toBeUndefined();
  expect(takeAction(table(), "resign", "c").send).toEqual({ type: "resign", id: "c", role: "black", seq: 1 });
});

test("an offer is answered by who is asked and withdrawn by who made it", () => {
  const offer = { number: 7, what: "draw", role: "white", asked: ["black"] } as const;
  expect(answer(table({ offers: [offer] }), "decline", offer, "a").send).toEqual({
    type: "decline",
    id: "a",
    role: "black",
    offer: 7,
  });
  const own = { ...offer, role: "black", asked: ["white"] };
  expect(answer(table({ offers: [own] }), "agree", own, "a").send).toBeUndefined();
  expect(answer(table({ offers: [own] }), "withdraw", own, "a").send).toEqual({
    type: "withdraw",
    id: "a",
    role: "black",
    offer: 7,
  });
});

test("before it has begun the game says what it waits for, and the host may start it", () => {
  expect(startBlocker(table())).toBeNull();
  const host = table({ begun: false }, { start: "host" });
  expect(mayStart(host)).toBe(true);
  expect(startGame(host, "a").send).toEqual({ type: "start", id: "a", role: "black" });
  const open = {
    ...host,
    table: host.table && {
      ...host.table,
      seats: host.table.seats.map((seat) => (seat.role === "white" ? { ...seat, kind: "open" as const } : seat)),
    },
  };
  expect(startBlocker(open)).toBe("The game begins when every seat is taken");
  expect(mayStart(open)).toBe(false);
});
