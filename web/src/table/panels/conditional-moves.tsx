// The conditional moves at a table, with buttons to delete them.

import { useRequest } from "../../controls/request";
import { answerWords, linesOf, save, withoutLine, type Line } from "../../play/conditional-moves";
import { conditionalMoves } from "../../play/store";
import type { State } from "../../play/state";
import { say, translate } from "../../text/text";
import { ErrorText } from "../../controls/refusal";
import { RolePip } from "../../controls/sentence";

export function ConditionalMovesPanel({ state }: { readonly state: State }) {
  if (linesOf(conditionalMoves.value, state).length === 0) return null;
  return (
    <section class="conditional sheet" aria-label={translate("Conditional moves")}>
      <h2>{translate("Conditional moves")}</h2>
      <ConditionalLines state={state} />
    </section>
  );
}

export function ConditionalLines({ state }: { readonly state: State }) {
  const { busy, run, otherError } = useRequest();
  const lines = linesOf(conditionalMoves.value, state);
  const drop = (line: Line) => void run(() => save(state, (there) => withoutLine(there, line)));
  const wrong = otherError();
  return (
    <>
      <ul>
        {lines.map((line) => (
          <li key={JSON.stringify(line)}>
            <LineWords line={line} state={state} />
            <button
              type="button"
              class="quiet"
              disabled={busy}
              aria-label={say("Drop: {line}", { line: lineText(line) })}
              onClick={() => drop(line)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {wrong && <ErrorText message={wrong} />}
    </>
  );
}

/** A line, with the marker of each role. */
export function LineWords({ line, state }: { readonly line: Line; readonly state: State }) {
  return (
    <span class="line">
      {line.map((answer, index) => (
        <span key={index} class="who">
          {index > 0 && <span aria-hidden="true">→</span>}
          <RolePip state={state} role={answer.role} />
          <b>{answerWords(answer)}</b>
        </span>
      ))}
    </span>
  );
}

export const lineText = (line: Line) => line.map(answerWords).join(", ");
