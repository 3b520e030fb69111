// The messages between a page and its Python workers (worker.ts). Frames and requests are those of docs/protocol.

/** A packed file: its address, from which the worker fetches it, or its content. */
export type PackedFile = string | ArrayBuffer;

/** What `scripts/pyodide_pack.py` packs: Pyodide, Python's library, msgspec, Rondel, the games, and what finds mistakes in rules. */
export interface PackedFiles {
  readonly pyodide: PackedFile; // the WebAssembly module
  readonly python: PackedFile;
  readonly msgspec: PackedFile;
  readonly rondel: PackedFile;
  readonly games: Readonly<Record<string, PackedFile>>; // by name; taken when a game is needed first
  readonly findings?: PackedFile; // for a worker that is asked to `check`
}

/** Something that is wrong in a file of rules, as `rondel.testing.findings` gives it: lines and columns from 1, the end exclusive. */
export interface Finding {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly end: number;
}

/** The texts of tables by their ids. */
export type TableTexts = Readonly<Record<string, string>>;

/** A request of the HTTP API, as `rondel.server.local.requests` reads it. */
export interface ArenaRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly tokens: readonly string[];
}

/** Its answer. */
export interface ArenaResponse {
  readonly status: number;
  readonly body: string;
}

export type ToWorker =
  | {
      readonly type: "start";
      readonly files: PackedFiles;
      readonly compiled: WebAssembly.Module | null; // Pyodide, where another worker has compiled it already
      readonly sources: Readonly<Record<string, string>>; // further Python files by path, relative to a folder on Python's path
    }
  | { readonly type: "bring"; readonly tables: TableTexts } // those that were kept
  | { readonly type: "connect" | "close"; readonly socket: number }
  | { readonly type: "receive"; readonly id: number; readonly socket: number; readonly frame: string }
  | { readonly type: "request"; readonly id: number; readonly request: ArenaRequest }
  | { readonly type: "kept"; readonly id: number; readonly error: string | null } // the answer to `keep`
  | { readonly type: "think"; readonly id: number; readonly question: string } // for a worker that thinks
  | { readonly type: "thought"; readonly id: number; readonly answer: string } // the answer to `ask`
  | { readonly type: "check"; readonly id: number; readonly text: string; readonly file: string } // rules, for a worker of their own
  | { readonly type: "ping" };

export type FromWorker =
  | { readonly type: "progress"; readonly loaded: number } // bytes, not compressed
  | {
      readonly type: "ready";
      readonly compiled: WebAssembly.Module | null; // Pyodide for further workers, where it can be sent
      readonly took: number; // µs of work in an exercise of Python, which is always the same
    }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "worked" } // Python did so for `BEAT` ms, be that within a message or in several
  | { readonly type: "fetching" | "fetched" } // it waits for the network from the one to the other
  | { readonly type: "frame"; readonly socket: number; readonly frame: string }
  | { readonly type: "doing"; readonly id: number | null } // from now on: the frame or request of that id; null for a bot's answer
  | { readonly type: "done"; readonly id: number } // with the frame of that id
  | { readonly type: "response"; readonly id: number; readonly response: ArenaResponse }
  | { readonly type: "keep"; readonly id: number; readonly table: string; readonly text: string | null } // null: remove it
  | { readonly type: "ask"; readonly id: number; readonly question: string }
  | { readonly type: "thought"; readonly id: number; readonly answer: string }
  | { readonly type: "checked"; readonly id: number; readonly findings: string } // a list of `Finding` as JSON
  | { readonly type: "pong" };

/** The milliseconds of work from one message `worked` to the next: so few that a busy machine gets them done in a second. */
export const BEAT = 25;
