// The result of a round: a bar in the place of the question, and a sheet over the board that can be put aside.

import { useEffect } from "preact/hooks";
import { leaderboardAddress } from "../../account/address";
import { Button } from "../../controls/button";
import { listen } from "../../controls/listen";
import { Refusal } from "../../controls/refusal";
import { RolePip } from "../../controls/sentence";
import { rematchOffer } from "../../play/agreements";
import { endingText } from "./ending";
import { resultText } from "../../play/naming";
import { view, type State } from "../../play/state";
import { linkTo } from "../../app/address";
import { deferred } from "../../app/deferred";
import { currentUser } from "../../app/store";
import { addressOf } from "../../replay/address";
import { translate } from "../../text/text";
import { NextGame } from "../panels/next-game";
import { Statistics } from "../panels/statistics";
import { Places } from "./places";
import { Rematch } from "./rematch";

const AfterGame = deferred(() => import("../../company/after-game")).part((chunk) => chunk.AfterGame);

interface ResultProps {
  readonly state: State;
  readonly open: boolean; // the sheet lies over the board
  readonly show: (open: boolean) => void;
}

/** The bar: the outcome, which is announced, and the button of the sheet. */
export function Result({ state, open, show }: ResultProps) {
  const now = view(state);
  if (!now?.over) return null;
  const how = endingText(state);
  return (
    <section class="result sheet" role="status" aria-label={translate("Result")}>
      <Winners state={state} />
      <h1 class="verdict" tabIndex={-1}>
        {resultText(state)}
      </h1>
      {how && <span class="sub">{how}</span>}
      {!open && rematchOffer(state) && <Rematch state={state} />}
      <Button aria-expanded={open} onClick={() => show(!open)} text={translate("Result")} />
      <Refusal state={state} />
    </section>
  );
}

/** The sheet: outcome and how it came about, places, statistics, and what to do next. */
export function ResultSheet({ state, open, show }: ResultProps) {
  const now = view(state);
  const shown = open && now?.over === true;
  useEffect(
    () =>
      shown
        ? listen(document, {
            keydown: (event: KeyboardEvent) => event.key === "Escape" && !event.defaultPrevented && show(false),
          })
        : undefined,
    [shown],
  );
  if (!shown || !now) return null;
  const how = endingText(state);
  return (
    <section class="outcome sheet" aria-labelledby="outcome">
      <button type="button" class="button square close" aria-label={translate("Look at the board")} onClick={() => show(false)}>
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M5 5 15 15M15 5 5 15" />
        </svg>
      </button>
      <div class="outcome-head">
        <Winners state={state} />
        <h2 id="outcome">{resultText(state)}</h2>
        {how && <p class="sub">{how}</p>}
      </div>
      <Places state={state} now={now} />
      <Statistics state={state} />
      <div class="acts">
        <Rematch state={state} />
        {state.table && (
          <a class="button" href={linkTo(addressOf({ table: state.table.id, round: state.table.round }))}>
            {translate("Replay")}
          </a>
        )}
        {state.table?.terms.rated && (
          <a class="button" href={leaderboardAddress(state.table.game)}>
            {translate("Leaderboard")}
          </a>
        )}
        <NextGame state={state} />
        {currentUser.value?.kind === "account" && <AfterGame state={state} />}
        <a class="button" href={linkTo("/")}>
          {translate("New table")}
        </a>
      </div>
    </section>
  );
}

function Winners({ state }: { readonly state: State }) {
  return (
    <div class="result-pips">
      {view(state)?.winners.map((role) => (
        <RolePip key={role} state={state} role={role} />
      ))}
    </div>
  );
}
