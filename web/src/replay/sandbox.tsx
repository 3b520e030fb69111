// Trying out what might have been: from a position of a round on, all sides are played, answers are taken back, and nothing of it
// counts.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { branch } from "../api";
import { Board } from "../board/board";
import { dragging } from "../board/dragging";
import { reel, skip } from "../board/film";
import { keepFocus } from "../focus";
import { pointingOf, useLasting } from "../pages/table";
import { Ask } from "../panels/ask";
import { Explain } from "../panels/explain";
import { InWords } from "../panels/inwords";
import { Spoken } from "../panels/log";
import { Players } from "../panels/players";
import { Props } from "../panels/props";
import { Complaint } from "../panels/refusal";
import { Sentence } from "../panels/sentence";
import { Turn } from "../panels/turn";
import { Undo } from "../panels/undo";
import { log, nameOf, takenBack, view, type State } from "../state";
import { cancel, drop, fresh, grab, join, leave, state as store } from "../store";
import { say, translate } from "../text";
import { BranchSocket } from "./branch";
import { asState, moveOf, type Round } from "./round";
import { Standing } from "./standing";

export function Sandbox({ round, back }: { readonly round: Round; readonly back: () => void }) {
  useEffect(() => {
    begin(round);
    return leave;
  }, []);
  useEffect(() => listen("keydown", (event) => (event as KeyboardEvent).key === "Escape" && cancel()), []);
  useEffect(() => listen("pointerdown", skip), []);
  const play = useRef<HTMLDivElement>(null);
  const state = store.value;
  const now = view(state);
  const there = state.scene !== null;
  useEffect(() => (play.current ? dragging(play.current, { grab, drop }) : undefined), [there]);
  useLayoutEffect(keepFocus, [state]);
  const passing = reel.value.length > 0;
  const places = useLasting(state, passing);
  const number = moveOf(round, round.at);
  const title = translate(state.scene?.title ?? "");
  return (
    <main class="table sandbox" data-step={`${state.seq}.${state.chosen.length}`}>
      <section class="trying sheet" aria-label={translate("Trying out")}>
        <h2 tabIndex={-1}>{number === 0 ? translate("Trying out from the beginning") : say("Trying out from move {number}", { number })}</h2>
        <span class="sub">{translate("You play all sides, and nothing of it counts.")}</span>
        <div class="acts">
          <button type="button" class="button main" onClick={back}>
            {translate("Back to the game")}
          </button>
          {now && <Undo state={state} />}
        </div>
      </section>
      {state.closed && <Complaint message={state.closed.message} />}
      {state.scene && now && (
        <>
          <div class="play" ref={play}>
            {now.over && !passing ? <Standing state={state} /> : <Ask state={state} />}
            <InWords state={state} />
            <Board scene={state.scene} view={reel.value[0] ?? now} pointing={{ ...pointingOf(state, title), places }} name={(role) => nameOf(state, role)} />
          </div>
          <aside class="side">
            <Players state={state} />
            <Props state={state} />
            <Tried state={state} />
            <div class="acts">
              <Turn state={state} />
            </div>
          </aside>
          <Explain state={state} />
          <Spoken state={state} />
        </>
      )}
    </main>
  );
}

function begin(round: Round): void {
  const { about } = round;
  const { table } = asState(round);
  if (!about || !table) return;
  const root = { table, scene: about.scene, viewer: about.viewer, seq: round.at, name: fresh() };
  join(about.table, [], () => new BranchSocket(root, (tried) => branch(about.table, about.round, tried)));
}

/** What was tried, in order. */
function Tried({ state }: { readonly state: State }) {
  const told = log(state).filter((event) => event.text !== null);
  const gone = takenBack(told);
  if (told.length === 0) return null;
  return (
    <section class="log sheet" aria-label={translate("What was tried")}>
      <h2>{translate("What was tried")}</h2>
      <ol tabIndex={0} aria-label={translate("What was tried, oldest first")}>
        {told.map((event, index) => (
          <li key={event.seq}>
            <span class="number">{index + 1}</span>
            {event.text && <span>{gone.has(event.seq) ? <s><Sentence text={event.text} state={state} /></s> : <Sentence text={event.text} state={state} />}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function listen(name: string, handler: (event: Event) => unknown): () => void {
  document.addEventListener(name, handler);
  return () => document.removeEventListener(name, handler);
}
