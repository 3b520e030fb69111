// @vitest-environment node
// How the page's sources are laid out: what the board imports, how long a file is, how many lie in a folder, named breakpoints.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

const MOST_LINES = 500;
const MOST_FILES = 15;
const MOST_COLUMNS = 140;
const GENERATED = "src/protocol.ts";

const paths = ["src", "tests"]
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }).map((each) => join(root, each)))
  .filter((path) => statSync(path).isFile() && !path.startsWith("tests/fixtures"));
const sources = paths.filter((path) => /\.(tsx?|css)$/.test(path) && path !== GENERATED);

/** What a source imports of the project, as paths without their endings. */
function imports(path: string): readonly string[] {
  const found = readFileSync(path, "utf8").matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g);
  return [...found].map(([, to]) => normalize(join(dirname(path), to!)));
}

it("lets the board import nothing of the page but the generated messages and the loader of chunks", () => {
  const outside = sources
    .filter((path) => path.startsWith("src/board/"))
    .flatMap((path) => imports(path).map((to) => `${path} imports ${to}`))
    .filter((line) => !/ imports src\/(board\/|protocol$|app\/deferred$)/.test(line));
  expect(outside).toEqual([]);
  expect(imports("src/app/deferred.tsx")).toEqual([]);
});

it("opens a WebSocket in one place, and reconnects in one", () => {
  const holding = (text: string) =>
    sources.filter((path) => path.startsWith("src/") && readFileSync(path, "utf8").includes(text));
  expect(holding("new WebSocket(")).toEqual(["src/network/socket.ts"]);
  expect(holding("onclose = ")).toEqual(["src/network/connection.ts"]);
});

it("has no file that is too long", () => {
  const long = sources.map((path) => [path, readFileSync(path, "utf8").split("\n").length - 1] as const);
  expect(long.filter(([, lines]) => lines > MOST_LINES)).toEqual([]);
});

it("has no line that is too long, but for one that is a single text", () => {
  const long = sources.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, index) => (line.length > MOST_COLUMNS && !isText(line) ? [`${path}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

/** Whether a line holds one text, or begins a test named by one: prettier breaks no text. */
function isText(line: string): boolean {
  return /^\s*(it\(|test\()?("[^"]*": |[a-z]+=\{)?("[^"]*"|`[^`]*`)\}?,?( (async )?\(.*)?$/.test(line);
}

it("has no crowded folder", () => {
  const count = new Map<string, number>();
  for (const path of paths) count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1);
  expect([...count].filter(([, files]) => files > MOST_FILES)).toEqual([]);
});
