// The arena of this browser, for a page from a host of static files: the packed files beside the document, tables in IndexedDB.

import { isPlayground, isSite } from "../app/address";
import { translate } from "../text/text";
import { LocalArena, type TableStore } from "./arena";
import { MemoryTables } from "./storage/memory-tables";
import { IndexedTables } from "./storage/table-store";
import script from "./worker.ts?worker&url";

/** The addresses of the packed files. */
type Addresses = Readonly<Record<"pyodide" | "python" | "msgspec" | "rondel", string>> & {
  readonly games: Readonly<Record<string, string>>;
};

interface ListedFile {
  readonly name: string;
  readonly size: number;
}

/** What `scripts/pyodide_pack.py` writes: the name and the size of each packed file. A site has no findings. */
type Listed = Readonly<Record<Exclude<keyof Addresses, "games">, ListedFile>> & {
  readonly games: Readonly<Record<string, ListedFile>>;
  readonly findings?: ListedFile;
};

const FOLDER = new URL(isPlayground() ? "/packed/" : "packed/", document.baseURI);

/** Workers of this browser run no modules. */
export class NoModuleWorkers extends Error {}

/** A worker of worker.ts. Throws `NoModuleWorkers`. */
export function pythonWorker(): Worker {
  let known = false; // an old browser does not read the type
  const settings = {
    name: "rules",
    get type() {
      known = true;
      return "module" as const;
    },
  };
  const worker = new Worker(addressOfWorker(), settings);
  if (known) return worker;
  worker.terminate();
  throw new NoModuleWorkers();
}

/**
 * A server sends the worker a content policy of its own. A host of static files sends none, so the worker is a blob, which has the
 * policy of the page, and imports the script.
 */
function addressOfWorker(): string {
  if (!isSite()) return script;
  const blob = new Blob([`import ${JSON.stringify(script)};`], { type: "text/javascript" });
  return URL.createObjectURL(blob); // not revoked: Pyodide asks for the address of its worker
}

/** What is packed for play, with the size of what is fetched before the first game, and what checks rules besides: "" for nothing. */
interface Packed {
  readonly files: Addresses;
  readonly size: number;
  readonly findings: string;
}

/** The addresses of the packed files. */
export async function packedFiles(): Promise<Packed> {
  const response = await fetch(new URL("files.json", FOLDER));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const { findings, games, ...listed } = (await response.json()) as Listed;
  const at = ({ name }: ListedFile) => new URL(name, FOLDER).href;
  return {
    files: {
      pyodide: at(listed.pyodide),
      python: at(listed.python),
      msgspec: at(listed.msgspec),
      rondel: at(listed.rondel),
      games: Object.fromEntries(Object.entries(games).map(([name, game]) => [name, at(game)])),
    },
    size: Object.values(listed).reduce((sum, each) => sum + each.size, 0),
    findings: findings ? at(findings) : "",
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
