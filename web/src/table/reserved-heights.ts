// Measured heights of a table, as custom properties of `main` for the style sheets. The heights of the question and of the table
// never shrink during a round, so that nothing moves under a finger or an eye.
//
// --asked-height, --hand-height, --play-height   as they are now
// --kept-asked, --kept-play, --kept-values       the largest of this round, in a window of this size
// data-docked                                    on a phone: the own hand is low enough to stay at the bottom of the screen

import { HANDHELD } from "../app/style/breakpoints";
import { useLayoutEffect, useRef } from "preact/hooks";

const NOTHING = { key: "", asked: 0, play: 0, values: 0 };
const AROUND = 98; // px of the window above and below the table
const MOST_HAND = 0.55; // of the window's height; a higher hand is not docked

interface Kept {
  readonly key: string; // round and size of the window
  readonly asked: number;
  readonly play: number;
  readonly values: number;
}

/** Measure the table in `main` whenever one of its parts changes its size; `round` names the round. */
export function useReservedHeights(main: { readonly current: HTMLElement | null }, round: string): void {
  const kept = useRef<Kept>(NOTHING);
  const observers = useRef<{ readonly sizes: ResizeObserver; readonly parts: MutationObserver } | null>(null);
  const named = useRef(round);
  named.current = round;

  function measure(): void {
    if (main.current) kept.current = reserve(main.current, kept.current, named.current);
  }

  /** Measure before the page is painted, so that nothing is seen to move, and after each change of a size. */
  function follow(): void {
    measure();
    if (!main.current || !observers.current) return;
    // what is observed already stays so
    for (const part of partsOf(main.current)) if (part) observers.current.sizes.observe(part);
    observers.current.parts.observe(main.current, { childList: true, subtree: true }); // a board may be loaded later
  }

  useLayoutEffect(() => {
    if (typeof ResizeObserver !== "undefined") {
      const sizes = new ResizeObserver(() => requestAnimationFrame(measure)); // it must not change sizes itself
      observers.current = { sizes, parts: new MutationObserver(follow) };
    }
    addEventListener("resize", measure);
    return () => {
      removeEventListener("resize", measure);
      observers.current?.sizes.disconnect();
      observers.current?.parts.disconnect();
    };
  }, []);
  useLayoutEffect(() => {
    follow();
    observers.current?.parts.takeRecords(); // what this drawing has changed is measured already
  });
}

/** The question or result, the own hand, everything left of the panels, and the panel of values. */
function partsOf(main: HTMLElement): readonly (HTMLElement | null)[] {
  const find = (part: string) => main.querySelector<HTMLElement>(part);
  const hand = find(".side-bottom .hand.me")?.closest<HTMLElement>(".felt-table > .side-bottom") ?? null;
  return [find(".play > :is(.ask, .result)"), hand, find(".play"), find(".side > .props")];
}

function reserve(main: HTMLElement, old: Kept, round: string): Kept {
  const key = `${round} ${innerWidth} ${innerHeight}`;
  const last = old.key === key ? old : NOTHING;
  keep(main, last);
  const [asked = 0, hand = 0, play = 0, values = 0] = partsOf(main).map((part) => part?.offsetHeight ?? 0);
  const kept = {
    key,
    asked: Math.max(asked, last.asked),
    play: Math.max(Math.min(play, innerHeight - AROUND), last.play), // a higher one would hide the hand at its foot
    values: Math.max(values, last.values),
  };
  keep(main, kept);
  set(main, "asked-height", asked);
  set(main, "hand-height", hand);
  set(main, "play-height", play);
  main.toggleAttribute("data-docked", matchMedia(HANDHELD).matches && hand > 0 && hand <= MOST_HAND * innerHeight);
  return kept;
}

function keep(main: HTMLElement, { asked, play, values }: Kept): void {
  set(main, "kept-asked", asked);
  set(main, "kept-play", play);
  set(main, "kept-values", values);
}

/** Write a height that has changed: all elements in `main` inherit it, and get new styles. */
function set(main: HTMLElement, name: string, height: number): void {
  const [property, value] = [`--${name}`, `${height}px`];
  if (main.style.getPropertyValue(property) !== value) main.style.setProperty(property, value);
}
