// @vitest-environment node
// The arena of a browser over a real thread whose rules loop: the thread is ended, and another one takes over.

import { Worker as Thread } from "node:worker_threads";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LocalArena } from "../../src/local/arena";
import { BEAT, type FromWorker } from "../../src/local/messages";
import type { Socket } from "../../src/network/connection";

const FILES = { pyodide: "", python: "", msgspec: "", rondel: "", games: {} };

let arena: LocalArena;
let threads: number;
let ended: number; // of the threads
let goOn: Int32Array; // 1: who waits goes on
let took: number; // µs that the exercise takes there
let start: number; // ms that Python takes to start
let another: () => void; // called when a further thread is made

/** A thread as the page sees a worker. */
function thread(): Worker {
  threads += 1;
  another();
  const made = new Thread(new URL("./looping-worker.mjs", import.meta.url), { workerData: { goOn, took, start } });
  const worker = {
    onmessage: null as ((event: { data: FromWorker }) => void) | null,
    onerror: null,
    postMessage: (message: unknown) => made.postMessage(message),
    terminate() {
      ended += 1;
      void made.terminate();
    },
  };
  made.on("message", (data: FromWorker) => worker.onmessage?.({ data }));
  return worker as unknown as Worker;
}

beforeEach(async () => {
  [threads, ended, took, start, another] = [0, 0, 0, 0, () => {}];
  goOn = new Int32Array(new SharedArrayBuffer(8));
  await begin();
});

async function begin(): Promise<void> {
  const store = { all: () => Promise.resolve({}), keep: () => Promise.resolve() };
  arena = new LocalArena({ worker: thread, files: FILES, store });
  await arena.ready;
}

afterEach(() => arena.end());

interface Told {
  readonly type: string;
  readonly id?: string;
  readonly code?: string;
  readonly message?: string;
}

/** An open socket: what it is told, and when it closes. */
async function opened() {
  const socket: Socket = arena.open();
  const told: Told[] = [];
  let wake = () => {};
  socket.onmessage = ({ data }) => (told.push(JSON.parse(data) as Told), wake());
  const closed = new Promise<void>((resolve) => (socket.onclose = () => resolve()));
  await new Promise<void>((resolve) => (socket.onopen = () => resolve()));
  const next = async (): Promise<Told> => {
    while (told.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return told.shift()!;
  };
  return { say: (message: object) => socket.send(JSON.stringify(message)), next, closed };
}

const play = (id: string, move: string) => ({ type: "play", id, role: "x", move, seq: 0 });
const HELLO = { type: "hello", version: 1, table: "7Q4K", tokens: [] };

it("ends rules that loop, comes back, and refuses what led there for good", async () => {
  const before = await opened();
  arena.prepare();
  arena.prepare();
  expect(threads).toBe(2); // one that takes over, and never more
  before.say(play("p1", "loop()"));
  expect(await before.next()).toMatchObject({ type: "refused", id: "p1", code: "rules" }); // before its socket closes
  await before.closed;
  const after = await opened();
  after.say(HELLO);
  expect((await after.next()).type).toBe("hello");
  after.say(play("p1", "loop()"));
  expect(await after.next()).toMatchObject({ type: "refused", id: "p1", code: "rules" });
  after.say(play("p2", "end()"));
  expect(await after.next()).toMatchObject({ type: "play", id: "p2" });
  expect(threads).toBe(2);
});

it("refuses nothing else that was on its way: it is done by the worker that takes over", async () => {
  const [one, other] = [await opened(), await opened()];
  one.say(play("p1", "kept()"));
  other.say(play("p2", "loop()"));
  const request = arena.request({ method: "GET", path: "/api/games", body: "", tokens: [] });
  await Promise.all([one.closed, other.closed]);
  expect(await request).toEqual({ status: 200, body: "/api/games" });
  const again = await opened();
  again.say(play("p2", "loop()"));
  expect(await again.next()).toMatchObject({ type: "refused", id: "p2" });
  again.say(play("p1", "kept()"));
  again.say(play("p3", "end()"));
  expect(await again.next()).toMatchObject({ type: "play", id: "p3" });
});

it("ends the worker that would take over when the first one was only late", async () => {
  const socket = await opened();
  const late = new Promise<void>((resolve) => (another = resolve));
  socket.say(play("p1", "wait()"));
  await late;
  Atomics.store(goOn, 0, 1);
  Atomics.notify(goOn, 0);
  expect(await socket.next()).toMatchObject({ type: "play", id: "p1" });
  await expect.poll(() => ended).toBe(1);
  socket.say(play("p2", "end()"));
  expect(await socket.next()).toMatchObject({ type: "play", id: "p2" });
  expect(threads).toBe(2);
});

it.each([
  ["the usual machine", 0, 800],
  ["one that is twice as slow", 1800, 1600],
  ["one that is slower than any", 90_000, 2000],
])("lets rules work on %s, for some time", async (_machine, exercise, patience) => {
  arena.end();
  took = exercise;
  await begin();
  const request = (work: number) => arena.request({ method: "GET", path: `/api/work ${work}`, body: "", tokens: [] });
  const beats = patience / BEAT - 1;
  expect((await request(beats)).status).toBe(200);
  expect((await request(beats)).status).toBe(200); // each answer has the whole time
  expect((await request(beats + 1)).status).toBe(500);
});

it("ends rules that are in one call all the time", async () => {
  const socket = await opened();
  socket.say(play("p1", "wait()"));
  expect(await socket.next()).toMatchObject({ type: "refused", id: "p1", code: "rules" });
});

it("gives a worker that waits for the network all the time that it needs", async () => {
  const socket = await opened();
  socket.say(play("p1", "fetch()"));
  expect(await socket.next()).toMatchObject({ type: "play", id: "p1" });
  expect(threads).toBe(1);
});

it("stays down after three loops in a row, whatever was greeted between them, says what to do, and begins again", async () => {
  for (let loop = 0; loop < 3; loop += 1) {
    const socket = await opened();
    socket.say(HELLO);
    expect((await socket.next()).type).toBe("hello");
    const { status, body } = await arena.request({ method: "GET", path: "/api/loop", body: "", tokens: [] });
    expect([status, (JSON.parse(body) as Told).code]).toEqual([500, "rules"]);
    await socket.closed;
  }
  const { body } = await arena.request({ method: "GET", path: "/api/games", body: "", tokens: [] });
  const { message } = JSON.parse(body) as Told;
  expect(message).toContain("start the rules again");
  const refused = await opened();
  refused.say(HELLO);
  expect(await refused.next()).toMatchObject({ type: "refused", code: "rules", message });
  expect(threads).toBe(4); // the last one would have taken over
  arena.again();
  await refused.closed;
  expect(await arena.request({ method: "GET", path: "/api/games", body: "", tokens: [] })).toMatchObject({ status: 200 });
});

it("does not end rules that work on a busy machine, where a little work takes long", async () => {
  const { say, next } = await opened();
  say(play("1", "slow work 5")); // 2.5 s, longer than they may stand still
  expect(await next()).toMatchObject({ type: "play", id: "1" });
});

it("lets one call take as long as Python took to start", async () => {
  arena.end();
  start = 2900;
  await begin();
  const { say, next } = await opened();
  say(play("1", "wait 2400")); // longer than where Python starts at once
  expect(await next()).toMatchObject({ type: "play", id: "1" });
});
