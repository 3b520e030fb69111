// Turning the board round, where there is one that looks different from the other side.

import { round } from "../board/turning";
import type { State } from "../state";
import { translate } from "../text";

export function Turn({ state }: { readonly state: State }) {
  const boards = state.scene?.containers.some(({ layout }) => layout === "grid" || layout === "hex") ?? false;
  if (!boards) return null;
  return (
    <button type="button" class="button" aria-pressed={round.value} onClick={() => (round.value = !round.value)}>
      {translate("Turn the board")}
    </button>
  );
}
