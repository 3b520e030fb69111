// The tutorial below the board, until the player turns it off.

import { useState } from "preact/hooks";
import { learnedLessons, storeTable, storedTable, rememberLesson } from "../../app/local-settings";
import type { State } from "../../play/state";
import { recentEvents, lesson, possibleMoves } from "./lessons";
import { say, translate } from "../../text/text";
import { Button } from "../../controls/button";

export function Tutorial({ id, state }: { readonly id: string; readonly state: State }) {
  const [, look] = useState(0); // draws again after storing
  const goal = storedTable(id)?.learn;
  if (goal === undefined || goal === null || state.roles.length === 0) return null;
  const told = recentEvents(state);
  const next = lesson(state, learnedLessons());

  function understood(name: string): void {
    rememberLesson(name);
    look((count) => count + 1);
  }

  function stop(): void {
    storeTable(id, { learn: null });
    look((count) => count + 1);
  }

  return (
    <section class="tutorial sheet" aria-label={translate("Help for learners")}>
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
        <p>{possibleMoves(state)}</p>
        {next && <p class="lesson">{translate(next.words)}</p>}
      </div>
      <div class="acts">
        {next && <Button onClick={() => understood(next.name)} text={translate("Understood")} />}
        <Button onClick={stop} text={translate("No more help")} />
      </div>
    </section>
  );
}
