// A sound: two short tones, made by the browser, so that nothing has to be fetched for it.

const TONES = [
  { pitch: 660, after: 0 },
  { pitch: 880, after: 0.13 },
] as const; // Hz, seconds
const LONG = 0.28; // seconds
const LOUD = 0.12; // of 1

let context: AudioContext | null = null;

/** Sound. A browser that has not been touched on this page yet stays silent, as it must. */
export function chime(): void {
  // what is begun before would sound later, all at once
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const { pitch, after } of TONES) {
    const [tone, volume, begins] = [context.createOscillator(), context.createGain(), context.currentTime + after];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + LONG); // it fades, and does not click
    tone.connect(volume).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + LONG);
  }
}
