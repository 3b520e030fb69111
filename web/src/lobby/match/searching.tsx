// The bar of a search for an opponent, at the foot of every page while it goes on.

import { useEffect, useState } from "preact/hooks";
import "./match.css";
import { bots as askBots, games as askGames, ApiError } from "../../network/api";
import { playSound } from "../../sound/synthesizer";
import { clockFace, clockWords } from "../../play/agreements";
import { Button } from "../../controls/button";
import { counted, say, translate } from "../../text/text";
import { botFor, playBots } from "../start";
import { shareText, USUAL_SHARE } from "../terms";
import { endSearch, forgetSearch, resumeSearch, search, startSearch, type Search } from "./seek";

export function Searching() {
  const now = search.value;
  useEffect(resumeSearch, []);
  const found = now?.table ?? "";
  useEffect(() => {
    if (!found) return;
    playSound("turn");
    // A game against a bot is left by choice only.
    if (location.pathname === "/") goTo(found);
  }, [found]);
  if (!now) return null;
  return (
    <aside class="searching sheet" aria-label={translate("Search for an opponent")}>
      {found ? <Found table={found} now={now} /> : <Looking now={now} />}
    </aside>
  );
}

function Looking({ now }: { readonly now: Search }) {
  const { wanted, terms, others, bot, wrong } = now;
  const [late, setLate] = useState<string | null>(null);
  const days = wanted.pace === "days";
  const { reliability = 0 } = wanted;
  const playing = location.pathname.startsWith("/table/");
  return (
    <>
      <span class="pulse" aria-hidden="true" />
      <div class="searching-words">
        <strong role="status">
          {wrong ??
            late ??
            say(bot ? "Nobody has come yet for {game}." : "Looking for an opponent: {game}", { game: translate(wanted.title) })}
        </strong>
        <span class="sub">
          <Elapsed since={wanted.since} />
          {terms && ` · ${clockWords(terms)}`}
          {reliability > 0 && ` · ${shareText(reliability)}`}
          {others > 0 && ` · ${counted("{number} other searches", "{number} others search", others)}`}
        </span>
      </div>
      <div class="acts">
        {!playing && (
          <Button
            kind={bot ? "main" : undefined}
            onClick={() => void playMeanwhile(wanted.game).catch((error: unknown) => setLate(message(error)))}
            text={translate(bot ? "Play a bot" : "Play a bot meanwhile")}
          />
        )}
        {!playing && (
          <Button
            onClick={() => startSearch({ ...wanted, pace: days ? "live" : "days", since: Date.now() })}
            text={translate(days ? "Play live instead" : "Play over days instead")}
          />
        )}
        {!playing && (
          <Button
            onClick={() => startSearch({ ...wanted, reliability: reliability ? 0 : USUAL_SHARE, since: Date.now() })}
            text={reliability ? translate("Play anybody") : translate("Only who finishes games")}
          />
        )}
        <Button onClick={() => void endSearch()} text={translate("Cancel")} />
      </div>
    </>
  );
}

function Found({ table, now }: { readonly table: string; readonly now: Search }) {
  return (
    <>
      <div class="searching-words">
        <strong role="status">{say("Your opponent is here: {game}", { game: translate(now.wanted.title) })}</strong>
      </div>
      <div class="acts">
        <Button kind="main" onClick={() => goTo(table)} text={translate("Go to the table")} />
      </div>
    </>
  );
}

function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span class="elapsed">{clockFace(Math.max(0, now - since))}</span>;
}

function goTo(table: string): void {
  forgetSearch();
  location.assign(`/table/${encodeURIComponent(table)}`);
}

/** Go to a table with a bot; the search goes on there. */
async function playMeanwhile(name: string): Promise<void> {
  const [games, bots] = await Promise.all([askGames(), askBots()]);
  const game = games.find((each) => each.name === name);
  if (game) await playBots(game, botFor(name, bots));
}

function message(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}
