// Turning the board round, where there is one that looks different from the other side.

import { remember } from "../board/motion";
import { round } from "../board/turning";
import type { State } from "../state";
import { translate } from "../text";

export function Turn({ state }: { readonly state: State }) {
  const boards = state.scene?.containers.some(({ layout }) => layout === "grid" || layout === "hex") ?? false;
  if (!boards) return null;

  function turn(): void {
    remember();
    round.value = !round.value;
  }

  return (
    <button type="button" class="button" aria-pressed={round.value} onClick={turn}>
      {translate("Turn the board")}
    </button>
  );
}
