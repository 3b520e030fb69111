// Keeps the badge of the installed app right while a table is open.

import { effect } from "@preact/signals";
import { ApiError, mine } from "../network/api";
import { live, state } from "../play/store";
import { hasBadge, showWaiting } from "./badge";
import { isAsked } from "./turns";

/** Look again whenever a turn of the player begins or ends here; returns the function that ends it. */
export function startBadge(): () => void {
  if (!hasBadge() || !matchMedia("(display-mode: standalone)").matches) return () => {};
  let asked: boolean | null = null;
  return effect(() => {
    const now = isAsked(live.value ?? state.value);
    if (now !== asked) void look();
    asked = now;
  });
}

async function look(): Promise<void> {
  try {
    const { tables } = await mine();
    showWaiting(tables.filter(({ turn }) => turn).length);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // the arena is away
  }
}
