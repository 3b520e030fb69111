// Error texts.

import { refusalText } from "../network/refusal-texts";
import type { State } from "../play/state";

/** The last refusal of a table. */
export function Refusal({ state }: { readonly state: State }) {
  return state.refusal && <ErrorText message={refusalText(state.refusal.code, state.refusal.message)} />;
}

/** An error text. The server's begin in lower case and end without a full stop. */
export function ErrorText({ message }: { readonly message: string }) {
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
  return `${sentence}${/[\u3040-\u9fff]$/.test(sentence) ? "。" : "."}`; // Japanese and Chinese have another full stop
}
