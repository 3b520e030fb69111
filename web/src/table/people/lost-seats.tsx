// Messages about seats that this browser has lost.

import { RolePip } from "../../controls/sentence";
import { labelOf, seatName } from "../../play/naming";
import { type State } from "../../play/state";
import type { Seat } from "../../protocol";
import { midSentence, say, translate } from "../../text/text";

export function LostSeats({ state }: { readonly state: State }) {
  const seats = state.table?.seats.filter(({ role }) => state.lost.includes(role)) ?? [];
  return (
    <>
      {seats.map((seat) => (
        <div key={seat.role} class="offer sheet" role="alert">
          <RolePip state={state} role={seat.role} />
          <span class="lead">{words(seat, midSentence(labelOf(state, seat.role)))}</span>
          <span class="sub">
            {[
              translate(
                "Until something has happened at a table, who sits there may leave, and its host may open seats and put bots on them.",
              ),
              state.roles.length === 0 && translate("You are watching now."),
            ]
              .filter(Boolean)
              .join(" ")}
          </span>
        </div>
      ))}
    </>
  );
}

function words(seat: Seat, role: string): string {
  if (seat.kind === "open") return say("Your seat as {role} is open again", { role });
  return say("{name} has your seat as {role} now", { name: seatName(seat) || translate("Guest"), role });
}
