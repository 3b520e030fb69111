// The processor time that Python has taken, as far as its worker can know it. A worker that waits for a processor stands still: what
// it counts is no time of the rules, however busy the machine is.

import type { PyodideInterface } from "pyodide";
import { BEAT } from "../messages";

const GAP = 2; // ms that count of a longer time between two looks: in the rest of it mostly another program ran
const [SHORT, LONG] = [0.25, 1]; // ms that shall lie between two looks
const MOST = 64; // questions from one look to the next

/** What Python asks every few dozen jumps and calls, where its flag is set: whether it has been interrupted. */
interface Interruptible {
  readonly HEAP8: Int8Array;
  readonly _Py_EMSCRIPTEN_SIGNAL_HANDLING: number; // address of the flag
  readonly Py_EmscriptenSignalBuffer: undefined; // undefined: it has not
}

export class WorkClock {
  private total = 0; // ms
  private told = 0; // of them, at the last beat
  private before = performance.now();
  private every = 1; // questions from one look to the next
  private left = 1; // until the next one

  /** `worked` is called after every `BEAT` ms of work. */
  constructor(
    python: PyodideInterface,
    private readonly worked: () => void,
  ) {
    const { _module: module } = python as unknown as { readonly _module: Interruptible };
    const ask = () => {
      this.left -= 1;
      if (this.left <= 0) this.look();
    };
    Object.defineProperty(module, "Py_EmscriptenSignalBuffer", { get: ask });
    module.HEAP8[module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;
  }

  /** The milliseconds of work in `job`. */
  timed(job: () => void): number {
    this.look();
    const begun = this.total;
    job();
    this.look();
    return this.total - begun;
  }

  private look(): void {
    const now = performance.now();
    const passed = now - this.before;
    this.before = now;
    if (passed < SHORT) this.every = Math.min(MOST, this.every * 2);
    else if (passed > LONG) this.every = Math.max(1, this.every / 2);
    this.left = this.every;
    this.total += Math.min(passed, GAP);
    if (this.total - this.told < BEAT) return;
    this.told = this.total;
    this.worked();
  }
}
