// Following a round that goes on: each number the table comes to is told, and nothing is said but who watches.

import { expect, it } from "vitest";
import { forgetTable, storeTable } from "../../src/app/local-settings";
import { follow } from "../../src/replay/follow";
import type { Socket } from "../../src/network/connection";
import { update, welcome } from "../positions";

class Wire implements Socket {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  readonly said: { readonly type: string; readonly tokens?: readonly string[] }[] = [];
  closed = false;
  send(frame: string): void {
    this.said.push(JSON.parse(frame) as Wire["said"][number]);
  }
  close(): void {
    this.closed = true;
  }
  hears(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

it("tells how far the table has come, as who holds its seats, until nobody wants to know", () => {
  const [wire, told] = [new Wire(), [] as number[]];
  storeTable("7Q4K", { tokens: { black: "key" } });
  const stop = follow(
    "7Q4K",
    (seq) => told.push(seq),
    () => wire,
  );
  wire.onopen?.(undefined as never);
  wire.hears({ ...welcome("reversi", 0, ["black"]), seq: 4 });
  wire.hears({ ...update("reversi", 1, ["black"]), seq: 5 });
  forgetTable("7Q4K");
  expect([told, wire.said.map(({ type, tokens }) => [type, tokens])]).toEqual([[4, 5], [["hello", ["key"]]]]);
  stop();
  expect(wire.closed).toBe(true);
});
