// A move is typed: "d3", "e2e4", or as the arena writes it, "play_disc(d3)".

import { useId, useState } from "preact/hooks";
import { written } from "../../play/notation";
import { mayAct, type State } from "../../play/state";
import { fresh, state as store, step } from "../../play/store";
import { translate } from "../../text/text";

export function Typed({ state }: { readonly state: State }) {
  const [text, setText] = useState("");
  const id = useId();

  function onSubmit(event: Event): void {
    event.preventDefault();
    step(written(store.value, text, fresh()));
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
      <button type="submit" class="button" aria-disabled={mayAct(state) ? undefined : "true"}>
        {translate("Play it")}
      </button>
    </form>
  );
}
