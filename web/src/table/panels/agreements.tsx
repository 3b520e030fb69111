// Buttons for agreements (resign, draw, undo, claim, end), and the open offers.

import { useState } from "preact/hooks";
import { askedRole, availableActions } from "../../play/agreements";
import type { OpenOffer } from "../../protocol";
import { nameOf } from "../../play/naming";
import { type State } from "../../play/state";
import { answer, takeAction } from "../../play/session";
import { mark, say, translate } from "../../text/text";
import { RolePip } from "../../controls/sentence";

const BUTTONS = {
  claim: mark("Claim the win"),
  end: mark("End without a result"),
  undo: mark("Ask to take back"),
  draw: mark("Offer a draw"),
  resign: mark("Resign"),
} as const;

export function AgreementButtons({ state }: { readonly state: State }) {
  const [confirming, setConfirming] = useState(false); // resigning needs a second click
  const choices = availableActions(state);
  if (choices.length === 0) return null;
  if (confirming && choices.includes("resign")) {
    return (
      <div class="acts settling" role="group" aria-label={translate("Resign")}>
        <span class="lead">{translate("Give this game up?")}</span>
        <button type="button" class="button danger" onClick={() => (setConfirming(false), takeAction("resign"))}>
          {translate("Yes, resign")}
        </button>
        <button type="button" class="button" onClick={() => setConfirming(false)}>
          {translate("Play on")}
        </button>
      </div>
    );
  }
  return (
    <div class="acts settling">
      {choices.map((what) => (
        <button
          key={what}
          type="button"
          class={what === "claim" ? "button main" : "button"}
          onClick={() => (what === "resign" ? setConfirming(true) : takeAction(what))}
        >
          {translate(BUTTONS[what])}
        </button>
      ))}
    </div>
  );
}

/** The texts of offers. */
export const OFFERS = {
  draw: mark("{name} offers a draw"),
  undo: mark("{name} would like to take the last answer back"),
  end: mark("{name} would like to end the game without a result"),
} as const;

const OWN_OFFERS = {
  draw: mark("You have offered a draw"),
  undo: mark("You have asked to take your last answer back"),
  end: mark("You have asked to end the game without a result"),
} as const;

export function Offers({ state }: { readonly state: State }) {
  return (
    <div class="offers" role="status">
      {state.agreements?.offers.map((offer) => (
        <OfferPanel key={offer.number} offer={offer} state={state} />
      ))}
    </div>
  );
}

function OfferPanel({ offer, state }: { readonly offer: OpenOffer; readonly state: State }) {
  const own = state.roles.includes(offer.role);
  const asked = askedRole(state, offer) !== null;
  return (
    <div class={asked ? "offer sheet mine" : "offer sheet"}>
      <RolePip state={state} role={offer.role} asked={asked} />
      <span class="lead">
        {own ? translate(OWN_OFFERS[offer.what]) : say(OFFERS[offer.what], { name: nameOf(state, offer.role) })}
      </span>
      {asked && (
        <div class="acts">
          <button type="button" class="button act" onClick={() => answer("agree", offer)}>
            {translate("Agree")}
          </button>
          <button type="button" class="button act" onClick={() => answer("decline", offer)}>
            {translate("Decline")}
          </button>
        </div>
      )}
      {own && (
        <button type="button" class="button" onClick={() => answer("withdraw", offer)}>
          {translate("Withdraw")}
        </button>
      )}
    </div>
  );
}
