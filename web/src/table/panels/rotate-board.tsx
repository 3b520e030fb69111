// Turning the board round, where there is one that looks different from the other side.

import { remember } from "../../board/motion/motion";
import { round } from "../../board/rotation";
import type { State } from "../../play/state";
import { translate } from "../../text/text";

export function Turn({ state }: { readonly state: State }) {
  const boards = state.scene?.containers.some(({ layout }) => layout === "grid" || layout === "hex") ?? false;
  if (!boards) return null;

  function turn(): void {
    remember();
    round.value = !round.value;
  }

  return (
    <button
      type="button"
      class="button square"
      aria-pressed={round.value}
      aria-label={translate("Turn the board")}
      title={translate("Turn the board")}
      onClick={turn}
    >
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M4 8.4A6.4 6.4 0 0 1 15.6 6.8M16 11.6A6.4 6.4 0 0 1 4.4 13.2M15.9 3.4v3.6h-3.6M4.1 16.6V13h3.6" />
      </svg>
    </button>
  );
}
