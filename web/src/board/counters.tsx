// Counters: the visible numbers of the table or of one seat, with their names.

import type { Scene, View } from "./view";

export interface CountersProps {
  readonly scene: Scene;
  readonly view: View;
  readonly title: (counter: string) => string;
  readonly here: (counter: string) => boolean; // whether to list a counter here
}

export function Counters({ scene, view, title, here }: CountersProps) {
  const seen = (scene.counters ?? []).flatMap((counter) => {
    const value = view.props[counter.name];
    return typeof value === "number" && here(counter.name) ? [{ ...counter, value }] : [];
  });
  if (seen.length === 0) return null;
  return (
    <dl class="counters">
      {seen.map((counter) => (
        <div key={counter.name}>
          <dt>
            {counter.chips && <Chips count={counter.value} />}
            {title(counter.name)}
          </dt>
          <dd>{counter.most === null ? counter.value : `${counter.value}/${counter.most}`}</dd>
        </div>
      ))}
    </dl>
  );
}

const HIGHEST = 12; // chips in a stack

/** A stack of chips, as many as the number says up to a dozen. */
function Chips({ count }: { readonly count: number }) {
  const shown = Array.from({ length: Math.min(count, HIGHEST) }, (_, index) => index);
  return (
    <svg
      class="chips"
      viewBox={`0 ${-5 * Math.max(0, shown.length - 1)} 44 ${26 + 5 * Math.max(0, shown.length - 1)}`}
      aria-hidden="true"
    >
      {shown.map((index) => (
        <g key={index} transform={`translate(22 ${-5 * index})`}>
          <path class="chip-edge" d="M-20 10v6a20 8 0 0 0 40 0v-6Z" />
          <path class="chip-mark" d="M-12 18v4M0 20v4M12 18v4" />
          <ellipse class="chip-face" cy="10" rx="20" ry="8" />
          <ellipse class="chip-ring" cy="10" rx="12" ry="4.6" />
        </g>
      ))}
    </svg>
  );
}
