// A link to another table where it is the player's turn.

import { useEffect, useState } from "preact/hooks";
import { linkTo } from "../../app/address";
import { mine } from "../../network/api";
import { view, type State } from "../../play/state";
import { follow } from "../../play/session";
import { otherTableNotices } from "../../play/store";
import { translate } from "../../text/text";

const AT_FIRST = 1500; // ms before the first request, as the player may be asked again at once
const APART = 5000; // ms between requests
const EVERY = 30_000; // ms between requests without notices

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
      follow(true); // subscribed only after the first delay, so that quick turns cost nothing
      timer = setTimeout(look, EVERY);
      if (document.hidden) return;
      mine().then(
        ({ tables }) => waiting && setNext(tables.find(({ table, turn }) => turn && table.id !== id)?.table.id ?? null),
        () => {}, // without connection: shown elsewhere
      );
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, Math.max(0, looked + APART - performance.now()));
    };
    const told = otherTableNotices.subscribe(soon); // calls `soon` at once, too
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
      <a class="button next" href={linkTo(`/table/${encodeURIComponent(next)}`)}>
        {translate("Next game")}
      </a>
    )
  );
}
