// The page of a table: playing and watching.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import { queue, skip } from "../board/motion/animation-queue";
import { useGameStylesheet } from "../board/game-stylesheet";
import type { Pointing } from "../board/pointing";
import { read as readActions, actionsKey } from "../play/actions";
import { keepFocus } from "../app/focus";
import { storedTable, keepSeats, settings } from "../app/local-settings";
import { Question } from "./panels/question";
import { ClockLine, ClockAnnouncer } from "./panels/clock";
import { CopyButton } from "../controls/copy";
import { Header } from "../app/header";
import {
  ChatPanel,
  Cover,
  Explain,
  fetchDeferred,
  Gone,
  InWords,
  Log,
  Lost,
  Offers,
  PlanPanel,
  Reports,
  Result,
  Seats,
  Settling,
  SitDown,
  Spoken,
  Statistics,
  TermsPanel,
  Tutorial,
  Typed,
} from "./deferred-panels";
import { ConnectionStatus } from "./panels/toolbar";
import { Players } from "./panels/players";
import { ValuesPanel } from "./panels/values";
import { TextViewButton } from "./help/text-view-button";
import { RotateBoard, Undo } from "./panels/toolbar";
import { allowed, read as readPlans } from "../play/conditional-moves";
import { conditionalMoves } from "../play/store";
import { nameOf } from "../play/naming";
import { lastPlaces, choices, unsentMove, view, type State } from "../play/state";
import {
  cancel,
  networkLost,
  drop,
  grab,
  retryNow,
  join,
  leave,
  premoveShape,
  pointAt,
  networkBack,
  showUnreachable,
} from "../play/session";
import { live, state as store } from "../play/store";
import { say, translate } from "../text/text";
import type { TryoutPage } from "../tryout/page";

interface TableProps {
  readonly id: string;
  readonly invite: string | null;
  readonly seats?: readonly string[] | undefined; // roles to take at once with the invitation
  readonly here?: boolean; // the session has joined already
}

/** The page of the table in the address. */
export function tableAtAddress() {
  const [, , id = ""] = location.pathname.split("/");
  const linked = new URLSearchParams(location.hash.slice(1));
  const [table, invite] = [decoded(id), linked.get("invite")];
  if (invite === null) joinStored(table); // before the first drawing, as the document may contain the position
  return <TablePage id={table} invite={invite} seats={linked.get("seats")?.split(",")} here={invite === null} />;
}

/** A decoded part of an address; unchanged if it is malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Join a table with the seats of this browser. */
function joinStored(id: string): void {
  const held = storedTable(id);
  join(id, Object.values(held?.tokens ?? {}), undefined, held?.shared);
}

/** Enable dragging once its chunk is loaded; returns the function that ends it. */
function enableDragging(play: HTMLElement): () => void {
  let stop: (() => void) | null = () => {};
  void fetchDeferred().then(({ dragging }) => {
    if (stop) stop = dragging(play, { grab, drop });
  });
  return () => {
    stop?.();
    stop = null;
  };
}

export function TablePage({ id, invite, seats = [], here = false }: TableProps) {
  const [watching, setWatching] = useState(invite === null);
  const already = useRef(here);
  useLayoutEffect(() => {
    if (!watching) return;
    if (!already.current) joinStored(id);
    already.current = false;
    return leave;
  }, [id, watching]);
  useEffect(() => listen(window, { offline: networkLost, online: networkBack, focus: retryNow, beforeunload: warnUnsent }), []);
  useEffect(
    () => listen(document, { keydown: (event) => (event as KeyboardEvent).key === "Escape" && !live.value && cancel() }),
    [],
  );
  useEffect(() => listen(document, { pointerdown: skip, keydown: skip }), []); // any input skips the animations

  const play = useRef<HTMLDivElement>(null);
  const state = store.value;
  const there = state.scene !== null;
  const [trying, setTrying] = useState<typeof TryoutPage | null>(null);
  useEffect(() => (play.current ? enableDragging(play.current) : undefined), [there, watching, trying]);
  useLayoutEffect(keepFocus, [state]);
  useGameStylesheet((live.value ?? state).scene);
  useSeats(id, live.value ?? state);
  useActions(id, live.value ?? state);
  useConditionalMoves(id, live.value ?? state);
  const passing = queue.value.length > 0; // animations are still running
  const places = usePlaces(state, passing);
  if (trying) return <Tryout page={trying} back={() => setTrying(null)} />; // it reports itself where a tryout is impossible
  if (state.closed) return <Gone id={id} why={state.closed} />;
  if (!watching && invite !== null) return <SitDown id={id} invite={invite} seats={seats} seated={() => setWatching(true)} />;
  const now = view(state);
  if (!state.table || !state.scene || !now) return <Waiting offline={state.link === "offline"} />;
  const title = translate(state.scene.title);
  if (state.covered) return <Cover state={state} title={title} />;
  return (
    <>
      <TextViewButton />
      <Header crumb={state.table.round > 1 ? `${title} · ${say("game {number}", { number: state.table.round })}` : title}>
        <CopyInvite id={id} state={state} />
      </Header>
      <main class="table" data-step={`${state.seq}.${state.chosen.length}`} data-passing={passing || undefined}>
        <div class="play" ref={play}>
          {state.lost.length > 0 && <Lost state={state} />}
          {!passing && <Result state={state} />}
          {(!now.over || passing) && <Question state={state} />}
          <ClockLine state={state} />
          <InWords state={state} />
          <Board
            scene={state.scene}
            view={queue.value[0] ?? now}
            pointing={{ ...pointingOf(state, title), places }}
            name={(role) => nameOf(state, role)}
          />
          <Tutorial id={id} state={state} />
        </div>
        <aside class="side">
          <Players state={state} />
          {mayChangeSeats(state) && <Seats id={id} state={state} />}
          <ValuesPanel state={state} />
          {!passing && <Statistics state={state} />}
          <div class="acts">
            {state.roles.length > 0 ? <Undo state={state} /> : <span class="sub">{translate("You are watching.")}</span>}
            <RotateBoard state={state} />
            {state.scene.open && !now.over && !state.table.terms.rated && (
              <button
                type="button"
                class="button"
                onClick={() => void loadTryout().then((page) => page && setTrying(() => page))}
              >
                {translate("Try out")}
              </button>
            )}
            {/* In a new tab, so that the table stays open. */}
            <a class="button" href={`/rules/${encodeURIComponent(state.scene.game)}`} target="_blank" rel="noopener">
              {translate("Rules")}
            </a>
            <span class="spring" />
            <ConnectionStatus state={state} />
          </div>
          <Settling state={state} />
          <Offers state={state} />
          <PlanPanel state={state} />
          {settings.value.typing && <Typed state={state} />}
          <Log state={state} />
          <ChatPanel id={id} state={state} />
          <TermsPanel id={id} terms={state.table.terms} />
          <Reports id={id} state={state} />
        </aside>
        <Explain state={state} />
        <Spoken state={state} />
        <ClockAnnouncer state={state} />
      </main>
    </>
  );
}

/** Whether no action has happened, so that seats can still change. */
const mayChangeSeats = ({ seq, roles, table }: State) =>
  seq === 0 && roles.length > 0 && (table?.seats.some(({ role }) => !roles.includes(role)) ?? false);

/**
 * Remove the tokens of seats that this browser has lost before the first action. Only the answer over the socket counts, as it
 * checks the tokens; the document's data depends on the session alone.
 */
function useSeats(id: string, { seq, roles, table, link, closed }: State): void {
  const lost = table !== null && seq === 0 && link === "open";
  const sentAway = closed?.code === "not_seated"; // spectators are excluded, so the seats' new owners are not sent
  useEffect(() => {
    if (sentAway) keepSeats(id, []);
    else if (lost) keepSeats(id, roles);
  }, [id, lost, sentAway, roles.join()]);
}

/** The chunk of the tryout page; null if it cannot be loaded, which is shown. */
async function loadTryout(): Promise<typeof TryoutPage | null> {
  try {
    return (await import("../tryout/page")).TryoutPage;
  } catch {
    showUnreachable();
    return null;
  }
}

/** The tryout beside the table. */
function Tryout({ page: Page, back }: { readonly page: typeof TryoutPage; readonly back: () => void }) {
  return <Page title={translate((live.value ?? store.value).scene?.title ?? "")} back={back} />;
}

/** Fetch the actions of the round, where other people play. */
function useActions(id: string, state: State): void {
  const { table, shown, link } = state;
  const people =
    link === "open" && (table?.seats.some(({ kind, role }) => kind === "person" && !state.roles.includes(role)) ?? false);
  const stands = actionsKey(state);
  const round = table?.round ?? 0;
  useEffect(() => {
    if (people) void readActions({ table: id, round, viewer: shown });
  }, [id, people, round, shown, stands]);
  useEffect(() => () => void readActions(null), [id, round, shown]);
}

/** Fetch the conditional moves at the start, and after each answer while there are any. */
function useConditionalMoves(id: string, state: State): void {
  const able = allowed(state) && state.link === "open" && !view(state)?.over;
  useEffect(() => {
    if (able) void readPlans(id);
    return () => void readPlans(null);
  }, [id, able, state.shown]);
  useEffect(() => {
    if (conditionalMoves.peek().length > 0) void readPlans(id);
  }, [id, state.seq]);
}

/** A pending answer without connection exists on this page only: ask before it is closed. */
function warnUnsent(event: Event): void {
  const { pending, link } = live.value ?? store.value;
  if (pending && link !== "open") event.preventDefault();
}

const NOWHERE: ReadonlySet<string> = new Set();

/**
 * The legal places. They stay lit while an answer is pending on an open connection, as the next question often follows at once;
 * except after the last part of a move with several.
 */
export function usePlaces(state: State, passing: boolean): ReadonlySet<string> {
  const lit = useRef(NOWHERE);
  const parted = useRef(false);
  if (state.pending === null || state.link !== "open") {
    lit.current = choices(state).places;
    parted.current = state.chosen.length > 0;
  } else if (parted.current) {
    lit.current = NOWHERE;
  }
  return passing ? NOWHERE : lit.current;
}

/** The current choice, for the board. */
export function pointingOf(state: State, title: string): Pointing {
  const { places } = choices(state);
  return {
    title,
    places,
    chosen: new Set([...state.chosen, ...(unsentMove(state)?.places ?? [])]),
    ...(premoveShape(state) && { planned: new Set(state.premove?.parts) }),
    asked: state.asked?.places.at(-1) ?? null,
    last: lastPlaces(state),
    point: (place, event) => pointAt(place, mustConfirm(event)),
  };
}

const SMALL = 40; // px; smaller cells are easily missed by a finger

function mustConfirm(event: Event): boolean {
  const wanted = settings.value.confirm;
  if (wanted === "never" || (event as PointerEvent).pointerType !== "touch") return false;
  const target = (event.target as Element).closest("[data-place]");
  return wanted === "always" || (target?.getBoundingClientRect().width ?? 0) < SMALL;
}

/** Copies the invitation while a seat is open, else the link for spectators. */
function CopyInvite({ id, state }: { readonly id: string; readonly state: State }) {
  const invite = storedTable(id)?.invite;
  const open = state.table?.seats.some((seat) => seat.kind === "open") ?? false;
  const invites = Boolean(invite && open);
  return (
    <CopyButton
      words={translate(invites ? "Copy invite" : "Copy link")}
      address={() => `${location.origin}/table/${id}${invites ? `#invite=${invite}` : ""}`}
      main={invites}
    />
  );
}

function Waiting({ offline }: { readonly offline: boolean }) {
  return (
    <>
      <Header />
      <main class="message">
        <p class="sub" role="status">
          {translate(offline ? "The arena cannot be reached. Trying again…" : "Coming to the table…")}
        </p>
      </main>
    </>
  );
}

function listen(target: EventTarget, handlers: Readonly<Record<string, (event: Event) => unknown>>): () => void {
  for (const [name, handler] of Object.entries(handlers)) target.addEventListener(name, handler);
  return () => {
    for (const [name, handler] of Object.entries(handlers)) target.removeEventListener(name, handler);
  };
}
