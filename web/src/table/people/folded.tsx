// What a table seldom needs, folded away: fetched when it is unfolded.

import type { FunctionComponent } from "preact";
import { useState } from "preact/hooks";
import { chat, isOwn } from "../../play/chat";
import type { State } from "../../play/state";
import { unreached } from "../../play/store";
import { translate } from "../../text/text";

interface Inner {
  readonly id: string;
  readonly state: State;
}

interface FoldedProps extends Inner {
  readonly words: string;
  readonly load: () => Promise<FunctionComponent<Inner>>;
}

export function Folded({ words, load, ...inner }: FoldedProps) {
  const [Inside, setInside] = useState<FunctionComponent<Inner> | null>(null);
  const toggled = ({ currentTarget: folder }: { readonly currentTarget: HTMLDetailsElement }) => {
    if (!folder.open || Inside) return;
    load().then(
      (found) => setInside(() => found),
      () => {
        folder.open = false; // to be tried again
        unreached();
      },
    );
  };
  return (
    <details class="agreed sheet" onToggle={toggled}>
      <summary>{words}</summary>
      {Inside && <Inside {...inner} />}
    </details>
  );
}

/** What may be done about seats before the game begins. */
export function Seats(inner: Inner) {
  return <Folded {...inner} words={translate("Seats")} load={() => import("./seating").then(({ Seating }) => Seating)} />;
}

/** To tell those who look after the arena what somebody does, where there is somebody else. */
export function Reports(inner: Inner) {
  const { table, roles } = inner.state;
  const plays = table?.seats.some(({ kind, role }) => kind === "person" && !roles.includes(role));
  const talks = chat.value.lines.some((line) => !roles.includes(line.role) && !isOwn(inner.id, line));
  if (!plays && !talks) return null;
  return (
    <Folded
      {...inner}
      words={translate("Report somebody")}
      load={() => import("./report").then(({ Reporting }) => Reporting)}
    />
  );
}
