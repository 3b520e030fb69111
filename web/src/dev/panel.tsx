// A panel of the developer's view. They stand side by side where there is room, and below each other where there is none.

import type { ComponentChildren } from "preact";

export interface PanelProps {
  readonly name: string; // for the style, and for who looks for it
  readonly title: string;
  readonly acts?: ComponentChildren; // beside the title
  readonly children: ComponentChildren;
}

export function Panel({ name, title, acts, children }: PanelProps) {
  return (
    <section class={`panel sheet ${name}`} aria-label={title}>
      <div class="panel-head">
        <h2>{title}</h2>
        {acts}
      </div>
      {children}
    </section>
  );
}
