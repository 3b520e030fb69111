// Python in a worker: Pyodide with the packed files. Knows no table.

import { loadPyodide, version, type PyodideInterface } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";
import type { PackedFile, PackedFiles } from "./messages";

const PACKAGES = "/lib/python3.14/site-packages";
const SOURCES = "/rules"; // further Python files
const INDEX = "https://pyodide.invalid/"; // nothing is fetched there
const LIBRARY = `${INDEX}python_stdlib.zip`;
const MEMORY = 768 * 2 ** 20; // bytes that Python may use; beyond them it raises MemoryError
const PAGE = 2 ** 16; // bytes of a page of WebAssembly's memory

/** Python with everything that is packed, and the compiled module for other workers. */
export interface Python {
  readonly python: PyodideInterface;
  readonly compiled: WebAssembly.Module;
}

/** Start Python; `loaded` is called with the number of bytes that have arrived since the last call. */
export async function startPython(
  files: PackedFiles,
  known: WebAssembly.Module | null,
  sources: Readonly<Record<string, string>>,
  loaded: (bytes: number) => void,
): Promise<Python> {
  const compiling = known ? Promise.resolve(known) : compile(files.pyodide, loaded);
  const packages = [files.msgspec, files.rondel, ...(files.findings ? [files.findings] : [])];
  const archives = Promise.all(packages.map((each) => content(each, loaded)));
  const library = content(files.python, loaded);
  archives.catch(() => {}); // reported where they are awaited
  const compiled = await compiling;
  const python = await withoutNetwork(await library, () =>
    loadPyodide({
      indexURL: INDEX,
      stdLibURL: LIBRARY,
      lockFileContents: { info: { ...info, version, arch: "wasm32", platform: "emscripten" }, packages: {} }, // no package of Pyodide's own
      createPyodideModule: (settings) => createPyodideModule({ ...settings, instantiateWasm: instantiate(compiled) }),
    }),
  );
  for (const archive of await archives) python.unpackArchive(archive, "zip", { extractDir: PACKAGES });
  python.FS.mkdirTree(SOURCES);
  for (const [path, text] of Object.entries(sources)) {
    const file = `${SOURCES}/${path}`;
    python.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    python.FS.writeFile(file, text);
  }
  return { python, compiled };
}

/**
 * Starts Pyodide where it may fetch nothing. It asks for its library, which is here, and for its WebAssembly in vain, as it is handed
 * that compiled.
 */
async function withoutNetwork<Started>(library: ArrayBuffer, start: () => Promise<Started>): Promise<Started> {
  const { fetch } = globalThis;
  globalThis.fetch = (address) =>
    Promise.resolve(String(address) === LIBRARY ? new Response(library) : new Response(null, { status: 404 }));
  try {
    return await start();
  } finally {
    globalThis.fetch = fetch;
  }
}

type Imports = WebAssembly.Imports & { readonly env: Record<string, unknown> };

/** Emscripten's hook: makes an instance of the compiled module. */
function instantiate(compiled: WebAssembly.Module) {
  return (imports: Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) => {
    // What Pyodide's own hook adds: a value that stands for a JavaScript error.
    const mistake = Symbol("error marker");
    Object.assign(imports.env, {
      Jsv_GetError_import: () => mistake,
      JsvError_Check: (value: unknown) => Number(value === mistake),
    });
    void WebAssembly.instantiate(compiled, imports).then((instance) => {
      limitMemory(instance.exports["memory"] as WebAssembly.Memory);
      done(instance, compiled);
    });
    return {};
  };
}

/** Rules that take more and more memory get an error while the browser still has some. */
function limitMemory(memory: WebAssembly.Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE > MEMORY) throw new RangeError("the rules take too much memory");
    return grow(pages);
  };
}

/** Compile while the file arrives, which also lets the browser keep the compiled code. */
async function compile(file: PackedFile, loaded: (bytes: number) => void): Promise<WebAssembly.Module> {
  if (typeof file !== "string") return WebAssembly.compile(file);
  const response = await fetched(file);
  void count(response.clone(), loaded).catch(() => {}); // the compiler reports what fails
  return WebAssembly.compileStreaming(response);
}

async function content(file: PackedFile, loaded: (bytes: number) => void): Promise<ArrayBuffer> {
  if (typeof file !== "string") return file;
  const response = await fetched(file);
  const whole = await response.arrayBuffer();
  loaded(whole.byteLength);
  return whole;
}

async function count(response: Response, loaded: (bytes: number) => void): Promise<void> {
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) loaded(part.value.byteLength);
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}
