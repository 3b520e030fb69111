// A part of the build: writes service-worker.js with the list of the files that it keeps. Those that run the rules in the browser are
// kept once they have run there; scripts/pyodide_pack.py adds what it packs to them.

import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

const SCRIPT = "src/offline/worker/service-worker.ts";
const RULES = "assets/python-"; // the script of the worker that runs them: a megabyte
const DOCUMENTS = ["index.html", "table.html"];

/** Writes the service worker into the folder of a build. Its first line is the list alone, for whoever changes the files later. */
export async function writeServiceWorker(dir: string): Promise<void> {
  const script = await scriptOf();
  const names = (await readdir(join(dir, "assets"))).filter((name) => !name.endsWith(".br")).map((name) => `assets/${name}`);
  const files: Record<string, string> = {};
  const later: Record<string, string> = {};
  for (const name of [...DOCUMENTS, ...names.sort()]) {
    const list = name.startsWith(RULES) ? later : files;
    list[name] = `sha256-${hash(await readFile(join(dir, name)), "base64")}`;
  }
  const version = hash(JSON.stringify({ files, later }) + script, "hex").slice(0, 16);
  await writeFile(join(dir, "service-worker.js"), `const SHELL = ${JSON.stringify({ version, files, later })};\n${script}`);
}

const hash = (content: Buffer | string, encoding: "base64" | "hex") => createHash("sha256").update(content).digest(encoding);

/** The script in one file without imports, as browsers take it that know no modules in service workers. */
async function scriptOf(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target: ["chrome123", "firefox120", "safari17.5"],
      rolldownOptions: { input: join(import.meta.dirname, SCRIPT), output: { format: "iife" } },
    },
  });
  if (!("output" in built)) throw new Error("the service worker was not built as one bundle");
  return built.output[0].code;
}
