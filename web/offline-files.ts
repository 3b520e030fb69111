// A part of the build: writes service-worker.js with the list of the files that it keeps. Those that run the rules in the browser are
// kept once they have run there; scripts/pyodide_pack.py adds what it packs to them.

import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scriptOf } from "./script-of";

const SCRIPT = "src/offline/worker/service-worker.ts";
const RULES = ["assets/python-", "assets/code-editor-"]; // what runs them, or shows them in an editor: more than a megabyte
const DOCUMENTS = ["index.html", "table.html"];

/** Writes the service worker into the folder of a build. Its first line is the list alone, for whoever changes the files later. */
export async function writeServiceWorker(dir: string): Promise<void> {
  const script = await scriptOf(SCRIPT); // browsers take it that know no modules in service workers
  const names = (await readdir(join(dir, "assets"))).filter((name) => !name.endsWith(".br")).map((name) => `assets/${name}`);
  const files: Record<string, string> = {};
  const later: Record<string, string> = {};
  for (const name of [...DOCUMENTS, ...names.sort()]) {
    const list = RULES.some((each) => name.startsWith(each)) ? later : files;
    list[name] = `sha256-${hash(await readFile(join(dir, name)), "base64")}`;
  }
  const version = hash(JSON.stringify({ files, later }) + script, "hex").slice(0, 16);
  await writeFile(join(dir, "service-worker.js"), `const SHELL = ${JSON.stringify({ version, files, later })};\n${script}`);
}

const hash = (content: Buffer | string, encoding: "base64" | "hex") => createHash("sha256").update(content).digest(encoding);
