// Taking back one's last answer; where that is not possible, the button says why.

import { asSentence } from "../../controls/refusal";
import { noUndo, type State } from "../../play/state";
import { undo } from "../../play/store";
import { translate } from "../../text/text";

export function Undo({ state }: { readonly state: State }) {
  const reason = noUndo(state);
  return (
    // Not `disabled`: that could be neither pressed nor reached by the tab key, and so would never tell its reason.
    <button
      type="button"
      class="button"
      aria-disabled={reason ? "true" : undefined}
      title={reason ? asSentence(reason.message) : undefined}
      onClick={undo}
    >
      {translate("Undo")}
    </button>
  );
}
