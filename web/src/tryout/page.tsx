// Trying out beside a table that goes on: what is played there is not real, unless one keeps it as what one will answer.

import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { branch as askBranch } from "../network/api";
import { useAsking } from "../controls/request";
import { ClockLine } from "../table/panels/clock";
import { Header } from "../app/header";
import { ToWords } from "../table/help/to-words";
import { OFFERS } from "../table/panels/agreements";
import { LineWords, Lines } from "../table/panels/conditional-moves";
import { Complaint } from "../controls/refusal";
import { Sentence } from "../controls/sentence";
import { keep, lineOf, linesOf, others, plannable, planned, withLine, type Line } from "../play/conditional-moves";
import { BranchSocket, nothingTried, type Tried } from "./branch";
import { Sandbox } from "./sandbox";
import { nameOf, verdict } from "../play/naming";
import { log, mayAct, view, type State } from "../play/state";
import { fresh, live, state as store, tryNoMore, tryOut } from "../play/store";
import { say, translate } from "../text/text";

export function TryingPage({ title, back }: { readonly title: string; readonly back: () => void }) {
  const now = live.value ?? store.value;
  const from = useRef(now).current; // the position one tries from
  const tried = useRef(nothingTried()).current;
  return (
    <>
      <ToWords />
      <Header crumb={`${title} · ${translate("Trying out")}`} />
      <Sandbox
        heading={translate("You are trying out")}
        begin={() => tryOut(from.table?.id ?? "", () => branched(from, tried))}
        end={tryNoMore}
        back={back}
        meanwhile={<Meanwhile from={from} now={now} />}
      >
        {plannable(from) && <Planning from={from} now={now} tried={tried.value} />}
      </Sandbox>
    </>
  );
}

/** A branch of the round from a position of its table's page. */
function branched(from: State, so: Signal<Tried>): BranchSocket {
  const { table, scene, shown, seq } = from;
  if (!table || !scene) throw new Error("one tries out from a table that is there");
  const seats = table.seats.map((seat) => ({ ...seat, present: true }));
  const root = { table: { ...table, seats, terms: {} }, scene, viewer: shown, seq, name: fresh() };
  return new BranchSocket(root, (tried) => askBranch(table.id, table.round, tried), so);
}

const FEW = 3; // so much of what has happened is said

/** What has happened at the table since one began to try, and that one is asked. */
function Meanwhile({ from, now }: { readonly from: State; readonly now: State }) {
  const last = log(from).at(-1)?.number ?? -1;
  const told = log(now).filter((event) => event.text !== null && event.number > last);
  const offers = now.pact?.offers.filter(({ role }) => !now.roles.includes(role)) ?? [];
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
            {view(now)?.over && <b>{verdict(now)}</b>}
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

/** What was tried may be kept as what one will answer. */
function Planning({ from, now, tried: { answers, certain } }: PlanningProps) {
  const { busy, run, elsewhere } = useAsking();
  const line = lineOf(answers, from.shown);
  const lines = linesOf(planned.value, now);
  const wrong = elsewhere();
  const store = (kept: Line) => void run(() => keep(from, (there) => withLine(there, kept, from.shown)));
  const mayKeep =
    line !== null && certain && now.seq === from.seq && others(from) && withLine(lines, line, from.shown) !== lines;
  return (
    <section class="plan sheet" aria-label={translate("Conditional moves")}>
      <h2>{translate("Conditional moves")}</h2>
      <Lines state={now} />
      <p class="sub">{advice()}</p>
      {mayKeep && (
        <div class="acts">
          <LineWords line={line} state={from} />
          <button type="button" class="button act" disabled={busy} onClick={() => store(line)}>
            {translate("Play it so")}
          </button>
        </div>
      )}
      {wrong && <Complaint message={wrong} />}
    </section>
  );

  function advice(): string {
    if (now.seq !== from.seq)
      return translate("The game has gone on: go back to it, and try out from there what you will answer.");
    if (!others(from))
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
