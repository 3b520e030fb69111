// What one has planned to answer: each line, and a button to drop it.

import { useAsking } from "../../controls/request";
import { answerWords, keep, linesOf, planned, withoutLine, type Line } from "../../play/conditional-moves";
import type { State } from "../../play/state";
import { say, translate } from "../../text/text";
import { Complaint } from "../../controls/refusal";
import { RolePip } from "../../controls/sentence";

export function PlanPanel({ state }: { readonly state: State }) {
  if (linesOf(planned.value, state).length === 0) return null;
  return (
    <section class="plan sheet" aria-label={translate("Conditional moves")}>
      <h2>{translate("Conditional moves")}</h2>
      <Lines state={state} />
    </section>
  );
}

export function Lines({ state }: { readonly state: State }) {
  const { busy, run, elsewhere } = useAsking();
  const lines = linesOf(planned.value, state);
  const drop = (line: Line) => void run(() => keep(state, (there) => withoutLine(there, line)));
  const wrong = elsewhere();
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
      {wrong && <Complaint message={wrong} />}
    </>
  );
}

/** A line, each answer with the shape of whose it is. */
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
