// @vitest-environment node
// The clock of Python's work, asked as Python asks it.

import type { PyodideInterface } from "pyodide";
import { expect, it } from "vitest";
import { WorkClock } from "../../src/local/python/work-clock";

/** A clock, how often it has said that there was work, and how Python asks it. */
function made() {
  const module = { HEAP8: new Int8Array(2), _Py_EMSCRIPTEN_SIGNAL_HANDLING: 1, Py_EmscriptenSignalBuffer: undefined };
  const python = { _module: module } as unknown as PyodideInterface;
  const said = { beats: 0 };
  const clock = new WorkClock(python, () => (said.beats += 1));
  expect([...module.HEAP8]).toEqual([0, 1]); // Python asks from now on
  return { clock, said, ask: () => expect(module.Py_EmscriptenSignalBuffer).toBeUndefined() };
}

const still = (time: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);

it("counts what lies between two questions, up to the end of the job", () => {
  const { clock, said, ask } = made();
  while (said.beats < 2) ask(); // as rules that do not come to an end
  const begun = performance.now();
  const work = clock.timed(() => {
    for (let asked = 0; asked < 1000; asked += 1) ask();
  });
  expect(work).toBeGreaterThan(0);
  expect(work).toBeLessThanOrEqual(performance.now() - begun + 1);
});

it("does not count the time in which the worker stands still", () => {
  const { clock, said, ask } = made();
  const work = clock.timed(() => {
    for (let asked = 0; asked < 10; asked += 1) {
      still(30);
      ask();
    }
  });
  expect(work).toBeLessThan(30);
  expect(said.beats).toBe(0);
});
