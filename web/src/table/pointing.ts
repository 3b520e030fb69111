// The current choice at a table, as the board needs it.

import { useRef } from "preact/hooks";
import { settings } from "../app/local-settings";
import type { Pointing } from "../board/pointing";
import { isForDays } from "../play/agreements";
import { pointAt, premoveShape } from "../play/session";
import { choices, lastPlaces, unsentMove, type State } from "../play/state";

const NOWHERE: ReadonlySet<string> = new Set();

/**
 * The legal places. They stay lit while an answer is pending on an open connection, as the next question often follows at once;
 * except after the last part of a move with several.
 */
export function usePlaces(state: State, passing: boolean): ReadonlySet<string> {
  const lit = useRef(NOWHERE);
  const parted = useRef(false);
  if (state.pending === null || state.link !== "open") {
    lit.current = choices(state).places;
    parted.current = state.chosen.length > 0;
  } else if (parted.current) {
    lit.current = NOWHERE;
  }
  return passing ? NOWHERE : lit.current;
}

/** The current choice, for the board. */
export function pointingOf(state: State, title: string): Pointing {
  const { places } = choices(state);
  return {
    title,
    places,
    chosen: new Set([...state.chosen, ...(unsentMove(state)?.places ?? [])]),
    ...(premoveShape(state) && { planned: new Set(state.premove?.parts) }),
    asked: state.asked?.places.at(-1) ?? null,
    last: lastPlaces(state),
    point: (place, event) => pointAt(place, mustConfirm(state, event)),
  };
}

const SMALL = 40; // px; smaller cells are easily missed by a finger

function mustConfirm({ table }: State, event: Event): boolean {
  const isLive = table !== null && table.terms.clock && !isForDays(table.terms);
  const wanted = isLive ? settings.value.confirmLive : settings.value.confirmSlow;
  if (wanted === "never" || (event as PointerEvent).pointerType !== "touch") return false;
  const target = (event.target as Element).closest("[data-place]");
  const { width, height } = target?.getBoundingClientRect() ?? { width: 0, height: 0 };
  return wanted === "always" || Math.min(width, height) < SMALL;
}
