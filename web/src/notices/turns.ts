// When the player's turn begins.

import type { State } from "../play/state";
import { live, state } from "../play/store";

/** Whether a role of this page is asked; null without a table. */
export function isAsked({ table, roles, views, agreements }: State): boolean | null {
  return table && agreements?.begun !== false && roles.some((role) => views[role]?.active.includes(role));
}

/** An effect that calls `began` whenever a turn of the player begins, and not on arrival. */
export function followTurns(began: () => void): () => void {
  let asked: boolean | null = null;
  return () => {
    const now = isAsked(live.value ?? state.value);
    if (now && asked === false) began();
    asked = now;
  };
}
