// Why something did not work, as the arena says it.

import { excuse } from "../network/refusal-texts";
import type { State } from "../play/state";

/** The last refusal, until something else happens. */
export function Refusal({ state }: { readonly state: State }) {
  return state.refusal && <Complaint message={excuse(state.refusal.code, state.refusal.message)} />;
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
  if (/[.!?…。！？]$/.test(sentence)) return sentence;
  return `${sentence}${/[\u3040-\u9fff]$/.test(sentence) ? "。" : "."}`; // Japanese and Chinese end with another stop
}
