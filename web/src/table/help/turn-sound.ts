// A sound at the beginning of one's turn, if the settings say so.

import { effect } from "@preact/signals";
import { playSound } from "../../controls/sound";
import { settings } from "../../app/local-settings";
import type { State } from "../../play/state";
import { live, state } from "../../play/store";

/** Whether a role of this page is asked; null without a table. */
function isAsked({ table, roles, views, agreements }: State): boolean | null {
  return table && agreements?.begun !== false && roles.some((role) => views[role]?.active.includes(role));
}

/** Play the sound at each beginning of a turn from now on, except on arrival; returns the function that ends it. */
export function startTurnSound(): () => void {
  let asked: boolean | null = null;
  return effect(() => {
    const now = isAsked(live.value ?? state.value);
    if (now && asked === false && settings.peek().sound) playSound();
    asked = now;
  });
}
