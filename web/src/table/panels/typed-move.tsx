// A field to type moves: "d3", "e2e4", or "play_disc(d3)" as the server writes it.

import { useId, useState } from "preact/hooks";
import { playTyped } from "../../play/notation";
import { mayAct, type State } from "../../play/state";
import { newId, step } from "../../play/session";
import { state as store } from "../../play/store";
import { translate } from "../../text/text";
import { Button } from "../../controls/button";

export function TypedMove({ state }: { readonly state: State }) {
  const [text, setText] = useState("");
  const id = useId();

  function onSubmit(event: Event): void {
    event.preventDefault();
    step(playTyped(store.value, text, newId()));
    if (store.value.refusal === null) setText("");
  }

  if (state.roles.length === 0) return null;
  return (
    <form class="typed" onSubmit={onSubmit}>
      <label for={id}>{translate("Your move")}</label>
      <input
        id={id}
        value={text}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        dir="ltr"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" aria-disabled={mayAct(state) ? undefined : "true"} text={translate("Play it")} />
    </form>
  );
}
