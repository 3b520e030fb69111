// Runs the arena of a browser in Node, as the page's worker does: one JSON text per line in, one out.
//
//     node pyodide_arena.mjs PYODIDE PACKED
//
// A line is {"bring": text, "hello": frame}, and the answer to it the first frame that the page is sent; or {"request": text},
// or {"question": line} for a bot.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [pyodide, packed] = process.argv.slice(2).map((each) => resolve(each));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const { info } = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));
const python = await loadPyodide({
  stdLibURL: join(packed, "python.zip"),
  lockFileContents: { info, packages: {} },
});
const extractDir = "/lib/python3.14/site-packages";
for (const name of ["msgspec.zip", "rondel.zip"])
  python.unpackArchive(new Uint8Array(readFileSync(join(packed, name))), "zip", { extractDir });
const { PageArena, answer_question } = python.pyimport("rondel.server.local.worker");
for await (const line of createInterface({ input: process.stdin })) {
  const { bring, hello, request, question } = JSON.parse(line);
  if (question) {
    console.log(answer_question(question));
    continue;
  }
  const arena = PageArena(async () => {}, async (question) => answer_question(question));
  if (request) {
    console.log(await arena.request(request));
    continue;
  }
  arena.bring(bring);
  let first = null;
  const connection = arena.connect((frame) => (first ??= frame));
  await connection.receive(hello);
  console.log(first);
}
