// A Python worker as the page sees it: started, watched, ended when its rules loop.

import { BEAT, type FromWorker, type ToWorker } from "./messages";

const TICK = 100; // ms between two looks at a worker that has not answered
const USUAL = 900; // µs that the exercise takes on the machine for which patience is meant
const SLOWEST = 2.5; // times as long as usual: no machine gets more patience than that
const STILL = 4; // times as long as usual: no machine may stand still longer, however long Python took to start there
export const PATIENCE = 800; // ms of work without an answer

/** A worker, here or in a frame (playground/framed-workers.ts). */
export interface RulesWorker {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

interface WorkerEvents {
  message(message: FromWorker): void;
  /** Half the patience is over. */
  late?(): void;
  /** It was late, and has answered. */
  back?(): void;
  /** The rules do not come to an end; the worker is gone. */
  stuck(): void;
}

export class PythonWorker {
  private readonly worker: RulesWorker;
  private timer: ReturnType<typeof setInterval> | undefined; // while a ping is not answered
  private readonly begun = performance.now();
  private stillness: number; // ms in which nothing is heard of any work
  private patience = 0; // ms of work; 0 until Python has started, which takes as long as it takes
  private worked = 0; // ms of work since the oldest ping that was not answered
  private silent = 0; // ticks since then, or since it worked last; counted, as timers of a hidden page may be far apart
  private isLate = false;
  private pings = 0; // unanswered
  private fetching = false; // it waits for the network

  constructor(
    make: () => RulesWorker,
    start: Extract<ToWorker, { type: "start" }>,
    private readonly events: WorkerEvents,
    private readonly most: number, // ms of work
  ) {
    this.stillness = most * SLOWEST;
    this.worker = make();
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    this.worker.onerror = (event) =>
      this.events.message({ type: "failed", message: event.message || "the worker does not start" });
    this.worker.postMessage(start);
  }

  /** Whether Python has started. */
  get isReady(): boolean {
    return this.patience > 0;
  }

  /** The part of the patience that is over: of that for its work, or of that for what is not known to be work, as one long call. */
  private get lateness(): number {
    return Math.max(this.worked / this.patience, (this.silent * TICK) / this.stillness);
  }

  /** Send a message, and watch that the worker gets over it. */
  send(message: ToWorker): void {
    this.worker.postMessage(message);
    this.watch();
  }

  /** Watch until the worker has done what it does now. */
  watch(): void {
    this.pings += 1;
    this.timer ??= setInterval(() => this.tick(), TICK);
    this.worker.postMessage({ type: "ping" } satisfies ToWorker);
  }

  end(): void {
    this.rest();
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
  }

  private receive(message: FromWorker): void {
    if (message.type === "pong") {
      this.pings -= 1;
      if (this.isLate) this.events.back?.();
      this.isLate = false;
      this.count();
      if (this.pings === 0) this.rest();
      return;
    }
    if (message.type === "worked") {
      if (!this.isReady || this.timer === undefined) return;
      this.worked += BEAT;
      this.silent = 0; // on a busy machine, a little work takes long
      return this.look();
    }
    if (message.type === "fetching" || message.type === "fetched") {
      this.fetching = message.type === "fetching";
      return this.count();
    }
    if (message.type === "ready") this.started(message.took);
    this.events.message(message);
  }

  /** Where Python took long to start, the processors are busy: one long call takes longer there, too. */
  private started(took: number): void {
    this.patience = patienceOf(this.most, took);
    this.stillness = Math.min(Math.max(this.stillness, performance.now() - this.begun), STILL * this.stillness);
  }

  private tick(): void {
    if (!this.isReady || this.fetching) return;
    this.silent += 1;
    this.look();
  }

  private look(): void {
    if (this.lateness >= 0.5 && !this.isLate) {
      this.isLate = true;
      this.events.late?.();
    }
    if (this.lateness < 1) return;
    this.end();
    this.events.stuck();
  }

  /** Begin to count. */
  private count(): void {
    [this.worked, this.silent] = [0, 0];
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/** In milliseconds. A slow machine gets more, by the time that the exercise took there. */
function patienceOf(most: number, took: number): number {
  return most * Math.min(Math.max(1, took / USUAL), SLOWEST);
}
