// A part of the build: one script as one file without imports.

import { join } from "node:path";
import { build } from "vite";

/** The script made of that source and everything that it imports. */
export async function scriptOf(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target: ["chrome123", "firefox120", "safari17.5"],
      rolldownOptions: { input: join(import.meta.dirname, source), output: { format: "iife" } },
    },
  });
  if (!("output" in built)) throw new Error(`${source} was not built as one bundle`);
  return built.output[0].code;
}
