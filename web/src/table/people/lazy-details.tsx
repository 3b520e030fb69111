// Folded panels whose chunk is loaded when they are opened.

import type { FunctionComponent } from "preact";
import { useState } from "preact/hooks";
import { isLocal } from "../../app/address";
import { currentUser } from "../../app/store";
import { isOwn } from "../../play/chat";
import { accountsAt } from "../../play/naming";
import { chat } from "../../play/store";
import type { SharePanelProps } from "../../share/panel";
import type { State } from "../../play/state";
import { showUnreachable } from "../../play/session";
import { translate } from "../../text/text";

interface DetailsProps {
  readonly id: string;
  readonly state: State;
}

interface LazyDetailsProps<Props> {
  readonly words: string;
  readonly load: () => Promise<FunctionComponent<Props>>;
  readonly inner: Props;
}

export function LazyDetails<Props extends object>({ words, load, inner }: LazyDetailsProps<Props>) {
  const [Inside, setInside] = useState<FunctionComponent<Props> | null>(null);
  const toggled = ({ currentTarget: folder }: { readonly currentTarget: HTMLDetailsElement }) => {
    if (!folder.open || Inside) return;
    load().then(
      (found) => setInside(() => found),
      () => {
        folder.open = false; // so that it can be tried again
        showUnreachable();
      },
    );
  };
  return (
    <details class="folded sheet" onToggle={toggled}>
      <summary>{words}</summary>
      {Inside && <Inside {...inner} />}
    </details>
  );
}

/** Changes of seats before the first action. */
export function Seats(inner: DetailsProps) {
  return (
    <LazyDetails
      inner={inner}
      words={translate("Seats")}
      load={() => import("./seating").then(({ SeatingForm: Seating }) => Seating)}
    />
  );
}

/** Inviting people to the open seats; nothing where none is open, or the viewer has no account or no seat. */
export function InviteSomebody(inner: DetailsProps) {
  const { table, roles } = inner.state;
  if (currentUser.value?.kind !== "account" || isLocal() || roles.length === 0) return null;
  if (!table?.seats.some(({ kind }) => kind === "open")) return null;
  return (
    <LazyDetails
      inner={inner}
      words={translate("Invite somebody")}
      load={() => import("../../company/invite-people").then((chunk) => chunk.InvitePeople)}
    />
  );
}

/** Following and blocking of the others; nothing where none has an account, or the viewer has none. */
export function PeopleHere({ state }: { readonly state: State }) {
  if (currentUser.value?.kind !== "account" || accountsAt(state).length === 0) return null;
  return (
    <LazyDetails
      inner={{ state }}
      words={translate("Follow or block")}
      load={() => import("../../company/people-here").then((chunk) => chunk.PeopleHere)}
    />
  );
}

/** Reports about other people; nothing where there are none. */
export function Reports(inner: DetailsProps) {
  const { table, roles } = inner.state;
  const plays = table?.seats.some(({ kind, role }) => kind === "person" && !roles.includes(role));
  const talks = chat.value.lines.some((line) => !roles.includes(line.role) && !isOwn(inner.id, line));
  if (!plays && !talks) return null;
  return (
    <LazyDetails
      inner={inner}
      words={translate("Report somebody")}
      load={() => import("./report").then(({ ReportForm: Reporting }) => Reporting)}
    />
  );
}

/** Pictures of the board. */
export function Share(inner: SharePanelProps) {
  return (
    <LazyDetails
      inner={inner}
      words={translate("Pictures")}
      load={() => import("../../share/panel").then(({ SharePanel }) => SharePanel)}
    />
  );
}
