// The way from a table at which one waits to the next that waits for oneself.

import { useEffect, useState } from "preact/hooks";
import { mine } from "../api";
import { view, type State } from "../state";
import { translate } from "../text";

const AT_FIRST = 1500; // ms: who is asked again at once goes nowhere
const EVERY = 30_000; // ms

export function NextGame({ state }: { readonly state: State }) {
  const [next, setNext] = useState<string | null>(null);
  const id = state.table?.id;
  const waits = state.link === "open" && state.roles.length > 0 && (view(state)?.over || !state.roles.some((role) => state.views[role]?.active.includes(role)));
  useEffect(() => {
    if (!waits) return setNext(null);
    let waiting = true;
    const look = () => {
      if (document.hidden) return;
      mine().then(
        ({ tables }) => waiting && setNext(tables.find(({ table, turn }) => turn && table.id !== id)?.table.id ?? null),
        () => {}, // no connection: it is said elsewhere
      );
    };
    const [first, timer] = [setTimeout(look, AT_FIRST), setInterval(look, EVERY)];
    return () => {
      waiting = false;
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [id, waits]);
  return next && (
    <a class="button next" href={`/table/${encodeURIComponent(next)}`}>
      {translate("Next game")}
    </a>
  );
}
