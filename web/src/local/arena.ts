// The arena of this browser: what a page uses instead of a server. It runs the rules in one worker, and what thinks (bots, solutions)
// in another, which is there while it is needed. It keeps tables in a store. A worker whose rules do not come to an end is ended, and
// another one takes over, which is started as soon as the first is late.
//
//     const arena = new LocalArena({ worker, files, store });
//     await arena.ready;
//     new Connection(table, tokens, events, arena.open);     the socket to a table
//     await arena.request({ method: "GET", path: "/api/games", body: "", tokens: [] });
//     arena.end();

import type { Socket } from "../network/connection";
import type { ClientMessage, Refused } from "../protocol";
import { mark, translate } from "../text/text";
import type { ArenaRequest, ArenaResponse, FromWorker, PackedFiles, TableTexts } from "./messages";
import { PATIENCE, PythonWorker, type RulesWorker } from "./python-worker";

/** Where the texts of tables outlast the page. */
export interface TableStore {
  all(): Promise<TableTexts>;
  /** Store the text of a table, or remove it for null; rejects where it cannot, with a message for the player. */
  keep(table: string, text: string | null): Promise<void>;
}

export interface ArenaParts {
  readonly worker: () => RulesWorker; // makes a worker of worker.ts
  readonly files: PackedFiles;
  readonly store: TableStore;
  readonly sources?: Readonly<Record<string, string>>; // further Python files by path
  readonly progress?: (loaded: number) => void; // bytes of the packed files that have arrived
  readonly down?: (why: string | null) => void; // the arena stays down until `again`; null: it is up again
  readonly unsaved?: (why: string) => void; // the store could not keep a table, for that reason
  readonly first?: () => ArenaRequest | null; // what each worker is asked before all else
}

const HEARTBEAT = 1000; // ms between two looks at a worker with open sockets: bots play by themselves
const THINKING = 6000; // ms that a bot or a solution may take; a search has a second, a solution four
const UNUSED = 20_000; // ms without a table, after which what thinks is ended: it takes as much memory as the rules
const GIVEN_UP = 3; // restarts in a row, after which the arena stays down until `again`

export class LocalArena {
  /** Settled when the arena answers for the first time. */
  readonly ready: Promise<void>;
  private readonly started: { readonly resolve: () => void; readonly reject: (error: Error) => void };
  private worker: PythonWorker | null = null;
  private spare: PythonWorker | null = null; // takes over
  private prepared = false; // it is kept, whether the worker is late or not
  private thinker: PythonWorker | null = null;
  private used = 0; // time at which that was needed
  private compiled: WebAssembly.Module | null = null;
  private running = false;
  private ended = false;
  private loops = 0; // restarts since an answer of a player was done
  private down: string | null = null; // why nothing is started anew
  private doing: number | null = null; // id of the frame or request that the worker began last
  private last = 0; // id of a message
  private readonly sockets = new Map<number, LocalSocket>();
  private readonly frames = new Map<number, { readonly socket: LocalSocket; readonly frame: string }>(); // not done yet
  private readonly requests = new Map<
    number,
    { readonly request: ArenaRequest; readonly answer: (answer: ArenaResponse) => void }
  >();
  private readonly questions = new Map<number, string>(); // asked of what thinks, by the id under which the arena waits
  private readonly looped = new Map<string, string>(); // frames that ended a worker, as their rules did not come to an end; and why
  private readonly heartbeat: ReturnType<typeof setInterval>;

  constructor(private readonly parts: ArenaParts) {
    let settle = { resolve: () => {}, reject: (_error: Error) => {} };
    this.ready = new Promise((resolve, reject) => (settle = { resolve, reject }));
    this.started = settle;
    this.ready.catch(() => {}); // who waits for it is told
    this.heartbeat = setInterval(() => this.look(), HEARTBEAT);
    this.start();
  }

  /** Opens a socket, as `Connection` wants it. */
  readonly open = (): Socket => {
    const socket = new LocalSocket((this.last += 1), {
      send: (frame) => this.receive(socket, frame),
      close: () => this.close(socket),
    });
    this.sockets.set(socket.id, socket);
    if (this.running) this.connect(socket);
    else if (this.down !== null) queueMicrotask(() => socket.onopen?.(undefined as never));
    return socket;
  };

  /** The answer to a request of the HTTP API. */
  request(request: ArenaRequest): Promise<ArenaResponse> {
    if (this.down !== null) return Promise.resolve(failure("rules", this.down));
    return new Promise((answer) => {
      const id = (this.last += 1);
      this.requests.set(id, { request, answer });
      if (this.running) this.worker?.send({ type: "request", id, request });
    });
  }

  /** Start a worker that takes over at once, where the rules do not come to an end, and keep it; at most one. */
  prepare(): void {
    this.prepared = true;
    this.makeSpare();
  }

  /** Forget that rules looped, and begin anew where that was several times in a row, as a reload of the page does. */
  again(): void {
    this.loops = 0;
    if (this.down === null || this.ended) return;
    this.lie(null);
    this.disconnect();
    this.start();
  }

  /** End the workers. What was kept stays. */
  end(): void {
    this.ended = true;
    clearInterval(this.heartbeat);
    this.stop();
    this.endSpare();
    this.endThinker();
  }

  /** Look after the workers. */
  private look(): void {
    if (this.running && this.sockets.size > 0) this.worker?.watch();
    if (this.sockets.size > 0 || this.questions.size > 0) this.used = performance.now();
    else if (performance.now() - this.used > UNUSED) this.endThinker();
  }

  private start(): void {
    this.worker = this.spare ?? this.made();
    this.spare = null;
    if (this.worker.isReady) void this.begin();
  }

  private made(): PythonWorker {
    const { worker, files, sources = {} } = this.parts;
    const made: PythonWorker = new PythonWorker(
      worker,
      { type: "start", files, sources, compiled: this.compiled },
      {
        message: (message) => (made === this.spare ? this.takeFromSpare(message) : this.take(message)),
        late: () => this.makeSpare(),
        back: () => this.prepared || this.endSpare(),
        stuck: () => this.restart(LOOPED),
      },
      PATIENCE,
    );
    return made;
  }

  private makeSpare(): void {
    if (this.running) this.spare ??= this.made();
  }

  private takeFromSpare(message: FromWorker): void {
    if (message.type === "failed") this.endSpare(); // it has nothing else to say yet
  }

  private endSpare(): void {
    this.spare?.end();
    this.spare = null;
  }

  private endThinker(): void {
    this.thinker?.end();
    this.thinker = null;
  }

  private take(message: FromWorker): void {
    switch (message.type) {
      case "progress":
        return this.parts.progress?.(message.loaded);
      case "ready":
        this.compiled = message.compiled;
        return void this.begin();
      case "failed":
        return this.running ? this.restart(message.message) : this.failed(new Error(message.message));
      case "frame":
        return this.sockets.get(message.socket)?.onmessage?.({ data: message.frame });
      case "doing":
        this.doing = message.id;
        return;
      case "done":
        return this.done(message.id);
      case "response":
        this.requests.get(message.id)?.answer(message.response);
        return void this.requests.delete(message.id);
      case "keep":
        return void this.keep(message.id, message.table, message.text);
      case "ask":
        return this.ask(message.id, message.question);
    }
  }

  /** Hand the worker, whose Python has started, what was kept and what waits for it. */
  private async begin(): Promise<void> {
    const { worker } = this;
    let tables: TableTexts;
    try {
      tables = await this.parts.store.all();
    } catch (error) {
      return this.failed(error);
    }
    if (!worker || worker !== this.worker) return;
    this.running = true;
    this.started.resolve();
    worker.send({ type: "bring", tables });
    const first = this.parts.first?.();
    if (first) worker.send({ type: "request", id: (this.last += 1), request: first });
    for (const [id, { request }] of this.requests) worker.send({ type: "request", id, request });
    for (const socket of this.sockets.values()) this.connect(socket);
  }

  private done(id: number): void {
    const frame = this.frames.get(id)?.frame;
    this.frames.delete(id);
    if (frame !== undefined && idOf(frame) !== null) this.loops = 0; // a greeting and a ping say nothing of the rules
  }

  private connect(socket: LocalSocket): void {
    this.worker?.send({ type: "connect", socket: socket.id });
    queueMicrotask(() => socket.onopen?.(undefined as never));
  }

  private receive(socket: LocalSocket, frame: string): void {
    const why = this.looped.get(frame);
    const refusal = why === undefined ? this.down : translate(why);
    if (refusal !== null) return queueMicrotask(() => socket.refuse(frame, refusal));
    const id = (this.last += 1);
    this.frames.set(id, { socket, frame });
    this.worker?.send({ type: "receive", id, socket: socket.id, frame });
  }

  private close(socket: LocalSocket): void {
    if (this.sockets.delete(socket.id) && this.running) this.worker?.send({ type: "close", socket: socket.id });
  }

  private async keep(id: number, table: string, text: string | null): Promise<void> {
    const { worker } = this;
    const error = await this.parts.store.keep(table, text).then(
      () => null,
      (why: unknown) => (why instanceof Error ? why.message : String(why)),
    );
    if (worker !== this.worker) return;
    if (error !== null) this.parts.unsaved?.(error);
    worker?.send({ type: "kept", id, error });
  }

  /** Ask what thinks, in a worker that is made for the first question. */
  private ask(id: number, question: string): void {
    const { worker, files, sources = {} } = this.parts;
    this.used = performance.now();
    this.questions.set(id, question);
    this.thinker ??= new PythonWorker(
      worker,
      { type: "start", files, sources, compiled: this.compiled },
      { message: (message) => this.takeAnswer(message), stuck: () => this.noAnswers(ENDLESS) },
      THINKING,
    );
    this.thinker.send({ type: "think", id, question });
  }

  private takeAnswer(message: FromWorker): void {
    if (message.type === "failed") return this.noAnswers(message.message);
    if (message.type === "thought" && this.questions.delete(message.id)) this.worker?.send(message);
  }

  /** The worker that thinks is gone: the questions are answered with an error, and the next one finds a new worker. */
  private noAnswers(message: string): void {
    this.endThinker();
    const answer = JSON.stringify({ error: { code: "internal", message } });
    for (const id of this.questions.keys()) this.worker?.send({ type: "thought", id, answer });
    this.questions.clear();
  }

  /** The worker is lost, mostly as its rules did not come to an end: what led there is refused from now on, and a new one takes over. */
  private restart(why: string): void {
    const culprit = this.doing ?? 0;
    const { socket, frame } = this.frames.get(culprit) ?? {};
    if (frame !== undefined && idOf(frame) !== null) {
      this.looped.set(frame, why); // never a greeting, which is the same each time
      socket?.refuse(frame, translate(why));
    }
    this.requests.get(culprit)?.answer(failure("rules", translate(why)));
    this.requests.delete(culprit);
    this.loops += 1;
    if (this.loops < GIVEN_UP) {
      this.stop();
      this.start();
    } else {
      this.lie(translate(LOOPED_AGAIN));
      this.failed(new Error(LOOPED_AGAIN));
    }
  }

  private lie(down: string | null): void {
    this.down = down;
    this.parts.down?.(down);
  }

  private failed(error: unknown): void {
    this.stop();
    const why = error instanceof Error ? error : new Error(String(error));
    this.started.reject(why);
    for (const { answer } of this.requests.values()) answer(failure("internal", why.message));
    this.requests.clear();
  }

  /** End the worker of the rules, and close the sockets, which reconnect. */
  private stop(): void {
    this.running = false;
    this.worker?.end();
    this.worker = null;
    this.doing = null;
    this.frames.clear();
    this.questions.clear();
    this.disconnect();
  }

  private disconnect(): void {
    const open = [...this.sockets.values()];
    this.sockets.clear();
    for (const socket of open) socket.onclose?.(undefined as never);
  }
}

const ENDLESS = "the rules do not come to an end there";
const LOOPED = mark("The rules of this game do not come to an end there; the table is as it was");
const LOOPED_AGAIN = mark(
  "The rules of this game did not come to an end three times in a row. The table is as it was: start the rules again, or play another game.",
);

const failure = (code: string, message: string): ArenaResponse => ({ status: 500, body: JSON.stringify({ code, message }) });

/** The id of a message that the arena answers; null for a greeting or a ping. */
function idOf(frame: string): string | null {
  const message = JSON.parse(frame) as ClientMessage;
  return "id" in message ? (message.id ?? null) : null;
}

interface SocketEnds {
  send(frame: string): void;
  close(): void;
}

/** A socket to the arena, as the page uses a WebSocket. */
class LocalSocket implements Socket {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  onclose: ((event: never) => void) | null = null;

  constructor(
    readonly id: number,
    private readonly ends: SocketEnds,
  ) {}

  send(frame: string): void {
    this.ends.send(frame);
  }

  close(): void {
    this.ends.close();
  }

  /** Refuse a frame because of its rules. */
  refuse(frame: string, message: string): void {
    const refused: Refused = { type: "refused", id: idOf(frame), code: "rules", message, seq: null };
    this.onmessage?.({ data: JSON.stringify(refused) });
  }
}
