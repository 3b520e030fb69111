// A move that waits for a second tap: its sentence from the rules, and the buttons that play and cancel it.

import { Sentence } from "../../controls/sentence";
import { Button } from "../../controls/button";
import { cancel, play } from "../../play/session";
import { shortText } from "../../play/moves";
import { view, type State } from "../../play/state";
import { translate } from "../../text/text";

export function Confirm({ state }: { readonly state: State }) {
  const { asked } = state;
  if (!asked) return null;
  const now = view(state);
  const place = document.querySelector(`.board [data-place="${CSS.escape(asked.places.at(-1) ?? "")}"]`);
  const low = (place?.getBoundingClientRect().bottom ?? 0) > innerHeight / 2; // it must not cover what was tapped
  return (
    <section class={low ? "confirm sheet high" : "confirm sheet"} aria-label={translate("Confirm the move")}>
      <span class="lead">
        <Sentence text={(now && shortText(now, asked)) ?? asked.describe} state={state} pips={false} />
      </span>
      <Button kind="main" onClick={() => play(asked)} text={translate("Play it")} />
      <Button onClick={cancel} text={translate("Cancel")} />
    </section>
  );
}
