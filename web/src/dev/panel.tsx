// A panel of the developer's view. They stand side by side where there is room, and below each other where there is none; each
// can be folded, and those that are looked at least begin so on a phone.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export interface PanelProps {
  readonly name: string; // for the style, and for who looks for it
  readonly title: string;
  readonly acts?: ComponentChildren; // beside the title
  readonly aside?: boolean; // whether it is folded at first where there is little room
  readonly children: ComponentChildren;
}

const NARROW = "(max-width: 700px)";

export function Panel({ name, title, acts, aside = false, children }: PanelProps) {
  const [open, setOpen] = useState(() => !(aside && globalThis.matchMedia?.(NARROW).matches));
  return (
    <section class={`panel sheet ${name}`} aria-label={title}>
      <div class="panel-head">
        <h2>
          <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
            {title}
          </button>
        </h2>
        {open && acts}
      </div>
      {open && children}
    </section>
  );
}
