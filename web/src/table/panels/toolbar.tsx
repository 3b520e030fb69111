// The toolbar beside the board: undo, rotating the board, the status of the connection.

import { recordPositions } from "../../board/motion/motion";
import { rotated } from "../../board/rotation";
import { availableActions } from "../../play/agreements";
import { asSentence } from "../../controls/refusal";
import { undo } from "../../play/session";
import { nameOf } from "../../play/naming";
import { undoable, undoRefusal, view, type State } from "../../play/state";
import { say, translate } from "../../text/text";
import { Button } from "../../controls/button";

/**
 * Takes back the player's last answer, and says whose where several play here; says why where that is not possible. Nothing where
 * the round is over for good, or where the others can be asked instead (agreements.tsx).
 */
export function Undo({ state }: { readonly state: State }) {
  const reason = undoRefusal(state);
  const role = undoable(state);
  const asked = availableActions(state).includes("undo") || state.agreements?.offers.some(({ what }) => what === "undo");
  if (reason && (view(state)?.over || asked)) return null;
  return (
    // Not `disabled`: a disabled button gets no focus, so a screen reader never reads its reason.
    <Button
      aria-disabled={reason ? "true" : undefined}
      title={reason ? asSentence(reason.message) : undefined}
      onClick={undo}
      text={role !== null && state.roles.length > 1 ? say("Undo: {name}", { name: nameOf(state, role) }) : translate("Undo")}
    />
  );
}

/** Turns grids and hex boards round; nothing at a table without one. */
export function RotateBoard({ state }: { readonly state: State }) {
  const boards = state.scene?.containers.some(({ layout, folded }) => layout === "grid" || layout === "hex" || folded) ?? false;
  if (!boards) return null;

  function rotate(): void {
    recordPositions();
    rotated.value = !rotated.value;
  }

  return (
    <Button
      kind="square"
      aria-pressed={rotated.value}
      aria-label={translate("Turn the board")}
      title={translate("Turn the board")}
      onClick={rotate}
    >
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M4 8.4A6.4 6.4 0 0 1 15.6 6.8M16 11.6A6.4 6.4 0 0 1 4.4 13.2M15.9 3.4v3.6h-3.6M4.1 16.6V13h3.6" />
      </svg>
    </Button>
  );
}

/** Saved, sending, or offline. */
export function ConnectionStatus({ state }: { readonly state: State }) {
  const { look, words } = statusOf(state);
  return (
    // Only a lost connection interrupts a screen reader.
    <p class={`link ${look}`} role={look === "off" ? "status" : undefined}>
      <span class="dot" aria-hidden="true" />
      {words}
    </p>
  );
}

function statusOf(state: State): { readonly look: string; readonly words: string } {
  if (state.link === "connecting") return { look: "busy", words: translate(state.pending ? "Sending" : "Connecting") };
  if (state.link !== "open")
    return {
      look: "off",
      words: translate(state.pending ? "Offline: your move is kept and sent later" : "Offline, trying again"),
    };
  return state.pending ? { look: "busy", words: translate("Sending") } : { look: "on", words: translate("Saved") };
}
