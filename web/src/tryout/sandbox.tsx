// Trying out what might have been: from a position of a round on, all sides are played, answers are taken back, and nothing of
// it counts. Whoever shows it says where it begins, and what there is besides.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import "../replay/replay.css";
import { Board } from "../board/board";
import { dragging } from "../board/motion/dragging";
import { queue, skip } from "../board/motion/animation-queue";
import { keepFocus } from "../app/focus";
import { pointingOf, useLasting } from "../table/page";
import { Ask } from "../table/panels/question";
import { Explain } from "../table/help/explain";
import { InWords } from "../table/help/in-words";
import { Spoken } from "../table/panels/log";
import { Players } from "../table/panels/players";
import { Props } from "../table/panels/values";
import { Complaint } from "../controls/refusal";
import { Sentence } from "../controls/sentence";
import { Turn } from "../table/panels/rotate-board";
import { Undo } from "../table/panels/undo";
import { nameOf } from "../play/naming";
import { log, takenBack, view, type State } from "../play/state";
import { cancel, drop, grab, state as store } from "../play/store";
import { translate } from "../text/text";
import { Standing } from "../replay/status-bar";

interface SandboxProps {
  readonly heading: string;
  readonly begin: () => void; // from then on the store holds the branch
  readonly end: () => void;
  readonly back: () => void;
  readonly meanwhile?: ComponentChildren; // what is to be said of the game itself
  readonly children?: ComponentChildren; // what may come of it
}

export function Sandbox({ heading, begin, end, back, meanwhile, children }: SandboxProps) {
  useEffect(() => {
    begin();
    return end;
  }, []);
  useEffect(
    () =>
      listen(
        "keydown",
        (event) => (event as KeyboardEvent).key === "Escape" && (nothingChosen(store.value) ? back() : cancel()),
      ),
    [],
  );
  useEffect(() => listen("pointerdown", skip), []);
  const play = useRef<HTMLDivElement>(null);
  const state = store.value;
  const now = view(state);
  const there = state.scene !== null;
  useEffect(() => (play.current ? dragging(play.current, { grab, drop }) : undefined), [there]);
  useLayoutEffect(keepFocus, [state]);
  const passing = queue.value.length > 0;
  const places = useLasting(state, passing);
  const title = translate(state.scene?.title ?? "");
  return (
    <main class="table sandbox" data-step={`${state.seq}.${state.chosen.length}`}>
      <section class="trying sheet" aria-label={translate("Trying out")}>
        <h2 tabIndex={-1}>{heading}</h2>
        <span class="sub">{translate("You play all sides, and nothing of it counts.")}</span>
        <div class="acts">
          <button type="button" class="button main" aria-keyshortcuts="Escape" onClick={back}>
            {translate("Back to the game")}
          </button>
          {now && <Undo state={state} />}
        </div>
        {meanwhile}
      </section>
      {state.closed && <Complaint message={state.closed.message} />}
      {state.scene && now && (
        <>
          <div class="play" ref={play}>
            {now.over && !passing ? <Standing state={state} /> : <Ask state={state} />}
            <InWords state={state} />
            <Board
              scene={state.scene}
              view={queue.value[0] ?? now}
              pointing={{ ...pointingOf(state, title), places }}
              name={(role) => nameOf(state, role)}
            />
          </div>
          <aside class="side">
            {children}
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

/** Whether there is nothing to let go of: then the key that does so leads back. */
const nothingChosen = ({ chosen, asked, refusal }: State) => chosen.length === 0 && !asked && !refusal;

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
          <li key={event.number}>
            <span class="number">{index + 1}</span>
            {event.text && (
              <span>
                {gone.has(event.number) ? (
                  <s>
                    <Sentence text={event.text} state={state} />
                  </s>
                ) : (
                  <Sentence text={event.text} state={state} />
                )}
              </span>
            )}
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
