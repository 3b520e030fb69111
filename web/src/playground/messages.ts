// The messages between the page of the playground and the frame in which an author's code runs (frame/frame.ts).

import type { FromWorker, ToWorker } from "../local/messages";

/** The packed files as the frame is handed them: it can fetch nothing. */
export interface FrameFiles {
  readonly script: string; // of a worker
  readonly pyodide: ArrayBuffer;
  readonly python: ArrayBuffer;
  readonly msgspec: ArrayBuffer;
  readonly rondel: ArrayBuffer;
  readonly games: Readonly<Record<string, ArrayBuffer>>; // by name
  readonly findings: ArrayBuffer; // for a worker that checks
}

export type ToFrame =
  | { readonly type: "make" | "end"; readonly worker: number }
  | { readonly type: "send"; readonly worker: number; readonly message: ToWorker }; // the frame adds the files to a `start`

export type FromFrame =
  | { readonly type: "begun" } // the frame has its files
  | { readonly type: "said"; readonly worker: number; readonly message: FromWorker }
  | { readonly type: "failed"; readonly worker: number; readonly message: string };
