// The replay of a round: every position it went through, with all that was told. A file of its own, loaded only here.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import "./replay.css";
import { ApiError, branch } from "../network/api";
import { Board } from "../board/board";
import { queue, skip } from "../board/motion/animation-queue";
import { useLook } from "../board/game-stylesheet";
import type { Pointing } from "../board/pointing";
import { moment } from "../text/dates";
import { actionTexts } from "../play/actions";
import { keepFocus } from "../app/focus";
import { directionOf } from "../text/language";
import { Gone } from "../app/not-found";
import { Header } from "../app/header";
import { InWords, Statistics } from "../table/deferred-panels";
import { ToWords } from "../table/help/to-words";
import { Players } from "../table/panels/players";
import { Props } from "../table/panels/values";
import { Complaint } from "../controls/refusal";
import { Turn } from "../table/panels/rotate-board";
import { addressed, nameOf } from "../play/naming";
import { lastPlaces, view, type State } from "../play/state";
import { language, plain, say, translate } from "../text/text";
import { fresh, join, leave as leaveTable } from "../play/store";
import { addressOf, placeOf, type Place } from "./address";
import { BranchSocket } from "../tryout/branch";
import { Controls } from "./controls";
import { asState, goal, moveOf, stroke, type Round } from "./round";
import { follow } from "./follow";
import { ended, fault, further, leave, open, pause, round as store, seek, to } from "./store";
import { Sandbox } from "../tryout/sandbox";
import { Standing } from "./status-bar";
import { Story } from "./log";
import { Download, Eyes, Share } from "./download";

export { placeOf };

/** The page at `/replay/TABLE`. */
export function ReplayPage({ place }: { readonly place: Place }) {
  const [trying, setTrying] = useState(false);
  useEffect(() => {
    void open(place);
    return leave;
  }, []);
  useEffect(() => (trying ? undefined : listen(document, "keydown", pressed)), [trying]);
  // somebody has pasted a link here
  useEffect(() => listen(window, "hashchange", () => void seek(placeOf(new URL(location.href)) ?? place)), []);
  const round = store.value;
  const { about, at } = round;
  const state = asState(round);
  const now = view(state);
  useEffect(() => {
    if (about)
      history.replaceState(
        null,
        "",
        addressOf({
          table: place.table,
          round: about.round,
          viewer: about.viewer === about.viewers[0] ? "" : about.viewer,
          move: moveOf(round, at),
        }),
      );
  }, [about?.round, about?.viewer, at]);
  useEffect(() => {
    if (about) document.title = `${translate(about.title)} · ${translate("Replay")} · Rondel`;
  }, [about?.title, language(), trying]); // while something is tried out, it says whose turn it is there
  const goesOn = about !== null && !about.over;
  // What is tried out begins where one was, and is drawn by the same board: the round does not go on under it.
  useEffect(
    () => (goesOn && !trying ? follow(place.table, (seq) => void further(seq)) : undefined),
    [goesOn, trying, place.table],
  );
  useLayoutEffect(keepFocus, [round]);
  useLook(state.scene);
  const why = fault.value;
  if (!about || !now || !state.scene) return why === null ? <Coming /> : <Nothing id={place.table} why={why} />;
  const title = translate(about.title);
  const number = moveOf(round, goal(round));
  if (trying) {
    return (
      <>
        <ToWords />
        <Header crumb={`${title} · ${translate("Trying out")}`} />
        <Sandbox
          heading={number === 0 ? translate("Trying out from the beginning") : say("Trying out from move {number}", { number })}
          begin={() => begin(round)}
          end={leaveTable}
          back={() => setTrying(false)}
        />
      </>
    );
  }
  return (
    <>
      <ToWords />
      <Header crumb={`${title} · ${translate("Replay")}`}>
        <a class="button" href={`/table/${encodeURIComponent(about.table)}`}>
          {translate("To the table")}
        </a>
      </Header>
      <main class="table replay" data-step={at} data-sought={round.sought ?? undefined}>
        <div class="play">
          <Standing state={state}>
            <span class="sub">
              {[
                number === 0
                  ? translate("The beginning")
                  : say("Move {number} of {all}", { number, all: moveOf(round, about.last) }),
                goesOn && translate("the game goes on"),
                when(round),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </Standing>
          <InWords state={state} />
          <Board
            scene={state.scene}
            view={queue.value[0] ?? now}
            pointing={pointingOf(state, title)}
            name={(role) => nameOf(state, role)}
          />
        </div>
        <Controls round={round} />
        <aside class="side">
          {why !== null && <Complaint message={why instanceof Error ? why.message : String(why)} />}
          <Players state={state} />
          <Props state={state} />
          <Statistics state={state} />
          <Story round={round} state={state} />
          <div class="fields">
            <Eyes about={about} state={state} />
            <Rounds round={about.round} table={about.table} />
          </div>
          <div class="acts">
            {about.open && (
              <button type="button" class="button" onClick={() => (pause(), setTrying(true))}>
                {translate("Try out from here")}
              </button>
            )}
            <Turn state={state} />
            <a class="button" href={`/rules/${encodeURIComponent(about.game)}`}>
              {translate("Rules")}
            </a>
            <Share round={round} />
            <Download about={about} />
          </div>
        </aside>
        <p class="nowhere" role="status" aria-live="polite">
          {spoken(round, state)}
        </p>
      </main>
    </>
  );
}

/** When the position came about that is looked at. */
function when({ seen, at }: Round): string | undefined {
  const found = seen.get(at)?.when;
  return found ? moment(found) : undefined;
}

/** Play on from the position that is looked at. */
function begin(round: Round): void {
  const { about } = round;
  const { table } = asState(round);
  if (!about || !table) return;
  const root = { table, scene: about.scene, viewer: about.viewer, seq: round.at, name: fresh() };
  join(about.table, [], () => new BranchSocket(root, (tried) => branch(about.table, about.round, tried)));
}

/** Which of the table's games, where there was more than one. */
function Rounds({ round, table }: { readonly round: number; readonly table: string }) {
  const there = [...new Set([round, ...ended.value])].sort((one, other) => one - other);
  if (there.length < 2) return null;
  return (
    <nav class="rounds" aria-label={translate("Games at this table")}>
      {there.map((number) => (
        <a
          key={number}
          class="button square"
          href={addressOf({ table, round: number })}
          aria-label={say("game {number}", { number })}
          aria-current={number === round ? "page" : undefined}
        >
          {number}
        </a>
      ))}
    </nav>
  );
}

function Coming() {
  return (
    <>
      <Header />
      <main class="message">
        <p class="sub" role="status">
          {translate("Fetching the game…")}
        </p>
      </main>
    </>
  );
}

function Nothing({ id, why }: { readonly id: string; readonly why: unknown }) {
  if (!(why instanceof ApiError)) throw why;
  return <Gone id={id} why={why} />;
}

/** What was told at the position, for who does not see it. */
function spoken(round: Round, state: State): string {
  const names = (role: string) => nameOf(state, role);
  const { events = [], deed } = round.seen.get(round.at) ?? {};
  const texts = [...(deed ? actionTexts(deed) : []), ...events.flatMap(({ text }) => text ?? [])];
  return texts.map((text) => plain(text, names, addressed(state))).join(". ");
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // these have the arrow keys for themselves
  if ((event.target as Element).closest("input, select, textarea, .board, .menu")) return;
  const seq = stroke(store.value, event.key, directionOf(language()));
  if (seq === null) return;
  event.preventDefault();
  pause();
  void to(seq);
}

const NOWHERE: ReadonlySet<string> = new Set();

function pointingOf(state: State, title: string): Pointing {
  return {
    title,
    places: NOWHERE,
    chosen: NOWHERE,
    asked: null,
    last: queue.value.length > 0 ? [] : lastPlaces(state),
    point: skip,
  };
}

function listen<Kind extends Event>(target: EventTarget, name: string, handler: (event: Kind) => void): () => void {
  target.addEventListener(name, handler as EventListener);
  return () => target.removeEventListener(name, handler as EventListener);
}
