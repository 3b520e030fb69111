// The chat of a table. Players can ignore people; the host can mute spectators.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, mute } from "../../network/api";
import { useRequest } from "../../controls/request";
import { isOwn, isPhrase, keyOf, lineText, PHRASES, read, send as sendLine } from "../../play/chat";
import { chat } from "../../play/store";
import { ignoreAt, playerName, ignoredAt } from "../../app/local-settings";
import type { ChatLine } from "../../protocol";
import { view, type State } from "../../play/state";
import { newId } from "../../play/session";
import { say, translate } from "../../text/text";
import { Person } from "../../controls/person";
import { ErrorText } from "../../controls/refusal";
import { Button } from "../../controls/button";

const LONGEST = 500; // characters of a line; the server's limit

export function ChatPanel({ id, state }: { readonly id: string; readonly state: State }) {
  const [ignored, ignore] = useIgnored(id);
  const over = view(state)?.over ?? false;
  useEffect(() => {
    if (state.link === "open") void read(id, chat.peek()); // also after a reconnection, as lines may be missing
  }, [id, state.roles.join(), over, state.link]);
  useEffect(() => () => void read(null), [id]);
  const { channels, lines, muted } = chat.value;
  const said = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => said.current?.scrollTo(0, said.current.scrollHeight), [lines.length]); // scroll to the newest line
  // until the channels are known the terms tell, so that the panels below keep their places
  if (channels ? channels.length === 0 : state.table?.terms.chat === "off") return null;
  const shown = lines.filter((line) => channels?.includes(line.channel) && !ignored.has(speakerKey(line)));
  const hosts = state.roles.includes(state.table?.host ?? "");
  const newest = new Map(shown.map((line) => [speakerKey(line), line])); // the newest line of each person has the buttons
  return (
    <section class="chat sheet" aria-label={translate("Chat")}>
      <h2>{translate("Chat")}</h2>
      {shown.length > 0 && (
        <ol ref={said} tabIndex={0} aria-label={translate("What was said")} aria-live="polite">
          {shown.map((line) => (
            <li key={keyOf(line)}>
              <div>
                <b>
                  <Person name={line.name} badge={line.badge} words={line.name || translate("Guest")} />
                </b>
                {line.channel === "gallery" && state.roles.length > 0 && <span class="sub">{translate("looking on")}</span>}
                {line.text ? (
                  <span dir="auto" lang={isPhrase(line) ? undefined : ""}>
                    {lineText(line)}
                  </span>
                ) : (
                  <span class="sub">{translate("deleted with the account")}</span>
                )}
              </div>
              {hosts && line.channel === "gallery" && newest.get(speakerKey(line)) === line && (
                <MuteButton id={id} line={line} muted={muted.has(line.number)} />
              )}
              {!state.roles.includes(line.role) && !isOwn(id, line) && newest.get(speakerKey(line)) === line && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={say("Hear no more from {name}", { name: line.name || translate("Guest") })}
                  onClick={() => ignore(speakerKey(line), true)}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ol>
      )}
      {[...ignored].map((each) => (
        <div key={each} class="ignored">
          <span class="sub">{say("You hear no more from {name}", { name: nameIn(each) })}</span>
          <Button
            aria-label={`${translate("Hear again")}: ${nameIn(each)}`}
            onClick={() => ignore(each, false)}
            text={translate("Hear again")}
          />
        </div>
      ))}
      <ChatInput id={id} />
    </section>
  );
}

/** The people that the player ignores at this table, stored in the browser. */
function useIgnored(id: string) {
  const [ignored, setIgnored] = useState<readonly string[]>(() => ignoredAt(id));
  const ignore = (who: string, now: boolean) => setIgnored(ignoreAt(id, who, now));
  return [new Set(ignored), ignore] as const;
}

/** The host's button to mute the author of a line, or to let them speak; the server decides whether they may. */
function MuteButton({
  id,
  line: { name, number },
  muted,
}: {
  readonly id: string;
  readonly line: ChatLine;
  readonly muted: boolean;
}) {
  const { busy, run, otherError } = useRequest();
  const words = translate(muted ? "Let speak" : "Mute");
  const wrong = otherError();
  return (
    <>
      <Button
        disabled={busy}
        aria-label={`${words}: ${name || translate("Guest")}`}
        onClick={() =>
          void run(() => mute(id, { number, muted: !muted })).then((done) => (done ? read(id, chat.peek()) : undefined))
        }
        text={words}
      />
      {wrong && <ErrorText message={wrong} />}
    </>
  );
}

function ChatInput({ id }: { readonly id: string }) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);

  async function send(said: string): Promise<void> {
    if (!said.trim()) return;
    if (said === text) setText(""); // at once: the next input is another line
    try {
      await sendLine(id, said, playerName(), newId());
      setWrong(null);
    } catch (error) {
      if (said === text) setText((now) => now || said);
      if (!(error instanceof ApiError)) throw error;
      setWrong(error.message);
    }
  }

  return (
    <form class="saying" onSubmit={(event) => (event.preventDefault(), void send(text))}>
      <input
        value={text}
        maxLength={LONGEST}
        aria-label={translate("Say something")}
        placeholder={translate("Say something")}
        autocomplete="off"
        dir="auto"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" text={translate("Say")} />
      <details class="phrases">
        <summary>{translate("Quick phrases")}</summary>
        {PHRASES.map((each) => (
          <button key={each} type="button" class="phrase" onClick={() => void send(each)}>
            {translate(each)}
          </button>
        ))}
      </details>
      {wrong && <ErrorText message={wrong} />}
    </form>
  );
}

/** Key of a line's author: spectators have no identity besides their name. */
const speakerKey = (line: ChatLine) => `${line.role} ${line.name}`;

const nameIn = (spoken: string) => spoken.slice(spoken.indexOf(" ") + 1) || translate("Guest");
