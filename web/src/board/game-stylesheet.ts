// A game's own style sheet, while one of its tables is open.

import { useEffect } from "preact/hooks";
import type { Scene } from "./view";

/** Load the style sheet that the scene names; remove it with the component. */
export function useGameStylesheet(scene: Scene | null): void {
  const css = scene?.look?.css;
  useEffect(() => {
    if (!css) return;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: css });
    document.head.append(link);
    return () => link.remove();
  }, [css]);
}
