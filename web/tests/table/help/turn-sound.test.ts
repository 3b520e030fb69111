// Who is asked is called by a sound, once and only if they want one.

import { afterEach, expect, it, vi } from "vitest";
import { startTurnSound } from "../../../src/table/help/turn-sound";
import { changeSettings } from "../../../src/app/local-settings";
import { receive } from "../../../src/play/receive";
import { start } from "../../../src/play/state";
import { leave } from "../../../src/play/session";
import { state as store } from "../../../src/play/store";
import { update, welcome } from "../../positions";

let tones: number;
const param = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
const node = () => ({
  frequency: { ...param },
  gain: { ...param },
  connect: (next: unknown) => next,
  start: () => void tones++,
  stop: () => {},
});
vi.stubGlobal(
  "AudioContext",
  class {
    state = "running";
    currentTime = 0;
    destination = {};
    createOscillator = node;
    createGain = node;
  },
);

let touched = true; // before, the browser would keep the tones for later
Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: touched }) });

afterEach(() => {
  changeSettings({ sound: false });
  leave();
  touched = true;
});

it.each([
  [true, true, 2],
  [false, true, 0],
  [true, false, 0],
])("by two tones when it becomes their turn, and not on arrival (wanted: %s, page touched: %s)", (sound, active, expected) => {
  [tones, touched] = [0, active];
  changeSettings({ sound });
  const stop = startTurnSound();
  store.value = receive(start, welcome("reversi", 0, ["black"])); // asked on arrival
  store.value = receive(store.value, update("reversi", 1, ["black"]));
  expect(tones).toBe(0);
  store.value = receive(store.value, update("reversi", 2, ["black"])); // asked again
  store.value = { ...store.value, refusal: null };
  expect(tones).toBe(expected);
  stop();
});

it("never for who only watches", () => {
  tones = 0;
  changeSettings({ sound: true });
  const stop = startTurnSound();
  for (const step of [0, 1, 2])
    store.value = receive(
      step === 0 ? start : store.value,
      step === 0 ? welcome("reversi", 0, []) : update("reversi", step, []),
    );
  expect(tones).toBe(0);
  stop();
});
