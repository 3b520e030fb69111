// The values of a position; in the middle of the table if that is empty, else beside it.

import { valueTexts } from "./value-texts";
import { translate, type Names } from "./host";
import type { Scene, View } from "./view";

export interface ValuesProps {
  readonly scene: Scene;
  readonly view: View;
  readonly name: Names;
  readonly kind: "props sheet" | "inscription";
}

export function Values({ scene, view, name: names, kind }: ValuesProps) {
  const shown = valueTexts(scene, view, names);
  if (shown.length === 0) return null;
  return (
    <dl class={kind} aria-label={translate("On the table")}>
      {shown.map(({ name, title, words }) => (
        <div key={name} data-prop={name}>
          <dt>{title}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
