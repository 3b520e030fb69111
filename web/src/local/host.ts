// The arena of this browser, for a page from a host of static files: the packed files beside the document, tables in IndexedDB.

import { isPlayground, isSite } from "../app/address";
import { translate } from "../text/text";
import { LocalArena, type TableStore } from "./arena";
import { MemoryTables } from "./storage/memory-tables";
import { IndexedTables } from "./storage/table-store";
import script from "./worker.ts?worker&url";

/** The addresses of the packed files. */
type Addresses = Readonly<Record<"pyodide" | "python" | "msgspec" | "rondel" | "findings", string>>;

/** What `scripts/pyodide_pack.py` writes: the name and the size of each packed file. */
type Listed = Readonly<Record<keyof Addresses, { readonly name: string; readonly size: number }>>;

const FOLDER = new URL(isPlayground() ? "/packed/" : "packed/", document.baseURI);

const SETTINGS = { type: "module", name: "rules" } as const;

/**
 * A worker of worker.ts. A server sends it a content policy of its own. A host of static files sends none, so the worker is a
 * blob, which has the policy of the page, and imports the script.
 */
export function pythonWorker(): Worker {
  if (!isSite()) return new Worker(script, SETTINGS);
  const blob = new Blob([`import ${JSON.stringify(script)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(blob), SETTINGS); // not revoked: Pyodide asks for the address of its worker
}

/** What is packed for play, with the sum of the sizes, and what checks rules besides. */
interface Packed {
  readonly files: Omit<Addresses, "findings">;
  readonly size: number;
  readonly findings: string;
}

/** The addresses of the packed files. */
export async function packedFiles(): Promise<Packed> {
  const response = await fetch(new URL("files.json", FOLDER));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const { findings, ...listed } = (await response.json()) as Listed;
  const at = (name: keyof typeof listed) => new URL(listed[name].name, FOLDER).href;
  return {
    files: { pyodide: at("pyodide"), python: at("python"), msgspec: at("msgspec"), rondel: at("rondel") },
    size: Object.values(listed).reduce((sum, each) => sum + each.size, 0),
    findings: new URL(findings.name, FOLDER).href,
  };
}

export interface Told {
  /** The part of the files that has arrived, from 0 to 1. */
  readonly progress: (part: number) => void;
  /** The arena stays down until `again`, for that reason; null: it is up again. */
  readonly down: (why: string | null) => void;
  /** What was done last is not stored, for that reason. */
  readonly unsaved: (why: string) => void;
}

/** Start the arena. */
export async function startArena({ progress, down, unsaved }: Told): Promise<LocalArena> {
  const [{ files, size }, store] = await Promise.all([packedFiles(), tables(unsaved)]);
  const loaded = (bytes: number) => progress(Math.min(1, bytes / size));
  return new LocalArena({ worker: pythonWorker, files, store, progress: loaded, down, unsaved });
}

/** Where tables are kept: in the page alone if the browser stores nothing, as in some private windows. */
async function tables(unsaved: (why: string) => void): Promise<TableStore> {
  try {
    return await IndexedTables.open();
  } catch (error) {
    console.warn("the browser stores no tables:", error);
    unsaved(
      translate(
        "This browser stores nothing for this page: your games are gone when it is closed. Allow storage, or leave the private window.",
      ),
    );
    return new MemoryTables();
  }
}
