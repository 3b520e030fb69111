import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { defineConfig } from "vitest/config";

// The arena a `npm run dev` page talks to.
const arena = "http://127.0.0.1:8000";

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** All that a module needs before it can run. */
function needed(id: string, modules: Modules, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const each of modules.getModuleInfo(id)?.importedIds ?? []) needed(each, modules, found);
  return found;
}

/** The file of that name has all that these modules need, but for what is in one that comes first. */
function together(name: string, ...starts: readonly string[]) {
  let all: ReadonlySet<string> | undefined;
  return (id: string, modules: Modules) => {
    all ??= new Set(starts.flatMap((each) => [...needed(join(import.meta.dirname, "src", each), modules)]));
    return all.has(id) ? name : null;
  };
}

/** Packs what is built once and for all, smaller than it could be done while somebody waits. */
const packed = {
  name: "packed",
  async writeBundle({ dir = "" }: { readonly dir?: string }) {
    const names = await readdir(dir, { recursive: true });
    for (const name of names.filter((each) => /\.(js|css)$/.test(each))) {
      await writeFile(join(dir, `${name}.br`), brotliCompressSync(await readFile(join(dir, name))));
    }
  },
};

export default defineConfig({
  build: {
    // Built into the Python package: who installs Rondel needs no Node.
    outDir: "../src/rondel/server/client",
    emptyOutDir: true,
    target: ["chrome123", "firefox120", "safari17.5"],
    // Every asset stays a file, so that a strict Content-Security-Policy needs no data: source.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What a table needs is one file, and what it can do without at first is another: over a slow line a browser waits longer
    // for many files than for what is in them. What is not for playing is in neither.
    rolldownOptions: {
      input: ["index.html", "table.html"],
      output: {
        codeSplitting: {
          groups: [
            { name: together("play", "app/mount.tsx", "table/page.tsx"), priority: 3 },
            { name: together("kinds", "board/containers/deferred.ts"), priority: 2 },
            { name: together("deferred", "table/deferred.ts"), priority: 1 },
          ],
        },
      },
    },
  },
  plugins: [packed],
  server: { proxy: { "/api": arena, "/ws": { target: arena, ws: true } } },
  test: {
    environment: "happy-dom",
    setupFiles: ["tests/setup.ts"],
    testTimeout: 30_000 /* ms: the machine may be busy */,
    include: ["tests/**/*.test.{ts,tsx}"],
  },
});
