// The values of the position, unless they are shown in the middle of the table.

import { hasEmptyMiddle } from "../../board/arrangement";
import { Values } from "../../board/values";
import { nameOf } from "../../play/naming";
import { view, type State } from "../../play/state";

export function ValuesPanel({ state }: { readonly state: State }) {
  const now = view(state);
  if (!state.scene || !now || hasEmptyMiddle(state.scene, now)) return null;
  return <Values scene={state.scene} view={now} name={(role) => nameOf(state, role)} kind="props sheet" />;
}
