// The way from a table at which one waits to the next that waits for oneself.

import { useEffect, useState } from "preact/hooks";
import { mine } from "../../network/api";
import { view, type State } from "../../play/state";
import { elsewhere, follow } from "../../play/store";
import { translate } from "../../text/text";

const AT_FIRST = 1500; // ms: who is asked again at once goes nowhere
const APART = 5000; // ms: so often at most, however much happens
const EVERY = 30_000; // ms: though nothing was told

export function NextGame({ state }: { readonly state: State }) {
  const [next, setNext] = useState<string | null>(null);
  const id = state.table?.id;
  const waits =
    state.link === "open" &&
    state.roles.length > 0 &&
    (view(state)?.over || !state.roles.some((role) => state.views[role]?.active.includes(role)));
  useEffect(() => {
    if (!waits) return setNext(null);
    let waiting = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let looked = performance.now() + AT_FIRST - APART;
    const look = () => {
      looked = performance.now();
      follow(true); // from here on, so that it costs nothing to who is asked again at once
      timer = setTimeout(look, EVERY);
      if (document.hidden) return;
      mine().then(
        ({ tables }) => waiting && setNext(tables.find(({ table, turn }) => turn && table.id !== id)?.table.id ?? null),
        () => {}, // no connection: it is said elsewhere
      );
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, Math.max(0, looked + APART - performance.now()));
    };
    const told = elsewhere.subscribe(soon); // which is called at once, too
    document.addEventListener("visibilitychange", soon);
    return () => {
      waiting = false;
      clearTimeout(timer);
      told();
      document.removeEventListener("visibilitychange", soon);
      follow(false);
    };
  }, [id, waits]);
  return (
    next && (
      <a class="button next" href={`/table/${encodeURIComponent(next)}`}>
        {translate("Next game")}
      </a>
    )
  );
}
