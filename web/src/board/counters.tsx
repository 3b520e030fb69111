// Counters: the numbers of the table that the viewer may see, by name.

import type { Scene, View } from "../view";

export interface CountersProps {
  readonly scene: Scene;
  readonly view: View;
  readonly title: (counter: string) => string;
}

export function Counters({ scene, view, title }: CountersProps) {
  const seen = (scene.counters ?? []).flatMap((counter) => {
    const value = view.props[counter.name];
    return typeof value === "number" ? [{ ...counter, value }] : [];
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
