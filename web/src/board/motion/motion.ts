// Animations of tokens and cards: each moves from its old position to the new one (FLIP, with the Web Animations API). Tokens
// are elements with data-token, containers those with data-container. Nothing moves if the settings or the system ask for less
// motion.

import { settings } from "../host";
import type { View } from "../view";
import { flow, type Flow } from "./flow";
import { ghostOf } from "./ghost";

const TIME = 220; // ms, at normal speed
export const EASE = "cubic-bezier(.2,.7,.3,1)";
const STAGGER = 45; // ms between tokens that start from the same place
const MOST_MOVING = 40; // with more tokens than this, none is animated

type Drawn = HTMLElement | SVGElement;

interface Seen {
  readonly element: Drawn;
  readonly box: DOMRect;
}

/** The start of tokens that were hidden in a container: its position and the drawing of a back. */
interface Source {
  readonly box: DOMRect;
  readonly back: Element | null;
}

interface Before {
  readonly tokens: ReadonlyMap<string, Seen>;
  readonly containers: ReadonlyMap<string, Source>;
}

let before: Before | null = null;
let lastView: View | null = null; // the view at the last animation
let dropped: { readonly token: string; readonly box: DOMRect; readonly drawing: HTMLElement } | null = null;

/** The duration of a motion in ms, at the speed of the settings. */
export function duration(): number {
  return TIME / settings.value.speed;
}

/** Whether animations are on. */
export function motionEnabled(): boolean {
  return settings.value.motion && "animate" in Element.prototype && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Let a dropped token start from where it was dropped. */
export function startFrom(token: string | undefined, drawing: HTMLElement): void {
  dropped = token === undefined ? null : { token, box: drawing.getBoundingClientRect(), drawing };
}

/** Move a dragged copy back, then remove it. */
export function returnToOrigin(drawing: HTMLElement): void {
  if (!motionEnabled()) return drawing.remove();
  const way = drawing.animate([{}, { translate: "0 0" }], { duration: duration(), easing: EASE });
  way.onfinish = () => drawing.remove();
}

/** Record all positions, just before the page changes. */
export function recordPositions(): void {
  before = motionEnabled()
    ? {
        tokens: new Map(
          tokens().map((element) => [element.dataset["token"] ?? "", { element, box: element.getBoundingClientRect() }]),
        ),
        containers: new Map(
          containers().map((element) => [
            element.dataset["container"] ?? "",
            {
              box: anchorBox(element),
              back: element.querySelector(".card:not([data-token]) .card-back")?.closest("svg") ?? null,
            },
          ]),
        ),
      }
    : null;
}

/** Animate the change from the recorded positions, just after the page has changed to `view`. */
export function animateChange(view: View): void {
  const [old, was] = [before, lastView];
  [before, lastView] = [null, view];
  if (old) startAll(old, was && was.game === view.game && was.role === view.role ? flow(was, view) : null);
  dropped?.drawing.remove();
  dropped = null;
}

function startAll(old: Before, went: Flow | null): void {
  const sources = new Map<string, number>(); // tokens that have started from each container
  const starts: ((() => void) | null)[] = [];
  for (const element of tokens()) {
    const token = element.dataset["token"] ?? "";
    const from =
      dropped?.token === token
        ? dropped.box
        : (old.tokens.get(token)?.box ?? old.tokens.get(went?.again.get(token) ?? "")?.box);
    const source = went?.from.get(token);
    const hidden = source === undefined ? undefined : old.containers.get(source);
    if (from) {
      starts.push(moveFrom(element, from, 0));
    } else if (
      hidden &&
      source !== undefined &&
      source !== element.closest<HTMLElement>("[data-container]")?.dataset["container"]
    ) {
      sources.set(source, (sources.get(source) ?? 0) + 1);
      starts.push(dealFrom(element, hidden, ((sources.get(source) ?? 1) - 1) * STAGGER));
    } else {
      starts.push(() => appear(element));
    }
  }
  const there = new Set(tokens().map((element) => element.dataset["token"]));
  const taken = new Set(went?.again.values());
  for (const [token, { element, box }] of old.tokens) {
    if (!there.has(token) && !taken.has(token) && token !== dropped?.token)
      starts.push(leaveTo(element, box, went?.to.get(token)));
  }
  scales.clear();
  // All positions are read before the first animation starts, so that the page is laid out once.
  const moved = starts.filter((start) => start !== null);
  if (moved.length <= MOST_MOVING) for (const start of moved) start();
}

function moveFrom(element: Drawn, from: DOMRect, delay: number): (() => void) | null {
  const to = element.getBoundingClientRect();
  const [right, down] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  if (Math.hypot(right, down) < 1) return null;
  const unit = unitsPerPixel(element);
  const [x, y] = [right * unit, down * unit];
  return () =>
    element.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], {
      duration: duration() + 40,
      easing: EASE,
      delay,
      fill: "backwards",
    });
}

/** A card that was hidden is turned over on its way: the first half shows its back, the second its face. */
function dealFrom(element: Drawn, { box, back }: Source, delay: number): (() => void) | null {
  const move = moveFrom(element, box, delay);
  const drawing = element.querySelector("svg");
  if (!move || !back || !drawing || drawing.querySelector(".card-back")) return move;
  const to = drawing.getBoundingClientRect();
  const [x, y] = [to.x + to.width / 2 - box.x - box.width / 2, to.y + to.height / 2 - box.y - box.height / 2];
  const [way, half] = [duration() + 40, (duration() + 40) / 2];
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

/** A new token appears; behind a board with holes it falls from above it. */
function appear(element: Drawn): void {
  const board = element.closest(".grid.holes");
  if (board) {
    const fall = (element.getBoundingClientRect().bottom - board.getBoundingClientRect().top) * unitsPerPixel(element);
    const time = duration() * (0.6 + fall / 400);
    element.animate([{ translate: `0 ${-fall}px` }, { translate: "0 0" }], {
      duration: time,
      easing: "cubic-bezier(.5,0,.9,.6)",
    });
    return;
  }
  element.animate(
    [
      { opacity: 0, scale: 0.7 },
      { opacity: 1, scale: 1 },
    ],
    { duration: duration() - 40, easing: EASE },
  );
}

/** A removed token moves to its new container, or fades out. */
function leaveTo(element: Drawn, box: DOMRect, to: string | undefined): () => void {
  const goal = to === undefined ? null : document.querySelector<HTMLElement>(`[data-container="${CSS.escape(to)}"]`);
  const end = goal && anchorBox(goal);
  return () => {
    const ghost = ghostOf(element.tagName.toLowerCase() === "button" ? element.querySelector("svg") : element, box);
    const x = end ? end.x + end.width / 2 - box.x - box.width / 2 : 0;
    const y = end ? end.y + end.height / 2 - box.y - box.height / 2 : 0;
    const last = { translate: `${x}px ${y}px`, scale: end ? 0.8 : 0.6, opacity: end ? 0.4 : 0 };
    ghost.animate([{ translate: "0 0", scale: 1, opacity: 1 }, last], {
      duration: duration() + (end ? 60 : 0),
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

/** Where tokens leave and enter a container: its last card, or its centre. */
function anchorBox(container: HTMLElement): DOMRect {
  const cards = container.querySelectorAll(".card svg, .card.empty");
  return (cards[cards.length - 1] ?? container).getBoundingClientRect();
}

const scales = new Map<SVGSVGElement, number>(); // measured once per change

/** SVG units per pixel; 1 outside an SVG. */
function unitsPerPixel(element: Drawn): number {
  const svg = element instanceof SVGElement ? element.ownerSVGElement : null;
  if (!svg) return 1;
  const pixels = "getScreenCTM" in element ? (element as SVGGraphicsElement).getScreenCTM()?.a : undefined; // per unit
  const known = scales.get(svg) ?? (pixels ? 1 / pixels : svg.viewBox.baseVal.width / (svg.getBoundingClientRect().width || 1));
  scales.set(svg, known);
  return known;
}
