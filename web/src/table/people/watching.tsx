// Those who look on: how many there are, and a way to an open seat.

import { rename } from "../../app/address";
import { storedTable } from "../../app/local-settings";
import { Button } from "../../controls/button";
import type { State } from "../../play/state";
import { counted, translate } from "../../text/text";

/** How many look on, for everybody at the table; nothing for none. */
export function WatcherCount({ state }: { readonly state: State }) {
  if (state.watching === 0) return null;
  return (
    <p class="sub watchers">
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5Z" />
        <circle cx="10" cy="10" r="2.4" />
      </svg>
      {counted("{number} person is looking on", "{number} people are looking on", state.watching)}
    </p>
  );
}

interface WatchingProps {
  readonly id: string;
  readonly invite: string | null; // with which the viewer has come
  readonly state: State;
}

/** Said to a spectator, who may take an open seat of a public table or with an invitation. */
export function Watching({ id, invite, state: { table } }: WatchingProps) {
  const known = invite || storedTable(id)?.invite || (table?.terms.public ? "" : null);
  const free = table?.seats.some((seat) => seat.kind === "open") ?? false;

  function sit(): void {
    rename(`/table/${encodeURIComponent(id)}#invite=${known}`);
    location.reload();
  }

  return (
    <>
      <span class="sub">{translate("You are watching.")}</span>
      {free && known !== null && <Button kind="main" onClick={sit} text={translate("Take an open seat")} />}
    </>
  );
}
