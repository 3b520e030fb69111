// The terms of a table, told to who may sit down there or plays already.

import { useEffect, useState } from "preact/hooks";
import { bots as askBots } from "../api";
import { clockWords } from "../pact";
import type { BotInfo, Terms } from "../protocol";
import { told } from "../terms";
import { say, translate } from "../text";

/** Every term and what it means. */
export function TermsList({ terms }: { readonly terms: Terms }) {
  const bots = useBots(terms.absence?.policy === "bot");
  return (
    <dl class="terms">
      {told(terms, bots).map(({ name, words }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The same, folded: at the table who wants to know unfolds it. */
export function TermsPanel({ terms }: { readonly terms: Terms }) {
  const [open, setOpen] = useState(false);
  const clock = clockWords(terms);
  return (
    <details class="agreed sheet" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{clock ? say("Terms: {clock}", { clock }) : translate("Terms of this table")}</summary>
      {open && <TermsList terms={terms} />}
    </details>
  );
}

/** The bots there are, where one of them has to be named. */
function useBots(wanted: boolean): readonly BotInfo[] {
  const [bots, setBots] = useState<readonly BotInfo[]>([]);
  useEffect(() => {
    if (wanted) askBots().then(setBots, () => {}); // the terms are told without its name then
  }, [wanted]);
  return bots;
}
