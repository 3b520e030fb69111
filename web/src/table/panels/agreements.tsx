// Buttons for agreements (resign, draw, undo, claim, end), and the open offers.

import { useState } from "preact/hooks";
import { askedRole, availableActions, roughSpan } from "../../play/agreements";
import type { OpenOffer } from "../../protocol";
import { nameOf } from "../../play/naming";
import { lastAnswer, type State } from "../../play/state";
import { answer, takeAction } from "../../play/session";
import { mark, say, translate } from "../../text/text";
import { RolePip, Sentence } from "../../controls/sentence";
import { Button } from "../../controls/button";

const BUTTONS = {
  claim: mark("Claim the win"),
  end: mark("End without a result"),
  undo: mark("Ask to take back"),
  draw: mark("Offer a draw"),
  pause: mark("Pause the clocks"),
  resume: mark("End the pause"),
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
        <Button kind="danger" onClick={() => (setConfirming(false), takeAction("resign"))} text={translate("Yes, resign")} />
        <Button onClick={() => setConfirming(false)} text={translate("Play on")} />
      </div>
    );
  }
  return (
    <div class="acts settling">
      {choices.map((what) => (
        <Button
          key={what}
          kind={what === "claim" ? "main" : undefined}
          onClick={() => (what === "resign" ? setConfirming(true) : takeAction(what))}
          text={translate(BUTTONS[what])}
        />
      ))}
    </div>
  );
}

/** The texts of offers. */
export const OFFERS = {
  draw: mark("{name} offers a draw"),
  undo: mark("{name} would like to take the last answer back"),
  end: mark("{name} would like to end the game without a result"),
  pause: mark("{name} would like to pause the clocks"),
  resume: mark("{name} would like to end the pause"),
  rematch: mark("{name} wants a rematch"),
} as const;

const OWN_OFFERS = {
  draw: mark("You have offered a draw"),
  undo: mark("You have asked to take your last answer back"),
  end: mark("You have asked to end the game without a result"),
  pause: mark("You have asked to pause the clocks"),
  resume: mark("You have asked to end the pause"),
} as const;

export function Offers({ state }: { readonly state: State }) {
  return (
    <div class="offers" role="status">
      {state.agreements?.paused !== undefined && (
        <div class="offer sheet">
          <span class="lead">
            {say("A pause: the clocks stand until the next move, for {time} at most.", {
              time: roughSpan(state.agreements.paused),
            })}
          </span>
        </div>
      )}
      {state.agreements?.offers.map(
        (offer) => offer.what !== "rematch" && <OfferPanel key={offer.number} offer={offer} what={offer.what} state={state} />,
      )}
    </div>
  );
}

interface OfferProps {
  readonly offer: OpenOffer;
  readonly what: keyof typeof OWN_OFFERS;
  readonly state: State;
}

function OfferPanel({ offer, what, state }: OfferProps) {
  const own = state.roles.includes(offer.role);
  const asked = askedRole(state, offer) !== null;
  const answered = what === "undo" ? lastAnswer(state, offer.role) : null;
  return (
    <div class={asked ? "offer sheet mine" : "offer sheet"}>
      <RolePip state={state} role={offer.role} asked={asked} />
      <span class="lead">
        {own ? translate(OWN_OFFERS[what]) : say(OFFERS[what], { name: nameOf(state, offer.role) })}
        {answered?.text && (
          <>
            : <Sentence text={answered.text} state={state} />
          </>
        )}
      </span>
      {asked && (
        <div class="acts">
          <Button kind="act" onClick={() => answer("agree", offer)} text={translate("Agree")} />
          <Button kind="act" onClick={() => answer("decline", offer)} text={translate("Decline")} />
        </div>
      )}
      {own && <Button onClick={() => answer("withdraw", offer)} text={translate("Withdraw")} />}
    </div>
  );
}
