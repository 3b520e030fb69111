// What is heard at a table: the beginning of one's turn, each position, the end; never on arrival, and only if wanted.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { changeSettings, DEFAULTS } from "../../src/app/local-settings";
import { leave } from "../../src/play/session";
import { receive } from "../../src/play/receive";
import { start } from "../../src/play/state";
import { state as store } from "../../src/play/store";
import { startTableSounds } from "../../src/sound/table-sounds";
import { update, welcome } from "../positions";

let heard: ("tone" | "noise")[];
const param = () => ({ value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} });
const node = (kind: "tone" | "noise") => () => ({
  frequency: param(),
  gain: param(),
  connect: (next: unknown) => next,
  start: () => void heard.push(kind),
  stop: () => {},
});
vi.stubGlobal(
  "AudioContext",
  class {
    state = "running";
    currentTime = 0;
    sampleRate = 8;
    destination = {};
    createOscillator = node("tone");
    createBufferSource = node("noise");
    createBiquadFilter = node("noise");
    createGain = node("tone");
    createBuffer = () => ({ getChannelData: () => new Float32Array(2) });
  },
);

let touched = true; // before, the browser would keep the tones for later
Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: touched }) });

beforeEach(() => (heard = []));
afterEach(() => {
  changeSettings(DEFAULTS);
  leave();
  touched = true;
});

const TURN = ["tone", "tone"];
const STONE = ["noise", "tone"];

it.each([
  [true, 0.6, true, [...STONE, ...STONE, ...TURN]],
  [false, 0.6, true, []],
  [true, 0, true, []],
  [true, 0.6, false, []],
])(
  "each position and the own turn, not the arrival (on: %s, volume: %s, page touched: %s)",
  (sound, volume, active, expected) => {
    touched = active;
    changeSettings({ sound, volume });
    const stop = startTableSounds();
    store.value = receive(start, welcome("reversi", 0, ["black"])); // asked on arrival
    expect(heard).toEqual([]);
    store.value = receive(store.value, update("reversi", 1, ["black"]));
    store.value = receive(store.value, update("reversi", 2, ["black"])); // asked again
    store.value = { ...store.value, refusal: null };
    expect(heard.sort()).toEqual([...expected].sort());
    stop();
  },
);

it("no turn of anybody for who only watches", () => {
  const stop = startTableSounds();
  store.value = receive(start, welcome("reversi", 0, []));
  for (const step of [1, 2]) store.value = receive(store.value, update("reversi", step, []));
  expect(heard.sort()).toEqual([...STONE, ...STONE].sort());
  stop();
});
