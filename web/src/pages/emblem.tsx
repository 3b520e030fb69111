// A small picture for each game: the mark's wheel with slices of its own, laid by the game's name.

const SLICE = "M0 0V-24A24 24 0 0 1 17-17Z";
const TONES = ["felt", "warm", "gold", "blue"];

export function Emblem({ name }: { readonly name: string }) {
  return (
    <svg class="emblem" viewBox="-28 -28 56 56" aria-hidden="true">
      {lay(name).map((tone, index) => (
        <path key={index} class={`slice ${tone}`} d={SLICE} transform={`rotate(${index * 45})`} />
      ))}
      <path class="spokes" d="M0-24V24M-24 0H24M-17-17 17 17M17-17-17 17" />
      <circle class="rim" r="24" />
      <circle class="hub" r="7" />
    </svg>
  );
}

/** What each slice is filled with ("" for nothing): the same for the same name, always, and never nothing at all. */
export function lay(name: string): readonly string[] {
  let seed = 2166136261;
  const next = () => (seed = (Math.imul(seed ^ (seed >>> 15), 2246822519) + 3266489917) >>> 0) >>> 8;
  for (const letter of name) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619) >>> 0;
  const first = next() % 8;
  const tones = Array.from({ length: 8 }, () => "");
  const count = 3 + (next() % 3);
  for (let laid = 0; laid < count; laid += 1) tones[(first + laid * (1 + (next() % 2))) % 8] = TONES[(next() >>> 3) % 4] ?? "felt";
  return tones;
}
