// The replay of a round: every position with its events. A chunk of its own.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import "./replay.css";
import { here, linkTo, rename } from "../app/address";
import { ApiError, branch } from "../network/api";
import { Board } from "../board/board";
import { queue, skip } from "../board/motion/animation-queue";
import { useGameStylesheet } from "../board/game-stylesheet";
import type { Pointing } from "../board/pointing";
import { moment } from "../text/dates";
import { actionTexts } from "../play/actions";
import { keepFocus } from "../app/focus";
import { directionOf } from "../text/language";
import { NotFound } from "../app/not-found";
import { Header } from "../app/header";
import { Loading } from "../app/loading";
import { listen } from "../controls/listen";
import { InWords, Share, Statistics } from "../table/deferred-panels";
import { TextViewButton } from "../table/help/text-view-button";
import { Players } from "../table/panels/players";
import { ValuesPanel } from "../table/panels/values";
import { ErrorText } from "../controls/refusal";
import { RotateBoard } from "../table/panels/toolbar";
import { addressedRole, nameOf } from "../play/naming";
import { lastPlaces, view, type State } from "../play/state";
import { language, plain, say, translate } from "../text/text";
import { newId, join, leave as leaveTable } from "../play/session";
import type { TriedAnswer } from "../protocol";
import { AnalysisPanel, useAnalysis } from "./analysis-panel";
import { addressOf, placeOf, type Place } from "./address";
import { BranchSocket, newTried } from "../tryout/branch";
import { Controls } from "./controls";
import { Notes } from "./notes";
import { asState, targetOf, moveOf, keyTarget, type About, type Round } from "./round";
import type { Film } from "../share/animation";
import { follow } from "./follow";
import { ended, fault, advanceTo, leave, open, pause, round as store, seek, to } from "./store";
import { Sandbox } from "../tryout/sandbox";
import { StatusBar } from "./status-bar";
import { ReplayLog } from "./log";
import { Download, ViewerSelect, CopyPositionLink } from "./download";
import { Button } from "../controls/button";

export { placeOf };

/** The page at `/replay/TABLE`. */
export function ReplayPage({ place }: { readonly place: Place }) {
  const [trying, setTrying] = useState<readonly TriedAnswer[] | null>(null); // the answers with which a tryout begins
  useEffect(() => {
    void open(place);
    return leave;
  }, []);
  useEffect(() => (trying ? undefined : listen(document, { keydown: onKeyDown })), [trying]);
  // the address was edited
  useEffect(() => listen(window, { hashchange: () => void seek(placeOf(here()) ?? place) }), []);
  const round = store.value;
  const { about, at } = round;
  const analysis = useAnalysis(about, at);
  const state = asState(round);
  const now = view(state);
  useEffect(() => {
    if (about)
      rename(
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
  }, [about?.title, language(), trying]); // during a tryout the title says whose turn it is
  const goesOn = about !== null && !about.over;
  // A tryout uses the same board, so the round does not advance meanwhile.
  useEffect(
    () => (goesOn && !trying ? follow(place.table, (seq) => void advanceTo(seq)) : undefined),
    [goesOn, trying, place.table],
  );
  useLayoutEffect(keepFocus, [round]);
  useGameStylesheet(state.scene);
  const why = fault.value;
  if (!about || !now || !state.scene)
    return why === null ? <Loading text={translate("Fetching the game…")} /> : <LoadError id={place.table} why={why} />;
  const title = translate(about.title);
  const number = moveOf(round, targetOf(round));
  const tryOut = (answers: readonly TriedAnswer[]) => (pause(), setTrying(answers));
  if (trying) {
    return (
      <>
        <TextViewButton />
        <Header crumb={`${title} · ${translate("Trying out")}`} />
        <Sandbox
          heading={number === 0 ? translate("Trying out from the beginning") : say("Trying out from move {number}", { number })}
          begin={() => begin(round, trying)}
          end={leaveTable}
          back={() => setTrying(null)}
        />
      </>
    );
  }
  return (
    <>
      <TextViewButton />
      <Header crumb={`${title} · ${translate("Replay")}`}>
        <a class="button" href={linkTo(`/table/${encodeURIComponent(about.table)}`)}>
          {translate("To the table")}
        </a>
      </Header>
      <main class="table replay" data-step={at} data-sought={round.target ?? undefined}>
        <div class="play">
          <StatusBar state={state}>
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
          </StatusBar>
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
          {why !== null && <ErrorText message={why instanceof Error ? why.message : String(why)} />}
          <Players state={state} />
          <ValuesPanel state={state} />
          <Statistics state={state} />
          <AnalysisPanel
            round={round}
            state={state}
            analysis={analysis}
            tryOut={({ role, move }) => tryOut([{ role, move }])}
          />
          <ReplayLog round={round} state={state} />
          <div class="fields">
            <ViewerSelect about={about} state={state} />
            <Rounds round={about.round} table={about.table} />
          </div>
          <div class="acts">
            {about.open && <Button onClick={() => tryOut([])} text={translate("Try out from here")} />}
            <RotateBoard state={state} />
            <a class="button" href={linkTo(`/rules/${encodeURIComponent(about.game)}`)}>
              {translate("Rules")}
            </a>
            <CopyPositionLink round={round} />
            <Notes table={about.table} round={about.round} />
            <Download about={about} />
          </div>
          <Share name={about.game} film={filmOf(about)} />
        </aside>
        <p class="nowhere" role="status" aria-live="polite">
          {spoken(round, state)}
        </p>
      </main>
    </>
  );
}

/** When the current position was reached. */
function when({ positions, at }: Round): string | undefined {
  const found = positions.get(at)?.when;
  return found ? moment(found) : undefined;
}

/** Start a tryout at the current position, after some answers. */
function begin(round: Round, answers: readonly TriedAnswer[]): void {
  const { about } = round;
  const { table } = asState(round);
  if (!about || !table) return;
  const root = { table, scene: about.scene, viewer: about.viewer, seq: round.at, name: newId() };
  join(about.table, [], () => new BranchSocket(root, (tried) => branch(about.table, about.round, tried), newTried(answers)));
}

/** The whole round, position by position. */
function filmOf({ first, last }: About): Film {
  async function show(frame: number): Promise<void> {
    pause();
    await to(first + frame);
    skip(); // no position in between
  }

  return { frames: last - first + 1, show };
}

/** Links to the table's other rounds. */
function Rounds({ round, table }: { readonly round: number; readonly table: string }) {
  const there = [...new Set([round, ...ended.value])].sort((one, other) => one - other);
  if (there.length < 2) return null;
  return (
    <nav class="rounds" aria-label={translate("Games at this table")}>
      {there.map((number) => (
        <a
          key={number}
          class="button square"
          href={linkTo(addressOf({ table, round: number }))}
          aria-label={say("game {number}", { number })}
          aria-current={number === round ? "page" : undefined}
        >
          {number}
        </a>
      ))}
    </nav>
  );
}

function LoadError({ id, why }: { readonly id: string; readonly why: unknown }) {
  if (!(why instanceof ApiError)) throw why;
  return <NotFound id={id} why={why} />;
}

/** The events of the position, for screen readers. */
function spoken(round: Round, state: State): string {
  const names = (role: string) => nameOf(state, role);
  const { events = [], action } = round.positions.get(round.at) ?? {};
  const texts = [...(action ? actionTexts(action) : []), ...events.flatMap(({ text }) => text ?? [])];
  return texts.map((text) => plain(text, names, addressedRole(state))).join(". ");
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // these use the arrow keys themselves
  if ((event.target as Element).closest("input, select, textarea, .board, .menu")) return;
  const seq = keyTarget(store.value, event.key, directionOf(language()));
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
