// How a round ended, in words. Pure.

import type { View } from "../../board/view";
import { REASONS } from "../../play/agreements";
import { addressedRole, nameOf } from "../../play/naming";
import { view, type State } from "../../play/state";
import { capital, plain, translate } from "../../text/text";

const DECIDED = new Set([0, 0.5, 1]); // scores that say only who has won

/** Whether the scores are more than who has won. */
export function hasScores({ scores }: View): boolean {
  return Object.values(scores ?? {}).some((score) => !DECIDED.has(score));
}

/** Why the round ended: by an agreement or a clock, or as the rules say, "by checkmate"; null for neither. */
export function endingText(state: State): string | null {
  const reason = state.agreements?.outcome && REASONS[state.agreements.outcome.reason];
  if (reason) return translate(reason);
  const ending = view(state)?.ending;
  return ending ? capital(plain(ending, (role) => nameOf(state, role), addressedRole(state))) : null;
}
