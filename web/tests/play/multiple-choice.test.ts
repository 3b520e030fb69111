// Several things chosen together: in any order on the page, in one order on the wire.

import { expect, it } from "vitest";
import * as choosing from "../../src/play/choosing";
import * as incoming from "../../src/play/receive";
import * as reading from "../../src/play/state";
import { answers, multipleChoice } from "../../src/play/multiple-choice";
import type { Move, Several, View } from "../../src/board/view";
import { atTable, update } from "../positions";

const SEVERAL: Several = {
  least: 2,
  most: 3,
  options: [
    { move: "choose(2C)", places: ["hand:0"] },
    { move: "choose(9H)", places: ["hand:1", "hand:4"] },
    { move: "choose(QS)", places: ["hand:2"] },
  ],
};
const move = (text: string): Move => ({ text, action: "choose", places: [], forced: false, describe: { text } });
const ALL = ["choose(2C)", "choose(9H)", "choose(QS)", "done"].map(move);

function asked(several: Several = SEVERAL): reading.State {
  const state = atTable("reversi", 0, ["black"]);
  const view = { ...(reading.view(state) as View), moves: ALL, several };
  return { ...state, views: { black: view } };
}

const point = (state: reading.State, ...places: string[]) =>
  places.reduce((now, place) => choosing.pointed(now, place, "no").state, state);

it("marks and unmarks in any order, and no more than are asked for", () => {
  const state = point(asked(), "hand:2", "hand:0", "hand:2", "hand:1");
  expect(state.chosen).toEqual(["hand:0", "hand:1"]);
  expect(reading.selection(state)).toEqual({ count: 2, most: 3, enough: true });
  expect(reading.selection(point(state, "hand:1"))?.enough).toBe(false);
  const full = point(state, "hand:4");
  expect([...reading.choices(full).places].sort()).toEqual(["hand:0", "hand:1", "hand:4"]);
  expect(point(full, "hand:2").chosen).toEqual(full.chosen);
});

it("answers in the order of the moves, and says that it is done where there is room for more", () => {
  expect(answers(SEVERAL, ["hand:4", "hand:0"])).toEqual(["choose(2C)", "choose(9H)", "done"]);
  expect(answers(SEVERAL, ["hand:2", "hand:4", "hand:1"])).toEqual(["choose(9H)", "choose(9H)", "choose(QS)"]);
});

it("is left to the buttons where something lies nowhere, or only one is chosen", () => {
  const view = reading.view(asked()) as View;
  expect(multipleChoice(view)).toBe(SEVERAL);
  expect(multipleChoice({ ...view, moves: [] })).toBeNull();
  expect(multipleChoice({ ...view, several: { ...SEVERAL, most: 1, least: 1 } })).toBeNull();
  expect(multipleChoice({ ...view, several: { ...SEVERAL, options: [{ move: "choose(yes)", places: [""] }] } })).toBeNull();
});

it("sends one answer after the other, each to the position of the one before", () => {
  const begun = choosing.confirmed(point(asked(), "hand:2", "hand:0"), "id1");
  expect(begun.send).toEqual({ type: "play", id: "id1", role: "black", move: "choose(2C)", seq: 0 });
  expect(reading.mayAct(begun.state)).toBe(false);
  const accepted = incoming.receive(begun.state, { type: "accepted", id: "id1", seq: 1 });
  expect(choosing.sendNext(accepted, "id2").send).toBeUndefined();
  const came = incoming.receive(accepted, update("reversi", 1, ["black"]));
  const here = { ...came, views: { black: { ...(reading.view(came) as View), moves: ALL } } };
  const second = choosing.sendNext(here, "id2");
  expect(second.send).toEqual({ type: "play", id: "id2", role: "black", move: "choose(QS)", seq: 1 });
  expect(second.state.queue?.moves).toEqual(["done"]);
});

it("tries again where somebody else was quicker, and gives up when it is no longer asked", () => {
  const begun = choosing.confirmed(point(asked(), "hand:2", "hand:0"), "id1").state;
  const refused = incoming.receive(begun, { type: "refused", id: "id1", code: "stale", message: "", seq: null });
  expect([refused.queue?.moves, refused.refusal]).toEqual([["choose(2C)", "choose(QS)", "done"], null]);
  expect(choosing.sendNext(refused, "id2").send).toBeUndefined();
  const moved = incoming.receive(refused, { ...update("reversi", 0, ["black"]), seq: 1 });
  const there = { ...moved, views: { black: { ...(reading.view(moved) as View), moves: ALL } } };
  expect(choosing.sendNext(there, "id2").send).toMatchObject({ move: "choose(2C)", seq: 1 });
  expect(
    choosing.sendNext({ ...there, views: { black: { ...(reading.view(there) as View), moves: [] } } }, "id2").state,
  ).toMatchObject({ queue: null, refusal: { code: "stale" } });
  const wrong = incoming.receive(begun, { type: "refused", id: "id1", code: "illegal", message: "no", seq: null });
  expect([wrong.queue, wrong.refusal?.code]).toEqual([null, "illegal"]);
});

it("needs as many as are asked for", () => {
  expect(choosing.confirmed(point(asked(), "hand:2"), "id1").send).toBeUndefined();
});
