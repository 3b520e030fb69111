// What the page has brought along is drawn before anything is said over the socket, and only to who may have been meant.

import { afterAll, beforeEach, expect, it, vi } from "vitest";
import type { Socket } from "../../src/network/connection";
import { update, welcome } from "../positions";

const brought = welcome("reversi", 0, ["black", "white"]);

/** The page, loaded anew with a block like the arena's, and the table joined with so many tokens. */
async function joined(table: string, tokens: readonly string[], data: unknown = { languages: ["en", "de"], welcome: brought }) {
  document.body.innerHTML = data ? '<script type="application/json" id="preload"></script>' : "";
  const block = document.getElementById("preload");
  if (block) block.textContent = JSON.stringify(data);
  await import("../../src/app/board-host");
  const session = await import("../../src/play/session");
  const { state } = await import("../../src/play/store");
  const socket: Socket & { said: string[] } = {
    onopen: null,
    onmessage: null,
    onclose: null,
    said: [],
    send: (frame) => socket.said.push(frame),
    close: () => {},
  };
  session.join(table, tokens, () => socket);
  return { state, session, socket };
}

beforeEach(() => vi.resetModules());
afterAll(() => vi.resetModules()); // the next file of this worker has no such block

it("draws the position at once, and says where it stands when the socket opens", async () => {
  const { state, session, socket } = await joined("7Q4K", ["a", "b"]);
  expect([state.value.seq, state.value.link, Object.keys(state.value.views)]).toEqual([0, "connecting", ["black", "white"]]);
  session.play(state.value.views["black"]!.moves[0]!);
  expect(state.value.pending).toMatchObject({ type: "play", role: "black" });
  expect(socket.said).toEqual([]);
  socket.onopen?.({} as never);
  expect(socket.said.map((each) => JSON.parse(each))).toMatchObject([
    { type: "hello", since: { seq: 0, events: { black: 0, white: 0 } } },
  ]);
  const { scene: _scene, ...rest } = brought;
  socket.onmessage?.({ data: JSON.stringify({ ...rest, type: "resumed" }) });
  expect(JSON.parse(socket.said[1] ?? "")).toMatchObject({ type: "play", id: state.value.pending?.id });
  const before = state.value;
  socket.onmessage?.({ data: JSON.stringify({ type: "accepted", id: before.pending?.id, seq: 1 }) });
  expect(state.value).toBe(before); // what came of it is told at once: both are drawn together
  socket.onmessage?.({ data: JSON.stringify(update("reversi", 1, ["black", "white"])) });
  expect([state.value.seq, state.value.pending]).toEqual([1, null]);
  session.leave();
  session.join("7Q4K", ["a", "b"], () => socket);
  expect(state.value.table).toBeNull(); // it is old by now
});

it("is for that table alone, and for who is known by it to have all the seats they hold", async () => {
  expect((await joined("another", ["a"])).state.value.table).toBeNull();
  vi.resetModules();
  expect((await joined("7Q4K", ["a", "b", "c"])).state.value.table).toBeNull();
  vi.resetModules();
  expect((await joined("7Q4K", ["a"], null)).state.value.table).toBeNull();
});

it("knows the languages without asking", async () => {
  await joined("7Q4K", []);
  const { preloadedLanguages } = await import("../../src/network/preload");
  expect(preloadedLanguages()).toEqual(["en", "de"]);
});
