// Python in a worker: Pyodide with the packed files. Knows no table.

import { loadPyodide, version, type PyodideInterface } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";
import { free } from "../storage/free";
import { KeptMemory } from "../storage/kept-memory";
import type { PackedFile, PackedFiles } from "../messages";
import { storedFiles } from "./stored-zip";

const PACKAGES = "/lib/python3.14/site-packages";
const MSGSPEC = `${PACKAGES}/msgspec/_core.cpython-314-wasm32-emscripten.so`;
const SOURCES = "/rules"; // further Python files
const INDEX = "https://pyodide.invalid/"; // nothing is fetched there
const LIBRARY = `${INDEX}python_stdlib.zip`;
const MEMORY = 768 * 2 ** 20; // bytes that Python may use; beyond them it raises MemoryError
const PATIENCE = 20_000; // ms for the rules of a game to arrive
const PAGE = 2 ** 16; // bytes of a page of WebAssembly's memory

/** Python with everything that is packed but the games, and the compiled module for other workers. */
export interface Python {
  readonly python: PyodideInterface;
  readonly compiled: WebAssembly.Module;
  /** Put the files of a packed game in their places; Python waits meanwhile. Throws where they do not arrive. */
  readonly unpack: (game: PackedFile) => void;
}

/** What Python starts from. */
interface Parts {
  readonly compiled: WebAssembly.Module;
  readonly library: ArrayBuffer;
  readonly msgspec: ArrayBuffer;
  readonly archives: readonly ArrayBuffer[];
}

/**
 * Start Python; `loaded` is called with the number of bytes that have arrived since the last call. Where the browser keeps files,
 * the next start goes on from Python's memory as it is once everything is imported.
 */
export async function startPython(
  files: PackedFiles,
  known: WebAssembly.Module | null,
  sources: Readonly<Record<string, string>>,
  loaded: (bytes: number) => void,
): Promise<Python> {
  const keeping = placeOf(files);
  const reading = keeping.then((place) => place?.read() ?? null);
  const compiling = known ? Promise.resolve(known) : compile(files.pyodide, loaded);
  const packed = [files.python, files.msgspec, files.rondel, ...(files.findings ? [files.findings] : [])];
  const contents = Promise.all(packed.map((each) => content(each, loaded)));
  contents.catch(() => {}); // reported where they are awaited
  const compiled = await compiling;
  const [library, msgspec, ...archives] = (await contents) as [ArrayBuffer, ArrayBuffer, ...ArrayBuffer[]];
  const [place, memory] = [await keeping, await reading];
  const python = await started({ compiled, library, msgspec, archives }, place, memory);
  free(library); // Python has a copy of it
  python.FS.mkdirTree(SOURCES);
  for (const [path, text] of Object.entries(sources)) {
    const file = `${SOURCES}/${path}`;
    python.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    python.FS.writeFile(file, text);
  }
  return { python, compiled, unpack: (game) => unpack(python, contentNow(game)) };
}

/** Where Python's memory is kept, if all files have addresses. */
async function placeOf(files: PackedFiles): Promise<KeptMemory | null> {
  const { games: _later, ...begun } = files;
  const all = Object.values(begun) as readonly PackedFile[];
  const addresses = all.filter((each) => typeof each === "string");
  return addresses.length < all.length ? null : KeptMemory.at([...addresses, import.meta.url]);
}

/** Python with the memory that was kept; else as it begins, and its memory is kept. */
async function started(
  parts: Parts,
  keeping: KeptMemory | null,
  kept: Uint8Array<ArrayBuffer> | null,
): Promise<PyodideInterface> {
  if (kept) {
    try {
      const python = await load(parts, kept);
      free(kept.buffer);
      python.runPython("import rondel.server.local.worker as worker; worker.wake_up()");
      return python;
    } catch (error) {
      console.warn("Python does not go on from its memory:", error);
      await keeping?.forget();
    }
  }
  const python = await load(parts, null, keeping !== null);
  if (keeping) {
    python.runPython("import rondel.server.local.worker as worker; worker.warm_up()");
    try {
      const memory = python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>;
      void keeping.keep(memory).then(() => free(memory.buffer));
    } catch (error) {
      console.warn("Python's memory is not kept:", error); // rules of a site may hold something of the browser
    }
  }
  return python;
}

/** Python as it begins, or with a memory that was kept; its files are never a part of that. `keeps` has it able to keep its own. */
async function load(
  { compiled, library, msgspec, archives }: Parts,
  kept: Uint8Array<ArrayBuffer> | null,
  keeps = false,
): Promise<PyodideInterface> {
  const least = kept?.byteLength ?? 0;
  const memory: Memory = kept ? { _loadSnapshot: givenOnce(kept) } : keeps ? { _makeSnapshot: true } : {};
  const answers = { [LIBRARY]: library, [MSGSPEC]: msgspec };
  const python = await withoutNetwork(answers, () =>
    loadPyodide({
      ...memory,
      indexURL: INDEX,
      stdLibURL: LIBRARY,
      lockFileContents: { info: { ...info, version, arch: "wasm32", platform: "emscripten" }, packages: {} }, // no package of Pyodide's own
      createPyodideModule: (settings) =>
        createPyodideModule({
          ...settings,
          dynamicLibraries: [MSGSPEC], // before Python starts, as a memory that was kept refers to it
          locateFile: (path: string) => path,
          instantiateWasm: instantiate(compiled, least),
        }),
    }),
  );
  staysAtWork(python);
  for (const each of archives) unpack(python, each);
  python.FS.writeFile(MSGSPEC, new Uint8Array(msgspec), { canOwn: true });
  return python;
}

/** Have Python finish what it is asked before it answers anything else: rules that sleep would be taken for rules that have ended. */
function staysAtWork(python: PyodideInterface): void {
  const { _module: module } = python as unknown as { readonly _module: { jspiSupported: boolean } };
  module.jspiSupported = false; // no part of a stack waits for a promise
}

/** Put the files of a zip among Python's modules. */
function unpack(python: PyodideInterface, zip: ArrayBuffer): void {
  for (const [path, bytes] of storedFiles(zip)) {
    const file = `${PACKAGES}/${path}`;
    python.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    python.FS.writeFile(file, bytes, { canOwn: true });
  }
}

interface Memory {
  readonly _loadSnapshot?: PromiseLike<Uint8Array>;
  readonly _makeSnapshot?: true;
}

/** A promise that lets go of its value: Pyodide holds the promise for ever. */
function givenOnce<Value>(value: Value): PromiseLike<Value> {
  let left: Value | null = value;
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a promise would keep what it was given
    then(resolve) {
      const given = left;
      left = null;
      return Promise.resolve(given as Value).then(resolve);
    },
  };
}

/**
 * Starts Pyodide where it may fetch nothing. It asks for its library and for msgspec, which are here, and for its WebAssembly in vain,
 * as it is handed that compiled.
 */
async function withoutNetwork<Started>(
  answers: Readonly<Record<string, ArrayBuffer>>,
  start: () => Promise<Started>,
): Promise<Started> {
  const { fetch } = globalThis;
  globalThis.fetch = (address) => {
    const found = answers[String(address)];
    if (!found) return Promise.resolve(new Response(null, { status: 404 }));
    // Not a response that copies it: they are megabytes.
    return Promise.resolve({ ok: true, status: 200, arrayBuffer: () => Promise.resolve(found) } as Response);
  };
  try {
    return await start();
  } finally {
    globalThis.fetch = fetch;
  }
}

type Imports = WebAssembly.Imports & { readonly env: Record<string, unknown> };

/** Emscripten's hook: makes an instance of the compiled module, with so many bytes of memory at least. */
function instantiate(compiled: WebAssembly.Module, least: number) {
  return (imports: Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) => {
    // What Pyodide's own hook adds: a value that stands for a JavaScript error.
    const mistake = Symbol("error marker");
    Object.assign(imports.env, {
      Jsv_GetError_import: () => mistake,
      JsvError_Check: (value: unknown) => Number(value === mistake),
    });
    void WebAssembly.instantiate(compiled, imports).then((instance) => {
      const memory = instance.exports["memory"] as WebAssembly.Memory;
      const missing = Math.ceil((least - memory.buffer.byteLength) / PAGE);
      if (missing > 0) memory.grow(missing);
      limitMemory(memory);
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

/** The same at once: an import in Python cannot wait otherwise. */
function contentNow(file: PackedFile): ArrayBuffer {
  if (typeof file !== "string") return file;
  const request = new XMLHttpRequest();
  request.open("GET", file, false);
  request.responseType = "arraybuffer";
  request.timeout = PATIENCE;
  request.send();
  if (request.status !== 200) throw new Error(`${file}: ${request.status}`);
  return request.response as ArrayBuffer;
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
