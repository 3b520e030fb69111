// A sound of two short tones, made by the browser.

const TONES = [
  { pitch: 660, after: 0 },
  { pitch: 880, after: 0.13 },
] as const; // Hz, seconds
const LONG = 0.28; // seconds
const LOUD = 0.12; // volume, of 1

let context: AudioContext | null = null;

/** Play the sound. Browsers forbid it before the first interaction with the page. */
export function playSound(): void {
  // earlier tones would all sound later, at once
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const { pitch, after } of TONES) {
    const [tone, volume, begins] = [context.createOscillator(), context.createGain(), context.currentTime + after];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + LONG); // fades out, so that it does not click
    tone.connect(volume).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + LONG);
  }
}
