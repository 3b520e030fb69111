// The result of a round, and what to do next.

import { NextGame } from "./next-game";
import { Refusal } from "../../controls/refusal";
import { REASONS } from "../../play/agreements";
import { RolePip } from "../../controls/sentence";
import { leaderboardAddress } from "../../account/address";
import { addressOf } from "../../replay/address";
import { again } from "../../play/session";
import { labelOf, resultText } from "../../play/naming";
import { view, type State } from "../../play/state";
import { translate } from "../../text/text";
import { Button } from "../../controls/button";

export function Result({ state }: { readonly state: State }) {
  const now = view(state);
  if (!now?.over) return null;
  const reason = state.agreements?.outcome && REASONS[state.agreements.outcome.reason];
  return (
    <section class="result sheet" role="status" aria-label={translate("Result")}>
      <div class="result-pips">
        {now.winners.map((role) => (
          <RolePip key={role} state={state} role={role} />
        ))}
      </div>
      <h1 class="verdict" tabIndex={-1}>
        {resultText(state)}
      </h1>
      {reason && <span class="sub">{translate(reason)}</span>}
      <Scores state={state} scores={now.scores} winners={now.winners} />
      <span class="spring" />
      <div class="acts">
        {state.roles.length > 0 && (
          <Button kind="main" disabled={state.pending !== null} onClick={again} text={translate("Play again")} />
        )}
        {state.table && (
          <a class="button" href={addressOf({ table: state.table.id, round: state.table.round })}>
            {translate("Replay")}
          </a>
        )}
        {state.table?.terms.rated && (
          <a class="button" href={leaderboardAddress(state.table.game)}>
            {translate("Leaderboard")}
          </a>
        )}
        <NextGame state={state} />
        <a class="button" href="/">
          {translate("New table")}
        </a>
      </div>
      <Refusal state={state} />
    </section>
  );
}

interface ScoresProps {
  readonly state: State;
  readonly scores: Readonly<Record<string, number>> | null;
  readonly winners: readonly string[];
}

/** All scores in seat order, the winners' in bold; nothing if they are only 0 and 1. */
function Scores({ state, scores, winners }: ScoresProps) {
  const roles = (state.scene?.roles ?? []).filter((role) => scores && role.name in scores);
  if (!scores || roles.every((role) => [0, 1].includes(scores[role.name] ?? 0))) return null;
  return (
    <ul class="scores" aria-label={translate("Scores")}>
      {roles.map(({ name }) => (
        <li key={name} class={winners.includes(name) ? "best" : undefined}>
          <RolePip state={state} role={name} />
          <span class="nowhere">{labelOf(state, name)}</span> <bdi dir="ltr">{scores[name]}</bdi>
        </li>
      ))}
    </ul>
  );
}
