// Why something did not work, as the arena says it.

import type { State } from "../state";

/** The last refusal, until something else happens. */
export function Refusal({ state }: { readonly state: State }) {
  return state.refusal && <Complaint message={state.refusal.message} />;
}

/** One message in the arena's words, which begin small and end without a stop. */
export function Complaint({ message }: { readonly message: string }) {
  return (
    <p class="refusal" role="alert">
      {asSentence(message)}
    </p>
  );
}

/** A message as a sentence. */
export function asSentence(message: string): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
