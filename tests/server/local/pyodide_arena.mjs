// Runs the arena of a browser in Node, as the page's worker does: one JSON text per line in, one out.
//
//     node pyodide_arena.mjs PYODIDE PACKED
//
// A line is {"bring": {table: text}, "frames": [frame], "requests": [request], "questions": [line], "rules": [text]}, all of them
// optional: tables of a new arena, frames of which each joins one of them, requests of the HTTP API, questions to its thinker, and rules to
// check. The answer is the list of the answers; that to a frame is the first one that the page is sent, and to rules the findings.

import { existsSync, readFileSync } from "node:fs";
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
const unpack = (name) => python.unpackArchive(new Uint8Array(readFileSync(join(packed, name))), "zip", { extractDir });
for (const name of ["rondel.zip", "findings.zip"]) unpack(name);
python.FS.writeFile(`${extractDir}/msgspec/_core.cpython-314-wasm32-emscripten.so`, new Uint8Array(readFileSync(join(packed, "msgspec.wasm"))));
const { PageArena, Thinker, fetch_games } = python.pyimport("rondel.server.local.worker");
fetch_games((game) => {
  const file = `games/${game}.zip`;
  if (existsSync(join(packed, file))) unpack(file);
  return true;
});
const thinker = Thinker(() => python.pyimport("rondel.search.tree.unfolding").Unfolding);
for await (const line of createInterface({ input: process.stdin })) {
  const { bring = {}, frames = [], requests = [], questions = [], rules = [] } = JSON.parse(line);
  const arena = PageArena(async () => {}, async (question) => thinker.answer(question));
  for (const [table, text] of Object.entries(bring)) arena.bring(table, text);
  const answers = [];
  for (const frame of frames) {
    const told = [];
    await arena.connect((each) => told.push(each)).receive(frame);
    answers.push(told[0]);
  }
  for (const request of requests) answers.push(await arena.request(JSON.stringify(request)));
  answers.push(...questions.map((each) => thinker.answer(each)));
  for (const text of rules) answers.push(python.pyimport("rondel.testing.findings").in_json(text, "/rules.py"));
  console.log(JSON.stringify(answers));
}
