// A Python worker as the page sees it: started, watched, ended when its rules loop.

import type { FromWorker, ToWorker } from "./messages";

const TICK = 100; // ms between two looks at a worker that has not answered
const USUAL_START = 2000; // ms that Python takes to start, on the machine for which patience is meant
const SLOWEST = 2.5; // times as long as usual: no machine gets more patience than that
export const PATIENCE = 800; // ms without an answer

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
  private patience = 0; // in ticks; 0 until Python has started, which takes as long as it takes
  private silent = 0; // ticks since the oldest ping that was not answered; counted, as timers of a hidden page may be far apart
  private pings = 0; // unanswered
  private fetching = false; // it waits for the network

  constructor(
    make: () => RulesWorker,
    start: Extract<ToWorker, { type: "start" }>,
    private readonly events: WorkerEvents,
    private readonly most: number,
  ) {
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

  /** After so many ticks without an answer the worker is late. */
  private get lateness(): number {
    return Math.ceil(this.patience / 2);
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
      if (this.silent >= this.lateness) this.events.back?.();
      this.silent = 0;
      if (this.pings === 0) this.rest();
      return;
    }
    if (message.type === "fetching" || message.type === "fetched") {
      this.fetching = message.type === "fetching";
      this.silent = 0;
      return;
    }
    // A slow machine gets more time, by the time that Python took to start; a slow network does not count.
    if (message.type === "ready") {
      const slow = message.took / USUAL_START;
      this.patience = (this.most * Math.min(Math.max(1, slow), SLOWEST)) / TICK;
    }
    this.events.message(message);
  }

  private tick(): void {
    if (!this.isReady || this.fetching) return;
    this.silent += 1;
    if (this.silent === this.lateness) this.events.late?.();
    if (this.silent <= this.patience) return;
    this.end();
    this.events.stuck();
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
