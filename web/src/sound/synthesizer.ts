// Short sounds, made by the browser: tones, and filtered noise for wood, cards and dice.

import { settings } from "../app/local-settings";

export type Sound = "turn" | "move" | "capture" | "card" | "dice" | "low-time" | "end" | "drawn" | "lost";

/** One part of a sound. */
interface Part {
  readonly after: number; // seconds from the beginning
  readonly long: number; // seconds
  readonly loud: number; // of 1
  readonly pitch: number; // Hz; of noise the middle of what is heard
  readonly wave: OscillatorType | "noise";
}

const tone = (pitch: number, after: number, long = 0.28, loud = 0.24): Part => ({ after, long, loud, pitch, wave: "sine" });
const knock = (pitch: number, after: number, loud = 0.9): readonly Part[] => [
  { after, long: 0.05, loud, pitch: pitch * 6, wave: "noise" },
  { after, long: 0.09, loud: loud * 0.5, pitch, wave: "triangle" },
];

const SOUNDS: Readonly<Record<Sound, readonly Part[]>> = {
  turn: [tone(660, 0), tone(880, 0.13)],
  move: knock(210, 0),
  capture: [...knock(240, 0), ...knock(150, 0.055, 1)],
  card: [{ after: 0, long: 0.11, loud: 0.4, pitch: 2600, wave: "noise" }],
  dice: [0, 0.07, 0.12, 0.2, 0.25].flatMap((after, index) => knock(320 + 40 * (index % 3), after, 0.5)),
  "low-time": [tone(988, 0, 0.12), tone(988, 0.18, 0.12)],
  end: [tone(523, 0, 0.5), tone(659, 0.14, 0.5), tone(784, 0.28, 0.7)],
  drawn: [tone(587, 0, 0.5), tone(587, 0.2, 0.7)],
  lost: [tone(523, 0, 0.5), tone(440, 0.14, 0.5), tone(349, 0.28, 0.7)],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Play a sound, unless they are off. Browsers forbid it before the first click or key on the page. */
export function playSound(sound: Sound): void {
  const { sound: on, volume } = settings.peek();
  // earlier sounds would all be heard later, at once
  if (!on || volume === 0 || typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const part of SOUNDS[sound]) playPart(context, part, volume);
}

function playPart(audio: AudioContext, { after, long, loud, pitch, wave }: Part, volume: number): void {
  const begins = audio.currentTime + after;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud * volume * volume, begins); // loudness is heard as the square root of the power
  gain.gain.exponentialRampToValueAtTime(0.0001, begins + long); // fades out, so that it does not click
  gain.connect(audio.destination);
  const source = wave === "noise" ? noiseSource(audio, pitch, gain) : toneSource(audio, pitch, wave, gain);
  source.start(begins);
  source.stop(begins + long);
}

function toneSource(audio: AudioContext, pitch: number, wave: OscillatorType, out: AudioNode): OscillatorNode {
  const source = audio.createOscillator();
  source.type = wave;
  source.frequency.value = pitch;
  source.connect(out);
  return source;
}

/** White noise through a filter that lets the pitch's neighbourhood pass. */
function noiseSource(audio: AudioContext, pitch: number, out: AudioNode): AudioBufferSourceNode {
  noise ??= whiteNoise(audio);
  const [source, filter] = [audio.createBufferSource(), audio.createBiquadFilter()];
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(out);
  return source;
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
