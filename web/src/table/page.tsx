// The page of a table: playing and watching.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { here as placeHere, isLocal, linkTo } from "../app/address";
import { keepFocus } from "../app/focus";
import { Header } from "../app/header";
import { Loading } from "../app/loading";
import { changeSettings, settings, storedTable } from "../app/local-settings";
import { Board } from "../board/board";
import { useGameStylesheet } from "../board/game-stylesheet";
import { queue } from "../board/motion/animation-queue";
import { Button } from "../controls/button";
import { CopyButton } from "../controls/copy";
import { nameOf } from "../play/naming";
import { holdTable } from "../offline/locks";
import { showUnreachable } from "../play/session";
import { view, type State } from "../play/state";
import { live, state as store } from "../play/store";
import { say, translate } from "../text/text";
import type { TryoutPage } from "../tryout/page";
import {
  AgreementButtons,
  ChatPanel,
  ClockAnnouncer,
  ConditionalMovesPanel,
  Cover,
  Explain,
  InWords,
  Keys,
  Log,
  LogAnnouncer,
  LostSeats,
  NotFound,
  Offers,
  InviteSomebody,
  PeopleHere,
  Reports,
  Result,
  ResultSheet,
  Seats,
  Share,
  SitDown,
  Statistics,
  TermsPanel,
  Tutorial,
  TurnNoticeOffer,
  TypedMove,
  UpdateNotice,
} from "./deferred-panels";
import {
  enableDragging,
  joinStored,
  useActions,
  useConditionalMoves,
  usePageEvents,
  useSeats,
  useSession,
  useStoredTitle,
} from "./effects";
import { TextViewButton } from "./help/text-view-button";
import { ClockLine } from "./panels/clock";
import { Players } from "./panels/players";
import { hasStrips, SeatStrip } from "./panels/seat-strip";
import { Question } from "./question/question";
import { ConnectionStatus, RotateBoard, Undo } from "./panels/toolbar";
import { WatcherCount, Watching } from "./people/watching";
import { ValuesPanel } from "./panels/values";
import { Confirm } from "./question/confirm";
import { useLegalInSight } from "./legal-in-sight";
import { pointingOf, usePlaces } from "./pointing";
import { useReservedHeights } from "./reserved-heights";

interface TableProps {
  readonly id: string;
  readonly invite: string | null;
  readonly seats?: readonly string[] | undefined; // roles to take at once with the invitation
  readonly here?: boolean; // the session has joined already
}

/** The page of the table in the address. */
export function tableAtAddress() {
  const [, , id = ""] = placeHere().pathname.split("/");
  const linked = new URLSearchParams(placeHere().hash.slice(1));
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

export function TablePage({ id, invite, seats = [], here = false }: TableProps) {
  const [watching, setWatching] = useState(invite === null);
  useSession(id, watching, here);
  usePageEvents();
  useEffect(holdTable, []);
  const [main, play] = [useRef<HTMLElement>(null), useRef<HTMLDivElement>(null)];
  const state = store.value;
  const there = state.scene !== null;
  const [aside, setAside] = useState(""); // the round whose result was put aside
  const [trying, setTrying] = useState<typeof TryoutPage | null>(null);
  useEffect(() => (play.current ? enableDragging(play.current) : undefined), [there, watching, trying]);
  useLayoutEffect(keepFocus, [state]);
  useReservedHeights(main, `${id} ${state.table?.round}`);
  const step = `${state.seq}.${state.chosen.length}`;
  useLegalInSight(main, step, state.chosen.length);
  useGameStylesheet((live.value ?? state).scene);
  useSeats(id, live.value ?? state);
  useStoredTitle(id, live.value ?? state);
  useActions(id, live.value ?? state);
  useConditionalMoves(id, live.value ?? state);
  const passing = queue.value.length > 0; // animations are still running
  const places = usePlaces(state, passing);
  if (trying) return <Tryout page={trying} back={() => setTrying(null)} />; // it reports itself where a tryout is impossible
  if (state.closed) return <NotFound id={id} why={state.closed} />;
  if (!watching && invite !== null) return <SitDown id={id} invite={invite} seats={seats} seated={() => setWatching(true)} />;
  const now = view(state);
  if (!state.table || !state.scene || !now) return <Loading text={waitingText(state)} />;
  const title = translate(state.scene.title);
  const strips = hasStrips(state);
  const round = `${id} ${state.table.round}`;
  const resultOpen = now.over && aside !== round;
  const result = { state, open: resultOpen, show: (open: boolean) => setAside(open ? "" : round) };
  if (state.covered) return <Cover state={state} title={title} />;
  return (
    <>
      <TextViewButton />
      <Header crumb={state.table.round > 1 ? `${title} · ${say("game {number}", { number: state.table.round })}` : title}>
        <CopyInvite id={id} state={state} />
      </Header>
      <main class="table" ref={main} data-step={step} data-passing={passing || undefined}>
        <div class={strips ? "play with-strips" : "play"} ref={play}>
          {state.lost.length > 0 && <LostSeats state={state} />}
          {!passing && <Result {...result} />}
          {(!now.over || passing) && <Question state={state} />}
          {strips ? <SeatStrip state={state} near={false} /> : <ClockLine state={state} />}
          <InWords state={state} />
          <Board
            scene={state.scene}
            view={queue.value[0] ?? now}
            pointing={{ ...pointingOf(state, title), places }}
            name={(role) => nameOf(state, role)}
          />
          {strips && <SeatStrip state={state} near />}
          <Tutorial id={id} state={state} />
        </div>
        {!passing && <ResultSheet {...result} />}
        <Side id={id} invite={invite} state={state} told={passing || resultOpen} onTry={(page) => setTrying(() => page)} />
        <Confirm state={state} />
        {settings.value.zen && <LeaveZen />}
        <Explain state={state} />
        <UpdateNotice />
        <TurnNoticeOffer />
        <LogAnnouncer state={state} />
        <ClockAnnouncer state={state} />
      </main>
    </>
  );
}

interface SideProps {
  readonly id: string;
  readonly invite: string | null;
  readonly state: State;
  readonly told: boolean; // the statistics stand in the result, or animations are still running
  readonly onTry: (page: typeof TryoutPage) => void;
}

/** The panels beside the board. */
function Side({ id, invite, state, told, onTry }: SideProps) {
  const { scene, table } = state;
  if (!scene || !table) return null;
  return (
    <>
      <aside class="side" aria-label={translate("Around the table")}>
        <Players state={state} />
        <WatcherCount state={state} />
        <ValuesPanel state={state} />
        {!told && <Statistics state={state} />}
        <div class="acts">
          {state.roles.length > 0 ? <Undo state={state} /> : <Watching id={id} invite={invite} state={state} />}
          <RotateBoard state={state} />
          {scene.open && !view(state)?.over && !table.terms.rated && (
            <Button onClick={() => void loadTryout().then((page) => page && onTry(page))} text={translate("Try out")} />
          )}
          {/* In a new tab, so that the table stays open. */}
          <a class="button" href={linkTo(`/rules/${encodeURIComponent(scene.game)}`)} target="_blank" rel="noopener">
            {translate("Rules")}
          </a>
          <ConnectionStatus state={state} />
        </div>
        <AgreementButtons state={state} />
        <Offers state={state} />
        <ConditionalMovesPanel state={state} />
        {settings.value.typing && <TypedMove state={state} />}
      </aside>
      <aside class="side talk" aria-label={translate("Log and chat")}>
        <Log state={state} />
        <ChatPanel id={id} state={state} />
        <TermsPanel id={id} terms={table.terms} />
        <PeopleHere state={state} />
        <Reports id={id} state={state} />
        <Share name={scene.game} />
        <Keys />
        {/* The last, as they go with the last open seat and the first action: nothing may move then. */}
        <InviteSomebody id={id} state={state} />
        {mayChangeSeats(state) && <Seats id={id} state={state} />}
      </aside>
    </>
  );
}

/** Whether no action has happened, so that seats can still change. */
const mayChangeSeats = ({ seq, roles, table }: State) =>
  seq === 0 && roles.length > 0 && (table?.seats.some(({ role }) => !roles.includes(role)) ?? false);

function LeaveZen() {
  return (
    <button
      type="button"
      class="button square zen-off"
      aria-label={translate("Show everything")}
      onClick={() => changeSettings({ zen: false })}
    >
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 8V3h5M17 8V3h-5M3 12v5h5M17 12v5h-5" />
      </svg>
    </button>
  );
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

/** Copies the invitation while a seat is open, else the link for spectators. */
function CopyInvite({ id, state }: { readonly id: string; readonly state: State }) {
  if (isLocal()) return null; // no other browser has this table
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

const waitingText = ({ link }: State) =>
  translate(link === "offline" ? "The arena cannot be reached. Trying again…" : "Coming to the table…");
