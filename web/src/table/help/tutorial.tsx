// The helping line of somebody who learns as they play: below the board, until it is no longer wanted.

import { useState } from "preact/hooks";
import { given, hold, holding, rememberLesson } from "../../app/local-settings";
import type { State } from "../../play/state";
import { happened, lesson, possible } from "../../play/tutorial";
import { say, translate } from "../../text/text";

export function Tutorial({ id, state }: { readonly id: string; readonly state: State }) {
  const [, look] = useState(0); // what is remembered has changed
  const goal = holding(id)?.learn;
  if (goal === undefined || goal === null || state.roles.length === 0) return null;
  const told = happened(state);
  const next = lesson(state, given());

  function understood(name: string): void {
    rememberLesson(name);
    look((count) => count + 1);
  }

  function stop(): void {
    hold(id, { learn: null });
    look((count) => count + 1);
  }

  return (
    <section class="tour sheet" aria-label={translate("Help for learners")}>
      <div role="status">
        {goal && (state.answered[state.shown] ?? 0) === 0 && (
          <p>
            <b>{say("What it is about: {goal}", { goal: translate(goal) })}</b>
          </p>
        )}
        {told.map((line, index) => (
          <p key={index} class="sub">
            {line}
          </p>
        ))}
        <p>{possible(state)}</p>
        {next && <p class="lesson">{translate(next.words)}</p>}
      </div>
      <div class="acts">
        {next && (
          <button type="button" class="button" onClick={() => understood(next.name)}>
            {translate("Understood")}
          </button>
        )}
        <button type="button" class="button" onClick={stop}>
          {translate("No more help")}
        </button>
      </div>
    </section>
  );
}
