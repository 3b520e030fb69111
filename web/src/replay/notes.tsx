// The player's own notes on a round, kept in this browser.

import { useEffect, useState } from "preact/hooks";
import { notesOn, storeNotes } from "../app/local-settings";
import { translate } from "../text/text";

const MOST = 10_000; // characters

export function Notes({ table, round }: { readonly table: string; readonly round: number }) {
  const [notes, setNotes] = useState(() => notesOn(table, round));
  useEffect(() => setNotes(notesOn(table, round)), [table, round]);
  return (
    <details class="notes" open={notes !== ""}>
      <summary class="button">{translate("Notes")}</summary>
      <label>
        <span class="sub">{translate("Only you see them. They stay in this browser.")}</span>
        <textarea
          rows={4}
          maxLength={MOST}
          value={notes}
          onInput={({ currentTarget: { value } }) => (setNotes(value), storeNotes(table, round, value))}
        />
      </label>
    </details>
  );
}
