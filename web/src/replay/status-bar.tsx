// The bar above the board of a replay: the question or the result, and the position.

import type { ComponentChildren } from "preact";
import { RolePip, Sentence } from "../controls/sentence";
import { resultText } from "../play/naming";
import { view, type State } from "../play/state";
import { endingText } from "../table/result/ending";
import { translate } from "../text/text";

export function StatusBar({ state, children }: { readonly state: State; readonly children?: ComponentChildren }) {
  const now = view(state);
  if (!now) return null;
  const how = endingText(state);
  return (
    <section class={now.over ? "result sheet" : "ask sheet"} aria-label={translate(now.over ? "Result" : "What is asked")}>
      <div class="result-pips">{now.over && now.winners.map((role) => <RolePip key={role} state={state} role={role} />)}</div>
      {!now.over && now.active.map((role) => <RolePip key={role} state={state} role={role} />)}
      <h1 class={now.over ? "verdict" : undefined} tabIndex={-1}>
        {now.over ? (
          resultText(state)
        ) : now.question ? (
          <Sentence text={now.question} state={state} pips={false} />
        ) : (
          translate("One moment")
        )}
      </h1>
      {now.over && how && <span class="sub">{how}</span>}
      <span class="spring" />
      {children}
    </section>
  );
}
