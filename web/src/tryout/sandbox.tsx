// A tryout: the player plays all roles from some position on, and nothing counts. The caller gives the start and the heading.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import "../replay/replay.css";
import { Board } from "../board/board";
import { dragging } from "../board/motion/dragging";
import { queue, skip } from "../board/motion/animation-queue";
import { keepFocus } from "../app/focus";
import { pointingOf, usePlaces } from "../table/pointing";
import { Confirm } from "../table/question/confirm";
import { Question } from "../table/question/question";
import { Explain } from "../table/help/explain";
import { InWords } from "../table/help/in-words";
import { LogAnnouncer } from "../table/panels/log";
import { Players } from "../table/panels/players";
import { ValuesPanel } from "../table/panels/values";
import { listen } from "../controls/listen";
import { ErrorText } from "../controls/refusal";
import { Sentence } from "../controls/sentence";
import { RotateBoard, Undo } from "../table/panels/toolbar";
import { nameOf } from "../play/naming";
import { log, undoneEvents, view, type State } from "../play/state";
import { cancel, drop, grab } from "../play/session";
import { state as store } from "../play/store";
import { translate } from "../text/text";
import { StatusBar } from "../replay/status-bar";
import { Button } from "../controls/button";

interface SandboxProps {
  readonly heading: string;
  readonly begin: () => void; // fills the store with the branch
  readonly end: () => void;
  readonly back: () => void;
  readonly meanwhile?: ComponentChildren; // messages about the real game
  readonly children?: ComponentChildren; // panels beside the board
}

export function Sandbox({ heading, begin, end, back, meanwhile, children }: SandboxProps) {
  useEffect(() => {
    begin();
    return end;
  }, []);
  useEffect(() => {
    const onEscape = () => (nothingChosen(store.value) ? back() : cancel());
    return listen(document, { keydown: (event: KeyboardEvent) => event.key === "Escape" && onEscape(), pointerdown: skip });
  }, []);
  const play = useRef<HTMLDivElement>(null);
  const state = store.value;
  const now = view(state);
  const there = state.scene !== null;
  useEffect(() => (play.current ? dragging(play.current, { grab, drop }) : undefined), [there]);
  useLayoutEffect(keepFocus, [state]);
  const passing = queue.value.length > 0;
  const places = usePlaces(state, passing);
  const title = translate(state.scene?.title ?? "");
  return (
    <main class="table sandbox" data-step={`${state.seq}.${state.chosen.length}`}>
      <section class="trying sheet" aria-label={translate("Trying out")}>
        <h2 tabIndex={-1}>{heading}</h2>
        <span class="sub">{translate("You play all sides, and nothing of it counts.")}</span>
        <div class="acts">
          <Button kind="main" aria-keyshortcuts="Escape" onClick={back} text={translate("Back to the game")} />
          {now && <Undo state={state} />}
        </div>
        {meanwhile}
      </section>
      {state.closed && <ErrorText message={state.closed.message} />}
      {state.scene && now && (
        <>
          <div class="play" ref={play}>
            {now.over && !passing ? <StatusBar state={state} /> : <Question state={state} />}
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
            <ValuesPanel state={state} />
            <TriedLog state={state} />
            <div class="acts">
              <RotateBoard state={state} />
            </div>
          </aside>
          <Confirm state={state} />
          <Explain state={state} />
          <LogAnnouncer state={state} />
        </>
      )}
    </main>
  );
}

/** Whether there is nothing to cancel: then Escape leaves the tryout. */
const nothingChosen = ({ chosen, asked, refusal }: State) => chosen.length === 0 && !asked && !refusal;

/** The log of the tryout, the oldest event first. */
function TriedLog({ state }: { readonly state: State }) {
  const told = log(state).filter((event) => event.text !== null);
  const gone = undoneEvents(told);
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
