// The terms of a table in words.

import { useEffect, useState } from "preact/hooks";
import { bots as askBots } from "../../network/api";
import { isLocal } from "../../app/address";
import { CopyButton } from "../../controls/copy";
import { clockWords } from "../../play/agreements";
import type { BotInfo, Terms } from "../../protocol";
import { termTexts, type TermText } from "../../lobby/terms";
import { counted, say, translate } from "../../text/text";

/** All terms with their meanings; those with default values are folded. */
export function TermsText({ terms }: { readonly terms: Terms }) {
  const all = termTexts(terms, useBots(terms));
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

function TermsList({ told }: { readonly told: readonly TermText[] }) {
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

/** The folded terms at a table, with a link for spectators where the terms allow them. */
export function TermsPanel({ id, terms }: { readonly id: string; readonly terms: Terms }) {
  const [open, setOpen] = useState(false);
  const clock = clockWords(terms);
  const bots = useBots(terms);
  return (
    <details class="folded sheet" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{clock ? say("Terms: {clock}", { clock }) : translate("Terms of this table")}</summary>
      {open && <TermsList told={termTexts(terms, bots)} />}
      {open && (terms.watchable ?? true) && !isLocal() && (
        <div class="acts">
          <CopyButton words={translate("Copy link to watch")} address={() => `${location.origin}/table/${id}`} />
        </div>
      )}
    </details>
  );
}

/** The list of bots, if the terms name one. */
function useBots({ absence }: Terms): readonly BotInfo[] {
  const wanted = absence?.policy === "bot";
  const [bots, setBots] = useState<readonly BotInfo[]>([]);
  useEffect(() => {
    if (wanted) askBots().then(setBots, () => {}); // the terms are shown without the bot's name
  }, [wanted]);
  return bots;
}
