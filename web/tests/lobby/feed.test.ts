import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Socket } from "../../src/network/connection";
import { follow } from "../../src/lobby/feed";

class Wire implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readonly sent: string[] = [];
  closed = false;
  send = (frame: string) => void this.sent.push(frame);
  close = () => void (this.closed = true);
  hear = (message: object) => this.onmessage?.({ data: JSON.stringify(message) });
}

const lobby = (...gone: string[]) => ({ type: "lobby", tables: [], gone, mine: false });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function following() {
  const wires: Wire[] = [];
  const follower = { begun: vi.fn(), changed: vi.fn() };
  const stop = follow(follower, () => {
    wires.push(new Wire());
    return wires.at(-1)!;
  });
  return { wires, follower, stop };
}

test("says that it follows, and tells what has changed once it has begun", () => {
  const { wires, follower } = following();
  wires[0]!.onopen?.({} as never);
  expect(wires[0]!.sent).toEqual(['{"type":"follow"}']);
  wires[0]!.hear(lobby());
  expect(follower.begun).toHaveBeenCalledTimes(1);
  expect(follower.changed).not.toHaveBeenCalled();
  wires[0]!.hear(lobby("t"));
  wires[0]!.hear({ type: "pong" });
  expect(follower.changed.mock.calls).toEqual([[lobby("t")]]);
});

test("comes back when the connection is lost, and begins anew", () => {
  const { wires, follower } = following();
  wires[0]!.hear(lobby());
  wires[0]!.onclose?.({} as never);
  vi.advanceTimersByTime(1000);
  expect(wires).toHaveLength(2);
  wires[1]!.hear(lobby());
  expect(follower.begun).toHaveBeenCalledTimes(2);
});

test("comes back when the connection is silent, as it does at a table", () => {
  const { wires, follower } = following();
  wires[0]!.onopen?.({} as never);
  wires[0]!.hear(lobby());
  vi.advanceTimersByTime(4000);
  expect(wires[0]!.sent.at(-1)).toBe('{"type":"ping"}');
  vi.advanceTimersByTime(10_000);
  expect(wires[0]!.closed).toBe(true);
  expect(wires).toHaveLength(2);
  wires[1]!.hear(lobby("t"));
  expect(follower.begun).toHaveBeenCalledTimes(2);
  expect(follower.changed).not.toHaveBeenCalled();
});

test("stops for good", () => {
  const { wires, stop } = following();
  stop();
  expect(wires[0]!.closed).toBe(true);
  wires[0]!.onclose?.({} as never);
  vi.advanceTimersByTime(60_000);
  expect(wires).toHaveLength(1);
});
