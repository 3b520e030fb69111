// The rules of a game: text and state diagram. A chunk of its own.

import { useEffect, useState } from "preact/hooks";
import "./rules.css";
import { linkTo } from "../app/address";
import { ApiError, rules as askRules } from "../network/api";
import { directionOf } from "../text/language";
import { NotFound } from "../app/not-found";
import { lobbyAt } from "../lobby/address";
import { Header } from "../app/header";
import { MoreLikeThis } from "../lobby/library/deferred";
import type { GameRules } from "../protocol";
import { language, translate } from "../text/text";
import { Diagram } from "./state-diagram";
import { Markdown } from "./markdown";
import { Position } from "./position";

/** The page at `/rules/GAME`. */
export function RulesPage({ game }: { readonly game: string }) {
  const [rules, setRules] = useState<GameRules | null>(null);
  const [why, setWhy] = useState<ApiError | null>(null);
  const spoken = language();
  useEffect(() => {
    let wanted = true; // the page starts in English, and that response may arrive last
    const then =
      <Come,>(set: (come: Come) => void) =>
      (come: Come) =>
        void (wanted && set(come));
    void askRules(game, spoken).then(then(setRules), then(setWhy));
    return () => void (wanted = false);
  }, [game, spoken]);
  const title = rules && translate(rules.title);
  useEffect(() => {
    if (title) document.title = `${title} · ${translate("Rules")} · Rondel`;
  }, [title, language()]);
  if (why) return <NotFound id={null} why={why.code === "unknown_game" ? { code: "unknown_page", message: "" } : why} />;
  return (
    <>
      <Header crumb={title ? `${title} · ${translate("Rules")}` : translate("Rules")} />
      {rules && (
        <main class="rules">
          <h1>{title}</h1>
          <p class="summary">{translate(rules.summary)}</p>
          <div class="acts">
            <a class="button main" href={lobbyAt(rules.name, true)}>
              {translate("Learn it as you play")}
            </a>
            <a class="button" href={lobbyAt(rules.name)}>
              {translate("Open a table")}
            </a>
          </div>
          {rules.lang !== spoken.split("-")[0] && (
            <p class="sub">{translate("These rules are in English: nobody has written them in your language yet.")}</p>
          )}
          <article class="sheet" lang={rules.lang} dir={directionOf(rules.lang)}>
            <Markdown
              text={rules.text}
              position={(number) => {
                const position = rules.positions[number];
                return position ? <Position position={position} /> : null;
              }}
            />
          </article>
          <details class="states">
            <summary>{translate("For authors: the states of the game")}</summary>
            <p class="sub">
              {translate(
                "What happens when, as the program knows it: round boxes wait for players, square ones go on by themselves.",
              )}
            </p>
            <Diagram rules={rules} />
          </details>
          <MoreLikeThis game={rules.name} />
          <div class="acts">
            <a class="button" href={linkTo("/")}>
              {translate("To the lobby")}
            </a>
          </div>
        </main>
      )}
    </>
  );
}
