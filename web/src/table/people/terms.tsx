// The terms of a table, told to who may sit down there or plays already.

import { useEffect, useState } from "preact/hooks";
import { bots as askBots } from "../../network/api";
import { Copy } from "../../controls/copy";
import { clockWords } from "../../play/agreements";
import type { BotInfo, Terms } from "../../protocol";
import { told, type Told } from "../../lobby/terms";
import { counted, say, translate } from "../../text/text";

/**
 * Every term and what it means: how long one may think, what becomes of who stays away, and what is not as usual; the rest is
 * folded away.
 */
export function TermsTold({ terms }: { readonly terms: Terms }) {
  const all = told(terms, useBots(terms));
  const [usual, rest] = [all.filter((each) => each.usual), all.filter((each) => !each.usual)];
  return (
    <>
      <TermsList told={rest} />
      {usual.length > 0 && (
        <details class="rest">
          <summary>{counted("{number} more term, as usual", "{number} more terms, as usual", usual.length)}</summary>
          <TermsList told={usual} />
        </details>
      )}
    </>
  );
}

function TermsList({ told }: { readonly told: readonly Told[] }) {
  return (
    <dl class="terms">
      {told.map(({ name, words }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The same, folded: at the table who wants to know unfolds it, and can have others look on where the terms let them. */
export function TermsPanel({ id, terms }: { readonly id: string; readonly terms: Terms }) {
  const [open, setOpen] = useState(false);
  const clock = clockWords(terms);
  const bots = useBots(terms);
  return (
    <details class="agreed sheet" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{clock ? say("Terms: {clock}", { clock }) : translate("Terms of this table")}</summary>
      {open && <TermsList told={told(terms, bots)} />}
      {open && (terms.watchable ?? true) && (
        <div class="acts">
          <Copy words={translate("Copy link to watch")} address={() => `${location.origin}/table/${id}`} />
        </div>
      )}
    </details>
  );
}

/** The bots there are, where one of them has to be named. */
function useBots({ absence }: Terms): readonly BotInfo[] {
  const wanted = absence?.policy === "bot";
  const [bots, setBots] = useState<readonly BotInfo[]>([]);
  useEffect(() => {
    if (wanted) askBots().then(setBots, () => {}); // the terms are told without its name then
  }, [wanted]);
  return bots;
}
