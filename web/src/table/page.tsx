// A table: sit down or watch, and play.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import { queue, skip } from "../board/motion/animation-queue";
import { useLook } from "../board/game-stylesheet";
import type { Pointing } from "../board/pointing";
import { read as readActions, standingOf } from "../play/actions";
import { keepFocus } from "../app/focus";
import { holding, keepSeats, settings } from "../app/local-settings";
import { Ask } from "./panels/question";
import { ClockLine, ClockSpoken } from "./panels/clock";
import { Copy } from "../controls/copy";
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
import { Link } from "./panels/connection-status";
import { Players } from "./panels/players";
import { Props } from "./panels/values";
import { ToWords } from "./help/to-words";
import { Turn } from "./panels/rotate-board";
import { Undo } from "./panels/undo";
import { plannable, planned, read as readPlans } from "../play/conditional-moves";
import { nameOf } from "../play/naming";
import { lastPlaces, offered, unsent, view, type State } from "../play/state";
import {
  cancel,
  cut,
  drop,
  grab,
  hurry,
  join,
  leave,
  live,
  mayMark,
  pointAt,
  renew,
  state as store,
  unreached,
} from "../play/store";
import { say, translate } from "../text/text";
import type { TryingPage } from "../tryout/page";

interface TableProps {
  readonly id: string;
  readonly invite: string | null;
  readonly seats?: readonly string[] | undefined; // to be taken at once by who comes with the invitation
  readonly here?: boolean; // has come already
}

/** The page of the table that the address names. */
export function tableHere() {
  const [, , id = ""] = location.pathname.split("/");
  const linked = new URLSearchParams(location.hash.slice(1));
  const [table, invite] = [decoded(id), linked.get("invite")];
  if (invite === null) come(table); // before anything is drawn, as the page may have brought along what is to be
  return <TablePage id={table} invite={invite} seats={linked.get("seats")?.split(",")} here={invite === null} />;
}

/** What a part of an address says; one that was garbled on its way is no table's, and is left as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Come to a table with the seats of this browser. */
function come(id: string): void {
  const held = holding(id);
  join(id, Object.values(held?.tokens ?? {}), undefined, held?.shared);
}

/** Let what lies there be dragged, as soon as that is there. */
function draggable(play: HTMLElement): () => void {
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
    if (!already.current) come(id);
    already.current = false;
    return leave;
  }, [id, watching]);
  useEffect(() => listen(window, { offline: cut, online: renew, focus: hurry, beforeunload: stayForUnsent }), []);
  useEffect(
    () => listen(document, { keydown: (event) => (event as KeyboardEvent).key === "Escape" && !live.value && cancel() }),
    [],
  );
  useEffect(() => listen(document, { pointerdown: skip, keydown: skip }), []); // who wants to go on need not watch

  const play = useRef<HTMLDivElement>(null);
  const state = store.value;
  const there = state.scene !== null;
  const [trying, setTrying] = useState<typeof TryingPage | null>(null);
  useEffect(() => (play.current ? draggable(play.current) : undefined), [there, watching, trying]);
  useLayoutEffect(keepFocus, [state]);
  useLook((live.value ?? state).scene);
  useSeats(id, live.value ?? state);
  useDeeds(id, live.value ?? state);
  usePlans(id, live.value ?? state);
  const passing = queue.value.length > 0; // what has led here is still being shown
  const places = useLasting(state, passing);
  if (trying) return <Trying page={trying} back={() => setTrying(null)} />; // it says itself where nothing can be tried
  if (state.closed) return <Gone id={id} why={state.closed} />;
  if (!watching && invite !== null) return <SitDown id={id} invite={invite} seats={seats} seated={() => setWatching(true)} />;
  const now = view(state);
  if (!state.table || !state.scene || !now) return <Waiting offline={state.link === "offline"} />;
  const title = translate(state.scene.title);
  if (state.covered) return <Cover state={state} title={title} />;
  return (
    <>
      <ToWords />
      <Header crumb={state.table.round > 1 ? `${title} · ${say("game {number}", { number: state.table.round })}` : title}>
        <CopyInvite id={id} state={state} />
      </Header>
      <main class="table" data-step={`${state.seq}.${state.chosen.length}`} data-passing={passing || undefined}>
        <div class="play" ref={play}>
          {state.lost.length > 0 && <Lost state={state} />}
          {!passing && <Result state={state} />}
          {(!now.over || passing) && <Ask state={state} />}
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
          <Props state={state} />
          {!passing && <Statistics state={state} />}
          <div class="acts">
            {state.roles.length > 0 ? <Undo state={state} /> : <span class="sub">{translate("You are watching.")}</span>}
            <Turn state={state} />
            {state.scene.open && !now.over && !state.table.terms.rated && (
              <button type="button" class="button" onClick={() => void toTry().then((page) => page && setTrying(() => page))}>
                {translate("Try out")}
              </button>
            )}
            {/* In a page of its own: the table stays open. */}
            <a class="button" href={`/rules/${encodeURIComponent(state.scene.game)}`} target="_blank" rel="noopener">
              {translate("Rules")}
            </a>
            <span class="spring" />
            <Link state={state} />
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
        <ClockSpoken state={state} />
      </main>
    </>
  );
}

/** Whether nothing has happened yet, so that who sits there may leave. */
const mayChangeSeats = ({ seq, roles, table }: State) =>
  seq === 0 && roles.length > 0 && (table?.seats.some(({ role }) => !roles.includes(role)) ?? false);

/**
 * Know of no seat that one has left, or was sent away from before the game began: its key opens nothing any more. The arena
 * says so over the connection, which has shown it the keys; what the page has brought along knows its visitor by the session
 * alone.
 */
function useSeats(id: string, { seq, roles, table, link, closed }: State): void {
  const lost = table !== null && seq === 0 && link === "open";
  const sentAway = closed?.code === "not_seated"; // nobody else may look on, and so it is not told whose the seats are now
  useEffect(() => {
    if (sentAway) keepSeats(id, []);
    else if (lost) keepSeats(id, roles);
  }, [id, lost, sentAway, roles.join()]);
}

/** The page on which something is tried out; null where it cannot be fetched now, which is said. */
async function toTry(): Promise<typeof TryingPage | null> {
  try {
    return (await import("../tryout/page")).TryingPage;
  } catch {
    unreached();
    return null;
  }
}

/** What is tried out beside the table, until one comes back to it. */
function Trying({ page: Page, back }: { readonly page: typeof TryingPage; readonly back: () => void }) {
  return <Page title={translate((live.value ?? store.value).scene?.title ?? "")} back={back} />;
}

/** Know what people have done here besides answering, where there are several. */
function useDeeds(id: string, state: State): void {
  const { table, shown, link } = state;
  const people =
    link === "open" && (table?.seats.some(({ kind, role }) => kind === "person" && !state.roles.includes(role)) ?? false);
  const stands = standingOf(state);
  const round = table?.round ?? 0;
  useEffect(() => {
    if (people) void readActions({ table: id, round, viewer: shown });
  }, [id, people, round, shown, stands]);
  useEffect(() => () => void readActions(null), [id, round, shown]);
}

/** Know what one has planned here: from the beginning, and as long as there is anything, after each answer. */
function usePlans(id: string, state: State): void {
  const able = plannable(state) && state.link === "open" && !view(state)?.over;
  useEffect(() => {
    if (able) void readPlans(id);
    return () => void readPlans(null);
  }, [id, able, state.shown]);
  useEffect(() => {
    if (planned.peek().length > 0) void readPlans(id);
  }, [id, state.seq]);
}

/** An answer that waits for the connection is kept by this page alone: who leaves it is asked whether they mean to. */
function stayForUnsent(event: Event): void {
  const { pending, link } = live.value ?? store.value;
  if (pending && link !== "open") event.preventDefault();
}

const NOWHERE: ReadonlySet<string> = new Set();

/**
 * Where may be pointed at. What is lit stays so while an answer is on its way over an open connection, as most often the next
 * is asked a moment later; but for the last part of a move, whose places are no others'.
 */
export function useLasting(state: State, passing: boolean): ReadonlySet<string> {
  const lit = useRef(NOWHERE);
  const parted = useRef(false);
  if (state.pending === null || state.link !== "open") {
    lit.current = offered(state).places;
    parted.current = state.chosen.length > 0;
  } else if (parted.current) {
    lit.current = NOWHERE;
  }
  return passing ? NOWHERE : lit.current;
}

/** What the board is to know of the choice at hand. */
export function pointingOf(state: State, title: string): Pointing {
  const { places } = offered(state);
  return {
    title,
    places,
    chosen: new Set([...state.chosen, ...(unsent(state)?.places ?? [])]),
    ...(mayMark(state) && { planned: new Set(state.premove?.parts) }),
    asked: state.asked?.places.at(-1) ?? null,
    last: lastPlaces(state),
    point: (place, event) => pointAt(place, mustConfirm(event)),
  };
}

const SMALL = 40; // px: a cell smaller than this is easily missed by a finger

function mustConfirm(event: Event): boolean {
  const wanted = settings.value.confirm;
  if (wanted === "never" || (event as PointerEvent).pointerType !== "touch") return false;
  const target = (event.target as Element).closest("[data-place]");
  return wanted === "always" || (target?.getBoundingClientRect().width ?? 0) < SMALL;
}

/** To invite somebody, as long as a seat is open and this browser knows the invitation; else to have them watch. */
function CopyInvite({ id, state }: { readonly id: string; readonly state: State }) {
  const invite = holding(id)?.invite;
  const open = state.table?.seats.some((seat) => seat.kind === "open") ?? false;
  const invites = Boolean(invite && open);
  return (
    <Copy
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
