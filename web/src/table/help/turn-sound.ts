// Who is asked while they look elsewhere is called by a sound, if they want one.

import { effect } from "@preact/signals";
import { chime } from "../../controls/sound";
import { settings } from "../../app/local-settings";
import type { State } from "../../play/state";
import { live, state } from "../../play/store";

/** Whether one of the roles this page plays is asked; null as long as it is at no table. */
function isAsked({ table, roles, views, pact }: State): boolean | null {
  return table && pact?.begun !== false && roles.some((role) => views[role]?.active.includes(role));
}

/** From now on, sound when it becomes one's turn; not for what one finds on arrival. Gives back how to end that. */
export function callWhenAsked(): () => void {
  let asked: boolean | null = null;
  return effect(() => {
    const now = isAsked(live.value ?? state.value);
    if (now && asked === false && settings.peek().sound) chime();
    asked = now;
  });
}
