// A game's own style sheet and drawings, while one of its tables is open.

import { useEffect } from "preact/hooks";
import { look } from "./host";
import type { Scene } from "./view";

/** Load the style sheet that the scene names; remove it with the component. Where the browser cannot load files of the look from
 * their addresses, its drawings become a part of the document. */
export function useGameStylesheet(scene: Scene | null): void {
  const { css, svg } = scene?.look ?? {};
  useEffect(() => {
    if (!css) return;
    if (look) return broughtIn(look(css), adopted);
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: css });
    document.head.append(link);
    return () => link.remove();
  }, [css]);
  useEffect(() => (svg && look ? broughtIn(look(svg), drawn) : undefined), [svg]);
}

type Remove = () => void;

/** Show a text once it is there; returns the function that removes it, or gives up waiting. */
function broughtIn(text: Promise<string>, show: (text: string) => Remove): Remove {
  let remove: Remove | null = null;
  let left = false;
  text.then(
    (found) => !left && (remove = show(found)),
    (error: unknown) => console.warn("a file of the game's look is missing:", error),
  );
  return () => {
    left = true;
    remove?.();
  };
}

function adopted(css: string): Remove {
  const sheet = new CSSStyleSheet(); // a content policy need not allow it, as it would a style element
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet));
}

function drawn(svg: string): Remove {
  const symbols = new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll("symbol");
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  holder.classList.add("nowhere");
  holder.setAttribute("aria-hidden", "true");
  holder.append(...symbols);
  document.body.append(holder);
  return () => holder.remove();
}
