// The next game at the same table: a rematch is offered, accepted or declined; alone or with bots it begins at once.

import { Button } from "../../controls/button";
import { askedRole, closedRematch, hasLeft, rematchOffer } from "../../play/agreements";
import { joinNames, nameOf, seatName } from "../../play/naming";
import { again, answer } from "../../play/session";
import type { State } from "../../play/state";
import type { ClosedOffer } from "../../protocol";
import { say, translate } from "../../text/text";
import { OFFERS } from "../panels/agreements";

export function Rematch({ state }: { readonly state: State }) {
  const offer = rematchOffer(state);
  const asked = offer !== null && askedRole(state, offer) !== null;
  if (state.roles.length === 0) return null;
  const busy = state.pending !== null;
  const gone = offer && hasLeft(state, offer);
  if (gone) return <Left state={state} name={seatName(gone) || nameOf(state, gone.role)} asked={asked} />;
  if (!offer) {
    const closed = closedRematch(state);
    return (
      <>
        {closed && (
          <span class="lead rematch" role="status">
            {closedText(state, closed)}
          </span>
        )}
        {!(closed && state.roles.includes(closed.role)) && (
          <Button kind="main" disabled={busy} onClick={again} text={translate("Play again")} />
        )}
      </>
    );
  }
  if (asked)
    return (
      <div class="rematch" role="group" aria-label={translate("Rematch")}>
        <span class="lead">{say(OFFERS.rematch, { name: nameOf(state, offer.role) })}</span>
        <Button kind="main" disabled={busy} onClick={() => answer("agree", offer)} text={translate("Accept")} />
        <Button disabled={busy} onClick={() => answer("decline", offer)} text={translate("No")} />
      </div>
    );
  const names = joinNames(offer.asked.map((role) => nameOf(state, role)));
  return (
    <div class="rematch" role="group" aria-label={translate("Rematch")}>
      <span class="lead">{say("Rematch offered: waiting for {names}", { names })}</span>
      {state.roles.includes(offer.role) && (
        <Button disabled={busy} onClick={() => answer("withdraw", offer)} text={translate("Withdraw")} />
      )}
    </div>
  );
}

/** Who declined a rematch, or took it back: it may be offered once, and by each of the others. */
function closedText(state: State, { role, by }: ClosedOffer): string {
  const [mine, name] = [state.roles.includes(by), nameOf(state, by)];
  if (role === by)
    return mine ? translate("You have taken your rematch back") : say("{name} has taken the rematch back", { name });
  return mine ? translate("You have declined the rematch") : say("{name} has declined the rematch", { name });
}

/** Somebody who agreed has left: their offer has lapsed, and who stays may offer one. */
function Left({ state, name, asked }: { readonly state: State; readonly name: string; readonly asked: boolean }) {
  return (
    <div class="rematch" role="group" aria-label={translate("Rematch")}>
      <span class="lead">{say("{name} has left: their rematch has lapsed", { name })}</span>
      {asked && <Button kind="main" disabled={state.pending !== null} onClick={again} text={translate("Offer a rematch")} />}
    </div>
  );
}
