// The workbench: the table of a game that is being written, and above it the state of its rules. Saving the file updates the
// page; errors are shown, and the table stays as it was. In English, like everything for authors.

import { useEffect, useState } from "preact/hooks";
import "./workbench.css";
import { ApiError, workbench } from "../network/api";
import { storeTable } from "../app/local-settings";
import { NotFound } from "../app/not-found";
import { TablePage } from "../table/page";
import { Header } from "../app/header";
import type { Bench, BenchWish } from "../protocol";
import { Button } from "../controls/button";
import { counted, Trouble } from "./trouble";

const RETRY = 1000; // ms before the server is asked again

export function WorkbenchPage() {
  const { now, away, nowhere, wish } = useWorkbench();
  if (nowhere) return <NotFound id={null} why={{ code: "unknown_page", message: "" }} />;
  if (!now) return <Header />;
  return (
    <>
      {!now.table && <Header crumb={now.source} />}
      <StatusStrip now={now} away={away} wish={wish} />
      {now.table && <TablePage key={now.table} id={now.table} invite={null} />}
    </>
  );
}

interface StripProps {
  readonly now: Bench;
  readonly away: boolean;
  readonly wish: (what: BenchWish["what"]) => void;
}

/** The state of the rules. */
export function StatusStrip({ now, away, wish }: StripProps) {
  const { trouble } = now;
  return (
    <section class={trouble ? "bench sheet wrong" : "bench sheet"} aria-label="The rules being written" lang="en">
      <div class="bench-head">
        <b class="bench-source">{now.source}</b>
        <span class="sub" role="status">
          {away ? "rondel dev does not answer" : standing(now)}
        </span>
        <span class="spring" />
        {now.table && (
          <a class="button" href={`/dev/tree/table/${encodeURIComponent(now.table)}`} target="_blank" rel="noopener">
            Tree
          </a>
        )}
        {!trouble && now.table && <Button onClick={() => wish("anew")} text="Start anew" />}
      </div>
      {trouble && <Trouble trouble={trouble} table={now.table} wish={wish} />}
    </section>
  );
}

function standing({ read, answers, trouble, table }: Bench): string {
  if (trouble?.kind === "moves") return "the table waits for you to say how to go on";
  if (trouble) return table ? "the table is as it was" : "there is no table yet";
  return read > 1 ? `read ${read} times, ${counted(answers)} played again` : "save the file to see what changes";
}

/** The workbench's news, by long polling. */
function useWorkbench() {
  const [now, setNow] = useState<Bench | null>(null);
  const [away, setAway] = useState(false);
  const [nowhere, setNowhere] = useState(false);

  function heard(news: Bench): void {
    if (news.table) storeTable(news.table, { tokens: news.tokens }); // before the table is drawn, so that it has these seats
    setNow(news);
  }

  useEffect(() => {
    let left = false;
    async function follow(): Promise<void> {
      let since = 0;
      while (!left) {
        try {
          const news = await workbench.news(since);
          if (left) return;
          since = news.number;
          setAway(false);
          heard(news);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (error.code === "not_found") return setNowhere(true);
          setAway(true);
          since = 0; // another server may count from the start
          await new Promise((go) => setTimeout(go, RETRY));
        }
      }
    }
    void follow();
    return () => {
      left = true;
    };
  }, []);
  // a refusal is part of the news
  const wish = (what: BenchWish["what"]): void => void workbench.wish(what).then(heard, () => undefined);
  return { now, away, nowhere, wish };
}
