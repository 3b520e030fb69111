// A game's own style sheet, for as long as one of its tables is open.

import { useEffect } from "preact/hooks";
import type { Scene } from "./view";

/** Load what the scene names; take it away with the table. */
export function useLook(scene: Scene | null): void {
  const css = scene?.look?.css;
  useEffect(() => {
    if (!css) return;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: css });
    document.head.append(link);
    return () => link.remove();
  }, [css]);
}
