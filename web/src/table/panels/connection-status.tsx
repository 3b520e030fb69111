// The connection, in one quiet word: all is saved, something is on its way, or there is no connection.

import type { State } from "../../play/state";
import { translate } from "../../text/text";

export function Link({ state }: { readonly state: State }) {
  const { look, words } = standing(state);
  return (
    // Only a lost connection is worth interrupting a screen reader for.
    <p class={`link ${look}`} role={look === "off" ? "status" : undefined}>
      <span class="dot" aria-hidden="true" />
      {words}
    </p>
  );
}

function standing(state: State): { readonly look: string; readonly words: string } {
  if (state.link === "connecting") return { look: "busy", words: translate(state.pending ? "Sending" : "Connecting") };
  if (state.link !== "open")
    return {
      look: "off",
      words: translate(state.pending ? "Offline: your move is kept and sent later" : "Offline, trying again"),
    };
  return state.pending ? { look: "busy", words: translate("Sending") } : { look: "on", words: translate("Saved") };
}
