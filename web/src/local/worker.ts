// The worker in which the rules run: the arena of this browser (`rondel.server.local.worker.PageArena`), what thinks, or a check. It
// answers messages (messages.ts) and stores nothing: what must outlast it is handed to the page.

import type { ArenaResponse, FromWorker, PackedFiles, ToWorker } from "./messages";
import { limitMessages } from "./python/message-limit";
import { startPython, type Python } from "./python/python";
import { WorkClock } from "./python/work-clock";

/** What `rondel.server.local.worker` has. */
interface PythonSide {
  PageArena(
    keep: (table: string, text: string | null | undefined) => Promise<void>,
    ask: (question: string) => Promise<string>,
    unfold: () => unknown, // Python's class for trees, imported when it is needed
  ): PageArena;
  Thinker(unfold: () => unknown): Thinker;
  fetch_games(fetch: (game: string) => boolean): void;
  exercise(): void;
}

/** What `rondel.testing.findings` has. */
interface FindingsSide {
  in_json(text: string, file: string): string;
}

interface PageArena {
  bring(table: string, text: string): void;
  connect(put: (frame: string) => void): PageConnection;
  request(text: string): Promise<string>;
}

interface PageConnection {
  receive(frame: string): Promise<void>;
  close(): void;
}

/** What bots do, and counting and solving. */
interface Thinker {
  answer(question: string): string;
}

/** A promise that the page settles. */
interface Waiting {
  readonly resolve: (answer: string) => void;
  readonly reject: (error: Error) => void;
}

const EXERCISES = 8; // the first of them are slower, and some are interrupted
const LONGEST = 200; // characters of the error that ended Python
const PYTHON_FILE = /^(?!__)\w{1,57}\.py$/;
limitMessages(globalThis as unknown as Worker, [globalThis, Object.getPrototypeOf(globalThis) as object]);
const say = (message: FromWorker) => postMessage(message);
const sockets = new Map<number, PageConnection>();
const waiting = new Map<number, Waiting>();
let asked = 0;
let python: Python["python"] | null = null;
let side: PythonSide | null = null;
let arena: PageArena | null = null;
let thinker: Thinker | null = null;
let starting: Promise<void> = Promise.resolve();

/** Hand something to the page, and wait for its answer under the id. */
function hand(message: (id: number) => FromWorker): Promise<string> {
  const id = (asked += 1);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    say(message(id));
  });
}

async function start({ files, compiled, sources }: Extract<ToWorker, { type: "start" }>): Promise<void> {
  let loaded = 0;
  const started = await startPython(files, compiled, sources, (bytes) => say({ type: "progress", loaded: (loaded += bytes) }));
  python = started.python;
  side = python.pyimport("rondel.server.local.worker") as PythonSide;
  side.fetch_games((name) => bring(name, files.games, started));
  arena = side.PageArena(
    async (table, text) => void (await hand((id) => ({ type: "keep", id, table, text: text ?? null }))),
    (question) => hand((id) => ({ type: "ask", id, question })),
    unfold,
  );
  const clock = new WorkClock(python, () => say({ type: "worked" }));
  const times = Array.from({ length: EXERCISES }, () => clock.timed(side!.exercise));
  say({ type: "ready", compiled: started.compiled, took: Math.round(1000 * Math.min(...times)) });
}

/** Put the rules of a game in their place; false where they do not arrive. */
function bring(name: string, games: PackedFiles["games"], { unpack }: Python): boolean {
  const game = Object.hasOwn(games, name) ? games[name] : undefined;
  if (game === undefined) return true; // what is not packed by itself is there, or nowhere
  try {
    say({ type: "fetching" });
    unpack(game);
    return true;
  } catch (error) {
    console.warn(`the rules of ${name} did not arrive:`, error);
    return false;
  } finally {
    say({ type: "fetched" });
  }
}

const unfold = () => (python!.pyimport("rondel.search.tree.unfolding") as { readonly Unfolding: unknown }).Unfolding;

function settle(id: number, settled: (waiting: Waiting) => void): void {
  const found = waiting.get(id);
  waiting.delete(id);
  if (found) settled(found);
}

async function take(message: ToWorker): Promise<void> {
  switch (message.type) {
    case "start":
      starting = start(message).catch((error: unknown) => say({ type: "failed", message: String(error) }));
      return starting;
    case "bring":
      for (const [table, text] of Object.entries(message.tables)) arena!.bring(table, text);
      return;
    case "connect":
      return void sockets.set(
        message.socket,
        arena!.connect((frame) => say({ type: "frame", socket: message.socket, frame })),
      );
    case "receive":
      say({ type: "doing", id: message.id });
      await sockets.get(message.socket)?.receive(message.frame);
      return say({ type: "done", id: message.id });
    case "close":
      sockets.get(message.socket)?.close();
      return void sockets.delete(message.socket);
    case "request": {
      say({ type: "doing", id: message.id });
      const text = await arena!.request(JSON.stringify(message.request));
      return say({ type: "response", id: message.id, response: JSON.parse(text) as ArenaResponse });
    }
    case "kept":
      return settle(message.id, ({ resolve, reject }) =>
        message.error === null ? resolve("") : reject(new Error(message.error)),
      );
    case "think":
      await starting; // a worker that thinks is asked at once
      thinker ??= side!.Thinker(unfold);
      return say({ type: "thought", id: message.id, answer: thinker.answer(message.question) });
    case "check": {
      await starting;
      const { in_json } = python!.pyimport("rondel.testing.findings") as FindingsSide;
      const file = PYTHON_FILE.test(message.file) ? message.file : "rules.py"; // where Python reads the rules
      return say({ type: "checked", id: message.id, findings: in_json(message.text, `/${file}`) });
    }
    case "thought":
      say({ type: "doing", id: null });
      return settle(message.id, ({ resolve }) => resolve(message.answer));
    case "ping":
      return say({ type: "pong" });
  }
}

/** Python is of no more use, as after an `exit()` in a rule. */
function lost(error: unknown): void {
  console.warn(error);
  const cause = (error instanceof Error ? error.message : String(error)).trim().split("\n").at(-1)!.slice(0, LONGEST);
  say({ type: "failed", message: `the rules have ended Python (${cause}); the table is as it was` });
}

onmessage = (event: MessageEvent<ToWorker>) => void take(event.data).catch(lost);
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  lost(event.reason);
});
