// A panel of the developer's view, which can be folded; secondary ones are folded at first on narrow screens.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { DEV_NARROW } from "../app/style/breakpoints";

export interface PanelProps {
  readonly name: string; // class of the element
  readonly title: string;
  readonly acts?: ComponentChildren; // buttons beside the title
  readonly aside?: boolean; // secondary
  readonly children: ComponentChildren;
}

export function Panel({ name, title, acts, aside = false, children }: PanelProps) {
  const [open, setOpen] = useState(() => !(aside && globalThis.matchMedia?.(DEV_NARROW).matches));
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
