// Folded panels whose chunk is loaded when they are opened.

import type { FunctionComponent } from "preact";
import { useState } from "preact/hooks";
import { isOwn } from "../../play/chat";
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
