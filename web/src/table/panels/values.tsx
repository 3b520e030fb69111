// What the position says besides pieces and cards, where it is not told in the middle of the table.

import { isFree } from "../../board/arrangement";
import { Values } from "../../board/values";
import { nameOf } from "../../play/naming";
import { view, type State } from "../../play/state";

export function Props({ state }: { readonly state: State }) {
  const now = view(state);
  if (!state.scene || !now || isFree(state.scene, now)) return null;
  return <Values scene={state.scene} view={now} name={(role) => nameOf(state, role)} kind="props sheet" />;
}
