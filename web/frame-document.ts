// A part of the build: writes frame.html, the document in which an author's code runs (src/playground/frame). Its policy lets its own
// script run, and workers of the code that the page hands in. They inherit the policy, so that no code in there reaches an address.

import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scriptOf } from "./script-of";

const SCRIPT = "src/playground/frame/frame.ts";
const FRAME = "frame.html";

/** Writes the document into the folder of a build. */
export async function writeFrameDocument(dir: string): Promise<void> {
  const script = (await scriptOf(SCRIPT)).trim();
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = [
    "default-src 'none'",
    "connect-src 'none'",
    `script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval'`,
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Rules</title>`;
  await writeFile(join(dir, FRAME), `<!doctype html><html lang="en"><head>${head}<script>${script}</script></head></html>\n`);
}
