// What is read of the frame of an author's code: known fields of the expected kind, and no addresses.

import { expect, it } from "vitest";
import { checkedBench, checkedMessage, withoutAddresses } from "../../src/playground/check";

it("takes the known fields of a message and nothing else", () => {
  expect(checkedMessage({ type: "ready", compiled: "not a module", took: 900, more: 1 })).toEqual({
    type: "ready",
    compiled: null,
    took: 900,
  });
  expect(checkedMessage({ type: "doing", id: null })).toEqual({ type: "doing", id: null });
  expect(checkedMessage({ type: "frame", socket: 3, frame: '{"type":"pong"}', more: 1 })).toEqual({
    type: "frame",
    socket: 3,
    frame: '{"type":"pong"}',
  });
  expect(checkedMessage({ type: "failed", message: "x".repeat(10_000) })).toEqual({
    type: "failed",
    message: "x".repeat(2000),
  });
});

it.each([
  [null],
  ["ready"],
  [{ type: "ask", id: 1, question: { bot: "level:3" } }],
  [{ type: "thought", id: 1, answer: "x".repeat(4_000_001) }],
  [{ type: "done", id: "1" }],
  [{ type: "frame", socket: 3, frame: "no JSON" }],
  [{ type: "frame", socket: 3, frame: { type: "pong" } }],
  [{ type: "frame", socket: NaN, frame: "{}" }],
  [{ type: "response", id: 1, response: { status: 200, body: {} } }],
  [{ type: "response", id: 1, response: null }],
  [{ type: "keep", id: 1, table: "T", text: "x".repeat(4_000_001) }],
])("takes no message of another shape: %j", (message) => {
  expect(checkedMessage(message)).toBeNull();
});

it("removes what the page would load, and keeps what it draws", () => {
  const face = { shape: "disc", colour: "#b3312c", drawing: "https://example.org/a.svg#b" };
  const odd = { shape: "disc", colour: "url(https://example.org/c)" };
  const scene = { look: { css: "https://example.org/a.css" }, kinds: { disc: { faces: { red: face, blue: odd } } } };
  expect(JSON.parse(withoutAddresses(JSON.stringify({ type: "welcome", scene }))!)).toEqual({
    type: "welcome",
    scene: { kinds: { disc: { faces: { red: { shape: "disc", colour: "#b3312c" }, blue: { shape: "disc" } } } } },
  });
});

it("reads the state of the workbench field by field", () => {
  const bench = { number: 2, source: "rules.py", table: "T", tokens: { x: "t", o: 7 }, read: 1, answers: 3, trouble: null };
  expect(checkedBench(JSON.stringify(bench))).toEqual({ ...bench, tokens: { x: "t" } });
  const trouble = { kind: "odd", message: ["<b>"], line: "7", more: 1 };
  expect(checkedBench(JSON.stringify({ ...bench, trouble }))?.trouble).toMatchObject({
    kind: "rules",
    message: "",
    line: null,
  });
  expect(checkedBench("[]")).toBeNull();
  expect(checkedBench("no JSON")).toBeNull();
});
