// Covers the table between two people who share a screen, until the next one confirms that they are there.

import { useEffect, useRef } from "preact/hooks";
import { Header } from "../../app/header";
import { RolePip } from "../../controls/sentence";
import { nameOf } from "../../play/naming";
import { type State } from "../../play/state";
import { uncover } from "../../play/session";
import { say, translate } from "../../text/text";

export function Cover({ state, title }: { readonly state: State; readonly title: string }) {
  const name = nameOf(state, state.shown);
  const come = useRef<HTMLButtonElement>(null);
  useEffect(() => come.current?.focus(), [state.shown]);
  return (
    <>
      <Header crumb={title} />
      <main class="message">
        <section class="sheet sitdown cover" role="status">
          <h1>
            <RolePip state={state} role={state.shown} /> {say("Pass the screen to {name}", { name })}
          </h1>
          <p>{translate("What was shown to others is covered.")}</p>
          <div class="acts">
            <button type="button" class="button main" ref={come} onClick={uncover}>
              {say("I am {name}", { name })}
            </button>
          </div>
        </section>
      </main>
    </>
  );
}
