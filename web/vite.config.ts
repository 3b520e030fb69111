import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { defineConfig } from "vitest/config";
import { writeFrameDocument } from "./frame-document";
import { writeServiceWorker } from "./offline-files";

// The server that pages of `npm run dev` talk to.
const arena = "http://127.0.0.1:8000";

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** A module and everything that it imports statically. */
function needed(id: string, modules: Modules, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const each of modules.getModuleInfo(id)?.importedIds ?? []) needed(each, modules, found);
  return found;
}

/** A chunk with these modules and everything they import, except modules of chunks with a higher priority. */
function together(name: string, ...starts: readonly string[]) {
  let all: ReadonlySet<string> | undefined;
  return (id: string, modules: Modules) => {
    all ??= new Set(starts.flatMap((each) => [...needed(join(import.meta.dirname, "src", each), modules)]));
    return all.has(id) ? name : null;
  };
}

/** Adds the frame of an author's code and the service worker, and compresses scripts and style sheets at build time with the best quality. */
const packed = {
  name: "packed",
  async writeBundle({ dir = "" }: { readonly dir?: string }) {
    await writeFrameDocument(dir);
    await writeServiceWorker(dir);
    const names = await readdir(dir, { recursive: true });
    for (const name of names.filter((each) => /\.(js|css)$/.test(each))) {
      await writeFile(join(dir, `${name}.br`), brotliCompressSync(await readFile(join(dir, name))));
    }
  },
};

/** Leaves Pyodide's WebAssembly out of the build: it is packed by scripts/pyodide_pack.py, and handed to Pyodide compiled. */
const withoutModule = {
  name: "without-module",
  enforce: "pre" as const,
  transform: (code: string, id: string) =>
    id.endsWith("/pyodide.asm.mjs")
      ? code.replaceAll(/new URL\("pyodide\.asm\.wasm",\s*import\.meta\.url\)\.href/g, '"pyodide.asm.wasm"')
      : null,
};

export default defineConfig({
  // Scripts and style sheets name each other by relative addresses, so that a folder of static files works below any path.
  // A page names them from the root of its host: the server sends one page at addresses of several depths.
  experimental: { renderBuiltUrl: (name, { hostType }) => (hostType === "html" ? `/${name}` : { relative: true }) },
  // lightningcss knows @custom-media (app/style/breakpoints.css). Its targets are build.target, in its own notation.
  css: {
    transformer: "lightningcss",
    lightningcss: {
      drafts: { customMedia: true },
      targets: { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) },
    },
  },
  build: {
    // Built into the Python package, so that its users need no Node.
    outDir: "../src/rondel/server/client",
    emptyOutDir: true,
    target: ["chrome123", "firefox120", "safari17.5"],
    // No inlined assets, so that a strict Content-Security-Policy needs no data: source.
    assetsInlineLimit: 0,
    manifest: "chunks.json", // what names what, for `rondel site`
    modulePreload: { polyfill: false },
    // A table is one chunk, and its deferred panels another: on slow lines many files take longer than their size suggests.
    // Other pages have their own chunks.
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
  // The server allows WebAssembly to scripts of this name alone (src/rondel/server/transport/middleware.py).
  worker: {
    format: "es",
    plugins: () => [withoutModule],
    rolldownOptions: { output: { entryFileNames: "assets/python-[hash].js" } },
  },
  plugins: [packed],
  server: { proxy: { "/api": arena, "/ws": { target: arena, ws: true } } },
  test: {
    environment: "happy-dom",
    // One document and one set of modules for all files of a worker: making them anew takes longer than the tests.
    // tests/setup.ts resets what they share.
    isolate: false,
    pool: "threads",
    setupFiles: ["tests/setup.ts"],
    testTimeout: 30_000 /* ms, for busy machines */,
    include: ["tests/**/*.test.{ts,tsx}"],
  },
});
