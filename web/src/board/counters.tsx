// Counters: the visible numbers of the table or of one seat, with their names.

import { translate } from "./host";
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
    return typeof value === "number" && !scene.quiet.includes(counter.name) && here(counter.name)
      ? [{ ...counter, value }]
      : [];
  });
  if (seen.length === 0) return null;
  return (
    <dl class="counters">
      {seen.map(({ name, value, most, goal, chips = false }) => {
        const bound = goal === undefined ? most : view.props[goal];
        return (
          <Entry
            key={name}
            title={title(name)}
            words={typeof bound === "number" ? `${value}/${bound}` : String(value)}
            chips={chips ? value : 0}
          />
        );
      })}
    </dl>
  );
}

/** The sums of the counters that are pooled, by the name of the pool; nothing for a table without any. */
export function Pools({ scene, view }: Pick<CountersProps, "scene" | "view">) {
  const pools = new Map<string, { readonly sum: number; readonly chips: boolean }>();
  for (const { name, pooled, chips = false } of scene.counters ?? []) {
    const value = view.props[name];
    if (!pooled || typeof value !== "number") continue;
    const { sum, chips: any } = pools.get(pooled) ?? { sum: 0, chips: false };
    pools.set(pooled, { sum: sum + value, chips: any || chips });
  }
  if (pools.size === 0) return null;
  return (
    <dl class="counters pools">
      {[...pools].map(([name, { sum, chips }]) => (
        <Entry key={name} title={translate(name)} words={String(sum)} chips={chips ? sum : 0} />
      ))}
    </dl>
  );
}

interface EntryProps {
  readonly title: string;
  readonly words: string;
  readonly chips: number; // 0 for none
}

function Entry({ title, words, chips }: EntryProps) {
  return (
    <div>
      <dt>
        {chips > 0 && <Chips count={chips} />}
        {title}
      </dt>
      <dd>{words}</dd>
    </div>
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
