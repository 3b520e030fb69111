// A conversation with somebody. A chunk of its own.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import "../account/account.css";
import "./company.css";
import { Header } from "../app/header";
import { NotFound } from "../app/not-found";
import { currentUser } from "../app/store";
import { profileAddress, signInAddress } from "../account/address";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { useRequest } from "../controls/request";
import { follow } from "../lobby/feed";
import { ApiError } from "../network/api";
import type { ConversationPage as Page, PrivateMessage } from "../protocol";
import { newId } from "../play/session";
import { day, moment } from "../text/dates";
import { language, say, translate } from "../text/text";
import { lookAtNews } from "./news";
import { Report } from "./report-person";
import { messages } from "./requests";

const LONGEST = 500; // characters; the server's limit

export function ConversationPage({ name }: { readonly name: string }) {
  const me = currentUser.value;
  const [page, setPage] = useState<Page | null>(null);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  useEffect(() => {
    document.title = `${page?.name ?? name} · Rondel`;
  }, [page, language()]);
  const look = async () => {
    try {
      const fresh = await messages.page(name);
      setPage((known) =>
        known ? { ...fresh, messages: merged(known.messages, fresh.messages), before: known.before } : fresh,
      );
      const last = fresh.messages.at(-1);
      if (last && !document.hidden) await messages.read(name, last.number);
      await lookAtNews();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) setWrong(error);
    }
  };
  const known = me?.kind === "account";
  useEffect(() => {
    if (!known) return;
    void look();
    const front = () => document.hidden || void look();
    document.addEventListener("visibilitychange", front);
    const unfollow = follow({ begun: () => void look(), changed: ({ mine }) => mine && void look() });
    return () => {
      document.removeEventListener("visibilitychange", front);
      unfollow();
    };
  }, [name, known]);
  if (me && !known) location.replace(signInAddress(location.pathname));
  if (wrong) return <NotFound id={null} why={wrong} />;
  const earlier = async (before: number) => {
    const older = await messages.page(name, before);
    setPage((now) => now && { ...now, messages: merged(older.messages, now.messages), before: older.before });
  };
  return (
    <>
      <Header crumb={translate("Messages")} />
      {page && (
        <main class="people conversation">
          <h1>
            <a class="reach name" href={profileAddress(page.name)} dir="auto">
              {page.name}
            </a>
          </h1>
          <Messages page={page} earlier={earlier} />
          {page.open ? (
            <Writing name={page.name} written={look} />
          ) : (
            <p class="hint">{translate("Messages go between people who follow each other.")}</p>
          )}
        </main>
      )}
    </>
  );
}

const merged = (some: readonly PrivateMessage[], more: readonly PrivateMessage[]) =>
  [...new Map([...some, ...more].map((each) => [each.number, each])).values()].sort((a, b) => a.number - b.number);

interface MessagesProps {
  readonly page: Page;
  readonly earlier: (before: number) => Promise<void>;
}

function Messages({ page, earlier }: MessagesProps) {
  const asking = useRequest();
  const end = useRef<HTMLDivElement>(null);
  const last = page.messages.at(-1)?.number;
  useLayoutEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [last]);
  const { before } = page;
  const theirs = page.messages.findLast((each) => !each.by_me);
  return (
    <section class="sheet part" aria-label={say("Messages with {name}", { name: page.name })}>
      {page.messages.length === 0 && <p class="sub">{translate("Nothing was written yet.")}</p>}
      {before !== null && (
        <div class="acts">
          <Button
            disabled={asking.busy}
            onClick={() => void asking.run(() => earlier(before))}
            text={translate("Earlier messages")}
          />
        </div>
      )}
      <ol class="messages" aria-live="polite">
        {page.messages.map((each, index) => {
          const date = day(each.at);
          const fresh = index === 0 || day(page.messages[index - 1]?.at ?? 0) !== date;
          return (
            <li key={each.number} class={each.by_me ? "mine" : undefined}>
              {fresh && <span class="sub date">{date}</span>}
              <span class="nowhere">{each.by_me ? translate("You") : page.name}: </span>
              <p dir="auto" lang="" title={moment(each.at)}>
                {each.text}
              </p>
            </li>
          );
        })}
      </ol>
      {theirs && <Report name={page.name} number={theirs.number} />}
      <div ref={end} />
    </section>
  );
}

function Writing({ name, written }: { readonly name: string; readonly written: () => Promise<void> }) {
  const [text, setText] = useState("");
  const [id, setId] = useState(newId); // the same until the message is stored, so that it is stored once
  const asking = useRequest();
  async function send(): Promise<void> {
    if (!text.trim()) return;
    if (!(await asking.run(() => messages.write(name, { id, text })))) return;
    setText("");
    setId(newId());
    await written();
  }
  const wrong = asking.otherError();
  return (
    <form class="saying" onSubmit={(event) => (event.preventDefault(), void send())}>
      <input
        value={text}
        maxLength={LONGEST}
        aria-label={say("Write to {name}", { name })}
        placeholder={say("Write to {name}", { name })}
        autocomplete="off"
        dir="auto"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" kind="main" disabled={asking.busy} text={translate("Send")} />
      {wrong && <ErrorText message={wrong} />}
    </form>
  );
}
