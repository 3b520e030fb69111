// @vitest-environment node
// The layout of the page's sources: imports of the board, signals, lengths, style sheets in layers, media queries named once.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import * as breakpoints from "../src/app/style/breakpoints";

const MOST_LINES = { src: 400, tests: 500 };
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

it("lets the board import nothing of the page but the generated messages, the loader of chunks and the breakpoints", () => {
  const outside = sources
    .filter((path) => path.startsWith("src/board/"))
    .flatMap((path) => imports(path).map((to) => `${path} imports ${to}`))
    .filter((line) => !/ imports src\/(board\/|protocol$|app\/deferred$|app\/style\/breakpoints.css$)/.test(line));
  expect(outside).toEqual([]);
  expect(imports("src/app/deferred.tsx")).toEqual([]);
});

it("opens a WebSocket in one place, and reconnects in one", () => {
  const holding = (text: string) =>
    sources.filter((path) => path.startsWith("src/") && readFileSync(path, "utf8").includes(text));
  expect(holding("new WebSocket(")).toEqual(["src/network/socket.ts"]);
  expect(holding("onclose = ")).toEqual(["src/network/connection.ts"]);
});

it("keeps the signals of a page in its store", () => {
  const holding = sources.filter((path) => /^export const \w+ = signal[<(]/m.test(readFileSync(path, "utf8")));
  const board = ["src/board/motion/animation-queue.ts", "src/board/rotation.ts"]; // the board's own, which imports no store
  const stores = [
    "src/app/local-settings.ts",
    "src/app/store.ts",
    "src/company/news.ts",
    "src/dev/store.ts",
    "src/lobby/match/seek.ts",
    "src/notices/turn-notices.ts",
    "src/offline/updates.ts",
    "src/play/store.ts",
    "src/replay/store.ts",
  ];
  expect(holding.sort()).toEqual([...stores, ...board].sort());
});

const sheets = sources.filter((path) => path.endsWith(".css"));

it("names every media query once", () => {
  const named = readFileSync("src/app/style/breakpoints.css", "utf8");
  const unnamed = sheets.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/@media (?!\(--[a-z-]+\) \{)(.*)/g)].map(([query]) => `${path}: ${query}`),
  );
  expect(unnamed).toEqual(["src/app/style/reset.css: @media (prefers-reduced-motion: reduce) {"]);
  for (const query of Object.values(breakpoints)) expect(named).toContain(` ${query};`);
});

it("has every style sheet in a layer", () => {
  const lists = ["src/app/style/styles.css", "src/board/containers/deferred.css"];
  const layered = lists.flatMap((list) =>
    [...readFileSync(list, "utf8").matchAll(/@import "([^"]+)" layer\((reset|base|components)\);/g)].map(([, path]) =>
      join(dirname(list), path!),
    ),
  );
  const own = sheets.filter((path) => /^@layer (components|pages) \{$/m.test(readFileSync(path, "utf8")));
  const outside = [...lists, "src/app/style/breakpoints.css"];
  expect([...layered, ...own, ...outside].sort()).toEqual([...sheets].sort());
});

it("has no file that is too long", () => {
  const long = sources.map((path) => [path, readFileSync(path, "utf8").split("\n").length - 1] as const);
  expect(long.filter(([path, lines]) => lines > MOST_LINES[path.startsWith("src/") ? "src" : "tests"])).toEqual([]);
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
