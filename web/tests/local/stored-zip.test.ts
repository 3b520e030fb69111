// Reading of zips that are not compressed.

import { expect, it } from "vitest";
import { storedFiles } from "../../src/local/python/stored-zip";

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...part].map((each) => each.charCodeAt(0)) : part)));

/** A zip with one file, `a/b.py`, by the format's description: its header with a field more than in the list at the end. */
function zipped(method = 0): ArrayBuffer {
  const [path, text] = ["a/b.py", "x = 1"];
  const zeros = (count: number) => Array<number>(count).fill(0);
  const sizes = [5, 0, 0, 0, 5, 0, 0, 0];
  const header = bytes("PK\x03\x04", zeros(4), [method, 0], zeros(8), sizes, [6, 0, 4, 0], path, zeros(4), text);
  const entry = bytes("PK\x01\x02", zeros(6), [method, 0], zeros(8), sizes, [6, 0], zeros(16), path);
  const end = bytes("PK\x05\x06", zeros(4), [1, 0, 1, 0], [entry.length, 0, 0, 0], [header.length, 0, 0, 0], [0, 0]);
  return bytes([...header], [...entry], [...end]).buffer;
}

it("finds the files", () => {
  const found = storedFiles(zipped());
  expect([...found.keys()]).toEqual(["a/b.py"]);
  expect(new TextDecoder().decode(found.get("a/b.py"))).toBe("x = 1");
});

it("refuses what is compressed, cut or no zip", () => {
  expect(() => storedFiles(zipped(8))).toThrow("a/b.py is compressed");
  expect(() => storedFiles(zipped().slice(0, -3))).toThrow("is no zip, or is cut");
  expect(() => storedFiles(bytes("<!doctype html>").buffer)).toThrow("is no zip, or is cut");
});
