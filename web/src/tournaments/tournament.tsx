// The page of one tournament: when it goes on, who is ahead, and who meets whom.

import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../network/api";
import { NotFound } from "../app/not-found";
import { Header } from "../app/header";
import { currentUser } from "../app/store";
import { profileAddress, signInAddress } from "../account/address";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { useRequest } from "../controls/request";
import { DotSeparated } from "../controls/row";
import type { Tournament, TournamentAct } from "../protocol";
import { moment } from "../text/dates";
import { counted, language, mark, say, translate } from "../text/text";
import { LIST, tournamentAddress } from "./address";
import { Bracket } from "./bracket";
import { Pairings } from "./pairings";
import { tournaments } from "./requests";
import { Standings } from "./standings";
import { useNow } from "./time";
import { countdown, reasonWords, stateWords, termWords } from "./words";

const EVERY = 3000; // ms
const QUIET_EVERY = 15_000; // where nothing is played

export function TournamentPage({ id }: { readonly id: string }) {
  const [shown, setShown] = useState<Tournament | null>(null);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  const state = shown?.listed.state;
  useEffect(() => {
    const look = () => void tournaments.show(id).then(setShown, (error) => setWrong((before) => before ?? error));
    look();
    if (state === "ended" || state === "cancelled") return;
    const timer = setInterval(() => document.hidden || look(), state === "running" ? EVERY : QUIET_EVERY);
    const back = () => document.hidden || look();
    document.addEventListener("visibilitychange", back);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", back);
    };
  }, [id, state]);
  useEffect(() => {
    document.title = `${shown?.listed.title ?? translate("Tournaments")} · Rondel`;
  }, [shown?.listed.title, language()]);
  if (wrong && !shown) return <NotFound id={null} why={wrong} />;
  if (!shown) return <Header crumb={translate("Tournaments")} />;
  return <Shown tournament={shown} set={setShown} />;
}

interface ShownProps {
  readonly tournament: Tournament;
  readonly set: (tournament: Tournament) => void;
}

function Shown({ tournament, set }: ShownProps) {
  const { listed } = tournament;
  const now = useNow(tournament.now);
  const isKnockOut = listed.terms.format === "knock_out";
  return (
    <>
      <Header crumb={translate("Tournaments")} />
      <main class="people tournament">
        <section class="sheet head" aria-labelledby="title">
          <div class="titled">
            <p class="sub">
              <a class="reach" href={LIST}>
                {translate("All tournaments")}
              </a>
            </p>
            <h1 id="title" dir="auto">
              {listed.title}
            </h1>
            <p class="sub">
              <DotSeparated of={[translate(listed.game_title), ...termWords(listed)]} />
            </p>
            <p class="sub">
              <DotSeparated
                of={[
                  counted("{number} player", "{number} players", listed.entrants),
                  moment(listed.starts_at),
                  listed.host && say("announced by {name}", { name: listed.host }),
                ]}
              />
            </p>
          </div>
          <Clock tournament={tournament} now={now} />
          <Deeds tournament={tournament} set={set} />
        </section>
        {isKnockOut && tournament.games.length > 0 && <Bracket tournament={tournament} />}
        <div class={isKnockOut ? "halves one" : "halves"}>
          <Standings tournament={tournament} set={set} />
          {!isKnockOut && tournament.games.length > 0 && <Pairings tournament={tournament} />}
        </div>
      </main>
    </>
  );
}

/** What is next, and in how long; or how it ended. */
function Clock({ tournament, now }: { readonly tournament: Tournament; readonly now: number }) {
  const { listed, due_at, ends_at } = tournament;
  const reason = reasonWords(tournament);
  if (reason) return <p class="next-up over">{reason}</p>;
  if (listed.state === "ended")
    return (
      <p class="next-up won">
        <span class="cup" aria-hidden="true">
          🏆
        </span>{" "}
        {stateWords(listed, now)}
      </p>
    );
  if (listed.state === "open") return <Left words={translate("Begins in")} left={listed.starts_at - now} />;
  if (ends_at !== null)
    return ends_at > now ? (
      <Left words={translate("Pairs for another")} left={ends_at - now} />
    ) : (
      <p class="next-up">{translate("The last games are finished")}</p>
    );
  if (due_at !== null)
    return (
      <Left
        words={translate(listed.round >= listed.rounds && listed.terms.format !== "knock_out" ? "Ends in" : "Next round in")}
        left={due_at - now}
      />
    );
  const playing = tournament.games.filter(({ points }) => points === null).length;
  return (
    <p class="next-up">
      {stateWords(listed, now)}
      <span class="sub">{counted("{number} game is being played", "{number} games are being played", playing)}</span>
    </p>
  );
}

function Left({ words, left }: { readonly words: string; readonly left: number }) {
  return (
    <p class="next-up" role="timer" aria-live="off">
      <span class="sub">{words}</span>
      <span class="left">{countdown(left)}</span>
    </p>
  );
}

/** What the visitor may do here. */
function Deeds({ tournament, set }: ShownProps) {
  const { listed, me, my_table: table, is_host: isHost } = tournament;
  const [sure, setSure] = useState(false);
  const sending = useRequest();
  const act = (deed: TournamentAct["deed"]) => () =>
    void sending.run(async () => set(await tournaments.act(listed.id, { deed })));
  if (listed.state === "ended" || listed.state === "cancelled") return null;
  const wrong = sending.otherError();
  const button = (deed: TournamentAct["deed"], text: string, kind?: "main") => (
    <Button kind={kind} disabled={sending.busy} onClick={act(deed)} text={translate(text)} />
  );
  const member = me !== null && me.state !== "withdrawn" && me.state !== "removed";
  return (
    <div class="deeds">
      {wrong && <ErrorText message={wrong} />}
      <div class="acts">
        {table && (
          <a class="button main act" href={`/table/${encodeURIComponent(table)}`}>
            {translate("To my game")}
          </a>
        )}
        {currentUser.value?.kind !== "account" && (
          <a class="button main" href={signInAddress(tournamentAddress(listed.id))}>
            {translate("Log in to take part")}
          </a>
        )}
        {currentUser.value?.kind === "account" &&
          !member &&
          me?.state !== "removed" &&
          button("join", mark("Take part"), "main")}
        {me?.state === "paused" && button("resume", mark("Go on playing"), "main")}
        {me?.state === "in" && listed.state === "running" && button("pause", mark("Take a break"))}
        {member && button("withdraw", mark(listed.state === "open" ? "Do not take part" : "Leave the tournament"))}
        {isHost && listed.state === "open" && button("start", mark("Begin now"))}
        {isHost && !sure && <Button kind="danger" onClick={() => setSure(true)} text={translate("Cancel the tournament")} />}
      </div>
      {sure && (
        <div class="acts">
          <p>{translate("Games that go on are played to their end, and count nothing.")}</p>
          <Button kind="danger" disabled={sending.busy} onClick={act("cancel")} text={translate("Cancel the tournament")} />
          <Button onClick={() => setSure(false)} text={translate("Let it go on")} />
        </div>
      )}
      {me?.state === "paused" && (
        <p class="sub">{translate("You pause: no further game begins for you until you go on playing.")}</p>
      )}
      {me?.state === "removed" && <p class="sub">{translate("The host has removed you from this tournament.")}</p>}
    </div>
  );
}

/** An entrant's name, a link to the profile; struck out where nobody plays for it any more. */
export function Name({ name, gone = false }: { readonly name: string; readonly gone?: boolean }) {
  const link = (
    <a class="person reach" dir="auto" href={profileAddress(name)}>
      {name}
    </a>
  );
  return gone ? <s>{link}</s> : link;
}
