// Motion: where a thing was before a change, it sets out from after it (FLIP, by the Web Animations API). Things are the
// elements with data-token. Nothing moves when the player or the system asks for calm.

import { settings } from "../memory";

export const TIME = 220; // ms
export const EASE = "cubic-bezier(.2,.7,.3,1)";

let laid: { readonly token: string; readonly box: DOMRect; readonly drawing: HTMLElement } | null = null;
let before: ReadonlyMap<string, DOMRect> | null = null;

/** Whether things may move. */
export function moving(): boolean {
  return settings.value.motion && "animate" in Element.prototype && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Let a token that was laid down by hand set out from there, and not from where it lay before. */
export function fliesFrom(token: string | undefined, drawing: HTMLElement): void {
  laid = token === undefined ? null : { token, box: drawing.getBoundingClientRect(), drawing };
}

/** Let what was taken up go back to where it was, and be gone. */
export function flyHome(drawing: HTMLElement): void {
  if (!moving()) return drawing.remove();
  const way = drawing.animate([{}, { translate: "0 0" }], { duration: TIME, easing: EASE });
  way.onfinish = () => drawing.remove();
}

/** Note where every token is, just before the state changes. */
export function remember(): void {
  before = moving() ? new Map(tokens().map((element) => [element.dataset["token"] ?? "", element.getBoundingClientRect()])) : null;
}

/** Let every token come from where it was, just after the page has changed. */
export function settle(): void {
  const old = before;
  before = null;
  if (!old) return;
  for (const element of tokens()) {
    const token = element.dataset["token"] ?? "";
    const from = laid?.token === token ? laid.box : old.get(token);
    if (from) glide(element, from);
    else appear(element);
  }
  laid?.drawing.remove();
  laid = null;
}

function glide(element: Drawn, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const unit = unitsPerPixel(element);
  const x = (from.x + from.width / 2 - to.x - to.width / 2) * unit;
  const y = (from.y + from.height / 2 - to.y - to.height / 2) * unit;
  if (Math.hypot(x, y) < 1) return;
  element.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: TIME + 40, easing: EASE });
}

function appear(element: Drawn): void {
  element.animate([{ opacity: 0, scale: 0.7 }, { opacity: 1, scale: 1 }], { duration: TIME - 40, easing: EASE });
}

type Drawn = HTMLElement | SVGElement;

function tokens(): readonly Drawn[] {
  return [...document.querySelectorAll<Drawn>("[data-token]")];
}

/** An SVG's own units are not pixels. */
function unitsPerPixel(element: Drawn): number {
  const svg = element instanceof SVGElement ? element.ownerSVGElement : null;
  return svg ? svg.viewBox.baseVal.width / (svg.getBoundingClientRect().width || 1) : 1;
}
