// The places for the next part of a move, brought into sight: a player's own board may lie below the screen, or behind the hand.

import { useEffect } from "preact/hooks";
import { motionEnabled } from "../board/motion/motion";

const OFFERED = ".board .legal[data-place]:not([aria-disabled=true]), .board .whole:not([aria-disabled=true])";
const ROOM = 8; // px beside them

/** Whenever a part was chosen, at the step of that name: scroll to the places for the next one, if none of them is in sight. */
export function useLegalInSight(main: { readonly current: HTMLElement | null }, step: string, chosen: number): void {
  useEffect(() => {
    if (chosen === 0 || !main.current || document.querySelector("html.dragging")) return;
    show([...main.current.querySelectorAll<HTMLElement>(OFFERED)]);
  }, [step]);
}

function show(places: readonly HTMLElement[]): void {
  const [first] = places;
  if (!first) return;
  const covered = getComputedStyle(first); // what lies over the board at the edges of the window is its margin
  const top = (parseFloat(covered.scrollMarginTop) || 0) - ROOM;
  const bottom = innerHeight - (parseFloat(covered.scrollMarginBottom) || 0) + ROOM;
  const boxes = places.map((place) => place.getBoundingClientRect());
  if (boxes.some((box) => box.top >= top && box.bottom <= bottom)) return;
  const board = first.closest("[data-container]"); // places on other boards may be far away
  const near = boxes.filter((_, number) => places[number]?.closest("[data-container]") === board);
  const above = Math.min(...near.map((box) => box.top)) - ROOM - top;
  const below = Math.max(...near.map((box) => box.bottom)) + ROOM - bottom;
  scrollBy({ top: above < 0 ? above : Math.min(above, below), behavior: motionEnabled() ? "smooth" : "auto" });
}
