// The form to leave a table, and for the host to open seats and put bots on them, before the first action. Loaded when it is
// opened.

import { useEffect, useState } from "preact/hooks";
import { bots as askBots, changeSeat, leaveSeat } from "../../network/api";
import { removeTable } from "../../local/requests";
import { useRequest } from "../../controls/request";
import { goTo, isLocal } from "../../app/address";
import { forgetTable } from "../../app/local-settings";
import type { BotInfo, Seat } from "../../protocol";
import { labelOf, seatName } from "../../play/naming";
import { type State } from "../../play/state";
import { capital, say, translate } from "../../text/text";
import { SelectField } from "../../controls/field";
import { ErrorText } from "../../controls/refusal";
import { Button } from "../../controls/button";

const STAY = "stay";
const OPEN = "open";

export function SeatingForm({ state }: { readonly state: State }) {
  const { busy, run, otherError } = useRequest();
  const [bots, setBots] = useState<readonly BotInfo[]>([]);
  const table = state.table;
  const host = table !== null && state.roles.includes(table.host);
  const rated = table?.terms.rated ?? false;
  useEffect(() => {
    if (host && !rated) askBots().then(setBots, () => {}); // without the list seats can still be opened
  }, [host, rated]);
  if (!table) return null;
  const { id } = table;
  const wrong = otherError();
  const change = (role: string, value: string) =>
    void run(() => changeSeat(id, value === OPEN ? { role, kind: "open" } : { role, kind: "bot", bot: value }));

  async function leave(): Promise<void> {
    if (!(await run(() => (isLocal() ? removeTable(id) : leaveSeat(id, {}))))) return;
    forgetTable(id); // its tokens are void
    goTo("/");
  }

  return (
    <div class="seating">
      {host &&
        table.seats.flatMap((seat) =>
          state.roles.includes(seat.role) ? (
            []
          ) : (
            <SelectField
              key={seat.role}
              label={capital(labelOf(state, seat.role))}
              value={STAY}
              disabled={busy}
              options={[
                [STAY, sitting(seat)],
                ...(seat.kind === "open" || isLocal()
                  ? []
                  : [
                      [
                        OPEN,
                        translate(seat.kind === "bot" ? "Nobody: the seat is open" : "Send away: the seat is open"),
                      ] as const,
                    ]),
                ...bots.map(
                  ({ name, label, summary }) =>
                    [name, say("Bot: {name}", { name: translate(label) }), translate(summary)] as const,
                ),
              ]}
              set={(value) => change(seat.role, value)}
            />
          ),
        )}
      <div class="acts">
        <Button
          disabled={busy}
          onClick={() => void leave()}
          text={translate(isLocal() ? "Remove this table" : "Leave the table")}
        />
      </div>
      {wrong && <ErrorText message={wrong} />}
    </div>
  );
}

function sitting(seat: Seat): string {
  return seat.kind === "open" ? translate("Open seat") : seatName(seat) || translate("Guest");
}
