// What is shown between two positions: each event's own, cut where it would fall behind, and none of it to who wants none.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { between, queue, show, skip } from "../../../src/board/motion/animation-queue";
import type { Socket } from "../../../src/network/connection";
import { changeSettings } from "../../../src/app/local-settings";
import { join, leave } from "../../../src/play/session";
import type { Contents, GameEvent, View } from "../../../src/board/view";
import { welcome } from "../../positions";

const view = (...trick: string[]) =>
  ({ game: "hearts", role: "north", over: true, moves: [{}], containers: { trick: pile(trick) } }) as unknown as View;
const pile = (faces: readonly string[]): Contents => ({ tokens: faces.map((face, id) => ({ id, kind: "card", face })) });
const event = (number: number, ...trick: string[]): GameEvent => ({
  number,
  name: "play",
  text: null,
  args: {},
  role: null,
  changes: [
    { of: "container:trick", is: pile(trick) },
    { of: "prop:points", is: 1 },
  ],
});
const faces = (view: View) => view.containers["trick"]?.tokens?.map((token) => token.face);

beforeEach(() => {
  vi.useFakeTimers();
  Element.prototype.animate ??= () => ({}) as Animation;
});

afterEach(() => {
  skip();
  changeSettings({ motion: true, speed: 1 });
  vi.useRealTimers();
});

it("is each position that differs from the one before and from the last", () => {
  const frames = between(
    view("2C"),
    [event(1, "2C", "3C"), event(2, "2C", "3C"), event(3, "2C", "3C", "4C"), event(4)],
    view(),
  );
  expect(frames.map(faces)).toEqual([
    ["2C", "3C"],
    ["2C", "3C", "4C"],
  ]);
  expect(frames.every((frame) => !frame.over && frame.moves.length === 0)).toBe(true);
});

it("is nothing where nothing lies between", () => {
  expect(between(view("2C"), [event(1, "2C", "3C")], view("2C", "3C"))).toEqual([]);
  expect(between(view("2C"), [{ ...event(1), changes: [] }], view("2C", "3C"))).toEqual([]);
});

it("ends by itself, and at once for who goes on", () => {
  show(view("2C"), [event(1, "2C", "3C")], view());
  expect(queue.value.map(faces)).toEqual([["2C", "3C"]]);
  vi.runAllTimers();
  expect(queue.value).toEqual([]);
  show(view("2C"), [event(1, "2C", "3C")], view());
  skip();
  expect(queue.value).toEqual([]);
});

it("never falls far behind, however much comes", () => {
  for (let turn = 0; turn < 50; turn++) show(view(), [event(turn, "2C"), event(turn, "2C", "3C")], view());
  expect(queue.value.length).toBeLessThanOrEqual(6);
  vi.advanceTimersByTime(2000);
  expect(queue.value).toEqual([]);
});

it("is not shown to who wants calm", () => {
  changeSettings({ motion: false });
  show(view("2C"), [event(1, "2C", "3C")], view());
  expect(queue.value).toEqual([]);
});

it("is cut short by a position that is told anew, and by nothing that says nothing of one", () => {
  const table: Socket = { onopen: null, onmessage: null, onclose: null, send: () => {}, close: () => {} };
  const hears = (message: object) => table.onmessage?.({ data: JSON.stringify(message) });
  join("7Q4K", [], () => table);
  table.onopen?.(undefined as never);
  hears(welcome("reversi", 0, ["black"]));
  show(view("2C"), [event(1, "2C", "3C")], view());
  for (const said of [{ type: "pong" }, { type: "seats", seats: [] }, { type: "lobby", tables: [], gone: [], mine: true }])
    hears(said);
  expect(queue.value.map(faces)).toEqual([["2C", "3C"]]);
  hears(welcome("reversi", 0, ["black"]));
  expect(queue.value).toEqual([]);
  leave();
});
