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
          <dt>{title(counter.name)}</dt>
          <dd>{counter.most === null ? counter.value : `${counter.value}/${counter.most}`}</dd>
        </div>
      ))}
    </dl>
  );
}
