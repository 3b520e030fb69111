// Motion: where a thing was before a change, it sets out from after it (FLIP, by the Web Animations API). Things are the
// elements with data-token, and their containers those with data-container. Nothing moves when the player or the system asks
// for calm.

import { settings } from "../host";
import type { View } from "../view";
import { flow, type Flow } from "./flow";
import { ghostOf } from "./ghost";

const TIME = 220; // ms, at the usual speed
export const EASE = "cubic-bezier(.2,.7,.3,1)";
const APART = 45; // ms between things that set out from one place
const CROWD = 40; // more than this fly at once, and nobody could follow: they are there at once

type Drawn = HTMLElement | SVGElement;

interface Seen {
  readonly element: Drawn;
  readonly box: DOMRect;
}

/** Where what lay hidden in a container comes from, and how it looked there. */
interface Source {
  readonly box: DOMRect;
  readonly back: Element | null;
}

interface Before {
  readonly tokens: ReadonlyMap<string, Seen>;
  readonly containers: ReadonlyMap<string, Source>;
}

let before: Before | null = null;
let settled: View | null = null; // what was drawn when everything was in its place last
let laid: { readonly token: string; readonly box: DOMRect; readonly drawing: HTMLElement } | null = null;

/** How long a thing moves, in ms, at the speed of the settings. */
export function time(): number {
  return TIME / settings.value.speed;
}

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
  const way = drawing.animate([{}, { translate: "0 0" }], { duration: time(), easing: EASE });
  way.onfinish = () => drawing.remove();
}

/** Note where everything is, just before the page changes. */
export function remember(): void {
  before = moving()
    ? {
        tokens: new Map(
          tokens().map((element) => [element.dataset["token"] ?? "", { element, box: element.getBoundingClientRect() }]),
        ),
        containers: new Map(
          containers().map((element) => [
            element.dataset["container"] ?? "",
            { box: heart(element), back: element.querySelector(".card:not([data-token]) .card-back")?.closest("svg") ?? null },
          ]),
        ),
      }
    : null;
}

/** Let everything come from where it was, just after the page has changed to show `view`. */
export function settle(view: View): void {
  const [old, was] = [before, settled];
  [before, settled] = [null, view];
  if (old) fly(old, was && was.game === view.game && was.role === view.role ? flow(was, view) : null);
  laid?.drawing.remove();
  laid = null;
}

function fly(old: Before, went: Flow | null): void {
  const sources = new Map<string, number>(); // how many have set out from each container
  const starts: ((() => void) | null)[] = [];
  for (const element of tokens()) {
    const token = element.dataset["token"] ?? "";
    const from =
      laid?.token === token ? laid.box : (old.tokens.get(token)?.box ?? old.tokens.get(went?.again.get(token) ?? "")?.box);
    const source = went?.from.get(token);
    const hidden = source === undefined ? undefined : old.containers.get(source);
    if (from) {
      starts.push(glide(element, from, 0));
    } else if (
      hidden &&
      source !== undefined &&
      source !== element.closest<HTMLElement>("[data-container]")?.dataset["container"]
    ) {
      sources.set(source, (sources.get(source) ?? 0) + 1);
      starts.push(dealt(element, hidden, ((sources.get(source) ?? 1) - 1) * APART));
    } else {
      starts.push(() => appear(element));
    }
  }
  const there = new Set(tokens().map((element) => element.dataset["token"]));
  const taken = new Set(went?.again.values());
  for (const [token, { element, box }] of old.tokens) {
    if (!there.has(token) && !taken.has(token) && token !== laid?.token)
      starts.push(leaving(element, box, went?.to.get(token)));
  }
  scales.clear();
  // All is measured before anything is set in motion, so that the page is laid out once.
  const moved = starts.filter((start) => start !== null);
  if (moved.length <= CROWD) for (const start of moved) start();
}

function glide(element: Drawn, from: DOMRect, delay: number): (() => void) | null {
  const to = element.getBoundingClientRect();
  const [right, down] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  if (Math.hypot(right, down) < 1) return null;
  const unit = unitsPerPixel(element);
  const [x, y] = [right * unit, down * unit];
  return () =>
    element.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], {
      duration: time() + 40,
      easing: EASE,
      delay,
      fill: "backwards",
    });
}

/** What lay face down and is seen now is turned over on its way: its back flies the first half of it, its face the second. */
function dealt(element: Drawn, { box, back }: Source, delay: number): (() => void) | null {
  const move = glide(element, box, delay);
  const drawing = element.querySelector("svg");
  if (!move || !back || !drawing || drawing.querySelector(".card-back")) return move;
  const to = drawing.getBoundingClientRect();
  const [x, y] = [to.x + to.width / 2 - box.x - box.width / 2, to.y + to.height / 2 - box.y - box.height / 2];
  const [way, half] = [time() + 40, (time() + 40) / 2];
  return () => {
    move();
    drawing.animate([{ scale: "0 1" }, { scale: "1 1" }], {
      duration: half,
      delay: delay + half,
      easing: "ease-out",
      fill: "backwards",
    });
    const ghost = ghostOf(back, box);
    ghost.animate(
      [
        { translate: "0 0", scale: 1 },
        { translate: `${x}px ${y}px`, scale: to.width / box.width || 1 },
      ],
      { duration: way, delay, easing: EASE },
    );
    const turn = ghost.firstElementChild?.animate([{ scale: "1 1" }, { scale: "0 1" }], {
      duration: half,
      delay,
      easing: "ease-in",
      fill: "forwards",
    });
    if (turn) turn.onfinish = () => ghost.remove();
  };
}

function appear(element: Drawn): void {
  element.animate(
    [
      { opacity: 0, scale: 0.7 },
      { opacity: 1, scale: 1 },
    ],
    { duration: time() - 40, easing: EASE },
  );
}

/** What is gone flies to the container it went to, or fades where it was. */
function leaving(element: Drawn, box: DOMRect, to: string | undefined): () => void {
  const goal = to === undefined ? null : document.querySelector<HTMLElement>(`[data-container="${CSS.escape(to)}"]`);
  const end = goal && heart(goal);
  return () => {
    const ghost = ghostOf(element.tagName.toLowerCase() === "button" ? element.querySelector("svg") : element, box);
    const x = end ? end.x + end.width / 2 - box.x - box.width / 2 : 0;
    const y = end ? end.y + end.height / 2 - box.y - box.height / 2 : 0;
    const last = { translate: `${x}px ${y}px`, scale: end ? 0.8 : 0.6, opacity: end ? 0.4 : 0 };
    ghost.animate([{ translate: "0 0", scale: 1, opacity: 1 }, last], {
      duration: time() + (end ? 60 : 0),
      easing: EASE,
      fill: "forwards",
    }).onfinish = () => ghost.remove();
  };
}

function tokens(): readonly Drawn[] {
  return [...document.querySelectorAll<Drawn>(".board [data-token]")];
}

function containers(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".board [data-container]")];
}

/** Where things come out of a container and go into it: at its last card, or in its middle. */
function heart(container: HTMLElement): DOMRect {
  const cards = container.querySelectorAll(".card svg, .card.empty");
  return (cards[cards.length - 1] ?? container).getBoundingClientRect();
}

const scales = new Map<SVGSVGElement, number>(); // measured once for each change

/** An SVG's own units are not pixels. */
function unitsPerPixel(element: Drawn): number {
  const svg = element instanceof SVGElement ? element.ownerSVGElement : null;
  if (!svg) return 1;
  const known = scales.get(svg) ?? svg.viewBox.baseVal.width / (svg.getBoundingClientRect().width || 1);
  scales.set(svg, known);
  return known;
}
