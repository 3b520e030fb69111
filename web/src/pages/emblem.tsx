// A small picture for a game nobody has drawn one for: stones on a 4×4 board, laid by the game's name.

const COLOURS = ["#211d17", "#f4efe4"];

export function Emblem({ name }: { readonly name: string }) {
  const stones = lay(name);
  return (
    <svg class="emblem" viewBox="0 0 64 64" aria-hidden="true">
      <rect class="emblem-felt" width="64" height="64" rx="10" />
      <path class="emblem-lines" d="M16 0V64M32 0V64M48 0V64M0 16H64M0 32H64M0 48H64" />
      {stones.map(({ at, side }) => (
        <g key={at} transform={`translate(${(at % 4) * 16 + 8} ${Math.floor(at / 4) * 16 + 8})`}>
          <circle class="emblem-cast" cy="1" r="5.6" />
          <circle r="5.6" fill={COLOURS[side]} />
        </g>
      ))}
    </svg>
  );
}

/** Six or seven stones; the same for the same name, always. */
function lay(name: string): readonly { readonly at: number; readonly side: number }[] {
  let seed = 2166136261;
  for (const letter of name) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619) >>> 0;
  const laid = new Map<number, number>();
  for (let turn = 0; laid.size < 7 && turn < 40; turn += 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    laid.set(seed >>> 28, turn % 2);
  }
  return [...laid].map(([at, side]) => ({ at, side }));
}
