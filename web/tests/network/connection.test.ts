// @vitest-environment node
// The connection against a real WebSocket server on this machine, which plays its part by hand.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { Connection, type Socket } from "../../src/network/connection";
import type { ServerMessage, Since } from "../../src/protocol";
import { webSocket } from "../../src/network/socket";
import type { Sent } from "../../src/play/state";
import { welcome } from "../positions";

const play: Sent = { type: "play", id: "p1", role: "black", move: "play_disc(d3)", seq: 0 };

let server: WebSocketServer;
let port: number;
let heard: { readonly type: string; readonly id?: string }[];
let links: string[];
let told: ServerMessage[];
let connection: Connection;
let hello: ServerMessage; // what the server says to a hello
let place: Since | null; // where the page says that it is
let answers: boolean; // whether it answers a ping

beforeEach(async () => {
  [heard, links, told] = [[], [], []];
  answers = false;
  place = null;
  hello = welcome("reversi", 0, ["black"]);
  port = await listen(0);
  connection = new Connection(
    "7Q4K",
    ["secret"],
    { message: (message) => told.push(message), link: (link) => links.push(link), since: () => place },
    () => new WebSocket(`ws://127.0.0.1:${port}/ws`) as unknown as Socket,
  );
});

afterEach(async () => {
  vi.useRealTimers();
  connection.stop();
  await hangUp();
});

it("says hello first, and nothing else before it is welcome", async () => {
  connection.send(play);
  connection.start();
  await until(() => heard.length === 2);
  expect(heard[0]).toEqual({ type: "hello", version: 1, table: "7Q4K", tokens: ["secret"] });
  expect(heard[1]).toEqual(play);
  expect(links).toEqual(["open"]);
});

it("says again what was not answered, with the same id, after the server came back", async () => {
  connection.start();
  await until(() => told.length === 1);
  connection.send(play);
  await until(() => heard.length === 2);
  await hangUp();
  await until(() => links.at(-1) === "offline");
  heard = [];
  await listen(port);
  await until(() => heard.length === 2);
  expect(heard.map((message) => message.type)).toEqual(["hello", "play"]);
  expect(heard[1]?.id).toBe("p1");
});

it("says where it was when it comes back, and goes on when it is told what it has missed", async () => {
  connection.start();
  await until(() => told.length === 1);
  place = { seq: 3, events: { black: 3 } };
  hello = { ...welcome("reversi", 0, ["black"]), type: "resumed" } as unknown as ServerMessage;
  await hangUp();
  heard = [];
  connection.send(play);
  await listen(port);
  await until(() => heard.length === 2);
  expect(heard[0]).toMatchObject({ type: "hello", since: { seq: 3, events: { black: 3 } } });
  expect(heard[1]).toEqual(play);
  expect(links.at(-1)).toBe("open");
});

it("does not say again what was answered", async () => {
  connection.start();
  await until(() => told.length === 1);
  connection.send(play);
  await until(() => heard.length === 2);
  for (const client of server.clients) client.send(JSON.stringify({ type: "accepted", id: "p1", seq: 1 }));
  await until(() => told.length === 2);
  await hangUp();
  heard = [];
  await listen(port);
  await until(() => links.filter((link) => link === "open").length === 2);
  expect(heard.map((message) => message.type)).toEqual(["hello"]);
});

it("tries again when its hello was refused for now", async () => {
  hello = { type: "refused", id: null, code: "internal", message: "not now", seq: null };
  connection.start();
  await until(() => told.length === 1);
  hello = welcome("reversi", 0, ["black"]);
  await until(() => links.at(-1) === "open");
  expect(heard.map((message) => message.type)).toEqual(["hello", "hello"]);
});

it("stays away once it was stopped", async () => {
  connection.start();
  await until(() => told.length === 1);
  connection.stop();
  await until(() => server.clients.size === 0);
  await new Promise((done) => setTimeout(done, 400));
  expect(heard.filter((message) => message.type === "hello")).toHaveLength(1);
});

it("comes back with other seats when told to", async () => {
  connection.start();
  await until(() => told.length === 1);
  connection.reseat(["other"]);
  await until(() => heard.length === 2);
  expect(heard[1]).toMatchObject({ type: "hello", tokens: ["other"] });
});

it("follows the lobby, also on a connection that comes back, until it is told not to", async () => {
  connection.follow(true);
  connection.start();
  await until(() => heard.length === 2);
  await hangUp();
  await listen(port);
  await until(() => heard.length === 4);
  connection.follow(true);
  connection.follow(false);
  await until(() => heard.length === 5);
  expect(heard.map((message) => [message.type, "on" in message && message.on])).toEqual([
    ["hello", false],
    ["follow", true],
    ["hello", false],
    ["follow", true],
    ["follow", false],
  ]);
});

it("is offline at once when the network is cut, and comes back by itself with what was not answered", async () => {
  connection.start();
  await until(() => told.length === 1);
  connection.send(play);
  connection.networkLost();
  expect(links).toEqual(["open", "offline"]);
  await until(() => links.at(-1) === "open" && heard.at(-1)?.id === "p1");
});

it("does not wait for its next attempt once the network is back", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  connection.start();
  await until(() => told.length === 1);
  connection.networkLost();
  connection.networkBack();
  const asked = Date.now();
  await until(() => links.at(-1) === "open");
  expect(Date.now() - asked).toBeLessThan(250);
  vi.restoreAllMocks();
});

it("names the table in its address, and none in the lobby", async () => {
  vi.stubGlobal("WebSocket", WebSocket);
  vi.stubGlobal("location", { protocol: "http:", host: `127.0.0.1:${port}` });
  const named: (string | undefined)[] = [];
  server.on("connection", (_, request) => named.push(request.url));
  const events = { message: () => {}, link: () => {}, since: () => null };
  const opened = ["7Q4K", "a&b", null].map((table) => new Connection(table, [], events, webSocket));
  for (const each of opened) each.start();
  await until(() => heard.length === 3); // all are open: closing an attempt is an error outside a browser
  expect(named.sort()).toEqual(["/ws", "/ws?table=7Q4K", "/ws?table=a%26b"]);
  for (const each of opened) each.stop();
  vi.unstubAllGlobals();
});

it("begins anew where an attempt hangs, and leaves alone what is open", async () => {
  const made: (Socket & { closed: boolean })[] = [];
  const hanging = new Connection("7Q4K", [], { message: () => {}, link: () => {}, since: () => null }, () => {
    const socket = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: () => {},
      closed: false,
      close: () => (socket.closed = true),
    };
    made.push(socket);
    return socket;
  });
  hanging.start();
  hanging.networkBack();
  expect(made.map((socket) => socket.closed)).toEqual([true, false]);
  hanging.stop();
  hanging.networkBack();
  expect(made).toHaveLength(2);

  connection.start();
  await until(() => told.length === 1);
  connection.networkBack();
  await new Promise((done) => setTimeout(done, 50));
  expect(heard.filter((message) => message.type === "hello")).toHaveLength(1);
});

it("gives up a connection that answers no ping, and only that", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const beat = async () => {
    const before = heard.length;
    vi.advanceTimersByTime(4000);
    await until(() => heard.length > before || links.at(-1) === "offline");
  };
  connection.start();
  await until(() => told.length === 1);
  answers = true;
  for (let count = 0; count < 5; count += 1) {
    const before = told.length;
    await beat();
    await until(() => told.length > before);
  }
  expect(links).toEqual(["open"]);
  answers = false; // the line is dead from here
  await beat();
  await beat();
  expect(links).toEqual(["open"]);
  await beat();
  expect(links).toEqual(["open", "offline"]);
});

it("notices within two seconds that nothing comes back while its own clock runs, and bears a slow link longer", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const second = async () => {
    const before = heard.length;
    vi.advanceTimersByTime(1000);
    await until(() => heard.length > before || links.at(-1) === "offline");
  };
  answers = true;
  connection.start();
  await until(() => told.length === 1);
  connection.hurry(true);
  for (let count = 0; count < 3; count += 1) {
    const before = told.length;
    await second();
    await until(() => told.length > before);
  }
  answers = false; // frozen
  await second();
  expect(links).toEqual(["open"]);
  await second();
  expect(links).toEqual(["open", "offline"]);
  await until(() => links.length === 3);
  await second(); // which may only be slow: one more ping may stay unanswered
  await second();
  expect(links).toEqual(["open", "offline", "open"]);
  connection.hurry(false);
  const before = heard.length;
  vi.advanceTimersByTime(3999);
  await new Promise((done) => setTimeout(done, 20));
  expect(heard).toHaveLength(before);
});

function listen(at: number): Promise<number> {
  server = new WebSocketServer({ host: "127.0.0.1", port: at });
  server.on("connection", (socket) => {
    socket.on("message", (frame) => {
      const message = JSON.parse(String(frame)) as (typeof heard)[number];
      heard.push(message);
      if (message.type === "hello") socket.send(JSON.stringify(hello));
      if (message.type === "ping" && answers) socket.send(JSON.stringify({ type: "pong" }));
    });
  });
  return new Promise((done) => server.on("listening", () => done((server.address() as { port: number }).port)));
}

function hangUp(): Promise<void> {
  for (const client of server.clients) client.terminate();
  return new Promise((done) => server.close(() => done()));
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 4000;
  while (!holds()) {
    if (Date.now() > end) throw new Error("waited 4 s in vain");
    await new Promise((done) => setTimeout(done, 10));
  }
}
