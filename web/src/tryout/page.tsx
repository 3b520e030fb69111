// A tryout beside a table that goes on. Its answers can be saved as conditional moves.

import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { branch as askBranch } from "../network/api";
import { useRequest } from "../controls/request";
import { ClockLine } from "../table/panels/clock";
import { Header } from "../app/header";
import { TextViewButton } from "../table/help/text-view-button";
import { OFFERS } from "../table/panels/agreements";
import { LineWords, ConditionalLines } from "../table/panels/conditional-moves";
import { ErrorText } from "../controls/refusal";
import { Sentence } from "../controls/sentence";
import { save, lineOf, linesOf, othersFirst, allowed, withLine, type Line } from "../play/conditional-moves";
import { conditionalMoves } from "../play/store";
import { BranchSocket, newTried, type Tried } from "./branch";
import { Sandbox } from "./sandbox";
import { nameOf, resultText } from "../play/naming";
import { log, mayAct, view, type State } from "../play/state";
import { newId, endTryout, startTryout } from "../play/session";
import { live, state as store } from "../play/store";
import { say, translate } from "../text/text";
import { Button } from "../controls/button";

export function TryoutPage({ title, back }: { readonly title: string; readonly back: () => void }) {
  const now = live.value ?? store.value;
  const from = useRef(now).current; // the position where the tryout starts
  const tried = useRef(newTried()).current;
  return (
    <>
      <TextViewButton />
      <Header crumb={`${title} · ${translate("Trying out")}`} />
      <Sandbox
        heading={translate("You are trying out")}
        begin={() => startTryout(from.table?.id ?? "", () => openBranch(from, tried))}
        end={endTryout}
        back={back}
        meanwhile={<Meanwhile from={from} now={now} />}
      >
        {allowed(from) && <SaveLine from={from} now={now} tried={tried.value} />}
      </Sandbox>
    </>
  );
}

/** A branch from a table's position. */
function openBranch(from: State, so: Signal<Tried>): BranchSocket {
  const { table, scene, shown, seq } = from;
  if (!table || !scene) throw new Error("one tries out from a table that is there");
  const seats = table.seats.map((seat) => ({ ...seat, present: true }));
  const root = { table: { ...table, seats, terms: {} }, scene, viewer: shown, seq, name: newId() };
  return new BranchSocket(root, (tried) => askBranch(table.id, table.round, tried), so);
}

const FEW = 3; // so many events are shown

/** What has happened at the table since the tryout started. */
function Meanwhile({ from, now }: { readonly from: State; readonly now: State }) {
  const last = log(from).at(-1)?.number ?? -1;
  const told = log(now).filter((event) => event.text !== null && event.number > last);
  const offers = now.agreements?.offers.filter(({ role }) => !now.roles.includes(role)) ?? [];
  const asked = mayAct(now) && view(now)?.active.includes(now.shown);
  return (
    <>
      <ClockLine state={now} />
      <div class="meanwhile" role="status">
        {(told.length > 0 || offers.length > 0 || now.seq > from.seq) && (
          <p>
            <span class="lead">{translate("Meanwhile at the table:")} </span>
            {told.slice(-FEW).map((event) => (
              <span key={event.number}>{event.text && <Sentence text={event.text} state={now} />}. </span>
            ))}
            {offers.map(({ number, what, role }) => (
              <span key={`offer ${number}`}>{say(OFFERS[what], { name: nameOf(now, role) })}. </span>
            ))}
            {asked && <b>{translate("Your turn")}</b>}
            {view(now)?.over && <b>{resultText(now)}</b>}
          </p>
        )}
        {now.link === "offline" && <p>{translate("The arena cannot be reached. Trying again…")}</p>}
      </div>
    </>
  );
}

interface PlanningProps {
  readonly from: State;
  readonly now: State;
  readonly tried: Tried;
}

/** Saves the tried answers as a conditional line. */
function SaveLine({ from, now, tried: { answers, certain } }: PlanningProps) {
  const { busy, run, otherError } = useRequest();
  const line = lineOf(answers, from.shown);
  const lines = linesOf(conditionalMoves.value, now);
  const wrong = otherError();
  const store = (kept: Line) => void run(() => save(from, (there) => withLine(there, kept, from.shown)));
  const mayKeep =
    line !== null && certain && now.seq === from.seq && othersFirst(from) && withLine(lines, line, from.shown) !== lines;
  return (
    <section class="conditional sheet" aria-label={translate("Conditional moves")}>
      <h2>{translate("Conditional moves")}</h2>
      <ConditionalLines state={now} />
      <p class="sub">{advice()}</p>
      {mayKeep && (
        <div class="acts">
          <LineWords line={line} state={from} />
          <Button kind="act" disabled={busy} onClick={() => store(line)} text={translate("Play it so")} />
        </div>
      )}
      {wrong && <ErrorText message={wrong} />}
    </section>
  );

  function advice(): string {
    if (now.seq !== from.seq)
      return translate("The game has gone on: go back to it, and try out from there what you will answer.");
    if (!othersFirst(from))
      return translate("It is your turn: play at the table first. Then you can say what you will answer to the next move.");
    if (!certain) return translate("Chance has a say in this, so nobody can know what to answer.");
    if (mayKeep) return translate("If the others play this, your answers are given at once, whether you are here or not.");
    const names =
      view(from)
        ?.active.map((role) => nameOf(from, role))
        .join(", ") ?? "";
    return say("Try what {names} may play, and then your own answer to it: it can be kept.", { names });
  }
}
