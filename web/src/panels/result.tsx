// How it ended, and what to do next.

import { Refusal } from "./refusal";
import { RolePip } from "./sentence";
import { again } from "../store";
import { labelOf, nameOf, view, type State } from "../state";

export function Result({ state }: { readonly state: State }) {
  const now = view(state);
  if (!now?.over) return null;
  const order = state.scene?.roles.map((role) => role.name) ?? [];
  const score = now.scores ? order.filter((role) => role in (now.scores ?? {})).map((role) => now.scores?.[role]).join(" – ") : null;
  return (
    <section class="result sheet" role="status" aria-label="Result">
      <div class="result-pips">
        {now.winners.map((role) => (
          <RolePip key={role} state={state} role={role} asked />
        ))}
      </div>
      <div>
        <h1 class="verdict">{verdict(state, now.winners)}</h1>
        {score && <div class="sub">{score}</div>}
      </div>
      <span class="spring" />
      <div class="acts">
        {state.roles.length > 0 && (
          <button type="button" class="button main" disabled={state.pending !== null} onClick={again}>
            Play again
          </button>
        )}
        <a class="button" href="/">
          New table
        </a>
      </div>
      <Refusal state={state} />
    </section>
  );
}

/** The result in words. */
export function verdict(state: State, winners: readonly string[]): string {
  const [first, ...others] = winners;
  if (first === undefined) return "Nobody wins";
  if (others.length > 0) return winners.length === (state.scene?.roles.length ?? 0) ? "A draw" : `${winners.map((role) => nameOf(state, role)).join(" and ")} share the win`;
  if (state.roles.length === 1 && state.roles[0] === first) return "You win";
  const name = nameOf(state, first);
  const label = labelOf(state, first);
  return name === label ? `${name} wins` : `${name} wins as ${label.toLowerCase()}`;
}
