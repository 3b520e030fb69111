// What is said at the table, and a line to say something oneself. Whom one does not want to hear, one can leave out.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, mute } from "../../network/api";
import { useAsking } from "../../controls/request";
import { chat, isOwn, keyOf, read, tell } from "../../play/chat";
import { hushAt, playerName, unheardAt } from "../../app/local-settings";
import type { ChatLine } from "../../protocol";
import { view, type State } from "../../play/state";
import { fresh } from "../../play/store";
import { say, translate } from "../../text/text";
import { Person } from "../../controls/person";
import { Complaint } from "../../controls/refusal";

const LONGEST = 500; // characters of a line, as the arena takes them

export function ChatPanel({ id, state }: { readonly id: string; readonly state: State }) {
  const [hushed, hush] = useHushed(id);
  const over = view(state)?.over ?? false;
  useEffect(() => {
    if (state.link === "open") void read(id, chat.peek()); // also when the connection is back: something may have been said
  }, [id, state.roles.join(), over, state.link]);
  useEffect(() => () => void read(null), [id]);
  const { channels, lines, muted } = chat.value;
  const said = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => said.current?.scrollTo(0, said.current.scrollHeight), [lines.length]); // the newest is seen
  if (channels.length === 0) return null;
  const shown = lines.filter((line) => channels.includes(line.channel) && !hushed.has(speaker(line)));
  const hosts = state.roles.includes(state.table?.host ?? "");
  const newest = new Map(shown.map((line) => [speaker(line), line])); // there each can be left out
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
                  <span dir="auto">{line.text}</span>
                ) : (
                  <span class="sub">{translate("deleted with the account")}</span>
                )}
              </div>
              {hosts && line.channel === "gallery" && newest.get(speaker(line)) === line && (
                <Silence id={id} line={line} muted={muted.has(line.number)} />
              )}
              {!state.roles.includes(line.role) && !isOwn(id, line) && newest.get(speaker(line)) === line && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={say("Hear no more from {name}", { name: line.name || translate("Guest") })}
                  onClick={() => hush(speaker(line), true)}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ol>
      )}
      {[...hushed].map((each) => (
        <div key={each} class="hushed">
          <span class="sub">{say("You hear no more from {name}", { name: nameIn(each) })}</span>
          <button
            type="button"
            class="button"
            aria-label={`${translate("Hear again")}: ${nameIn(each)}`}
            onClick={() => hush(each, false)}
          >
            {translate("Hear again")}
          </button>
        </div>
      ))}
      <Saying id={id} />
    </section>
  );
}

/** Whom one does not hear at this table, which the browser remembers, and how one changes that. */
function useHushed(id: string) {
  const [hushed, setHushed] = useState<readonly string[]>(() => unheardAt(id));
  const hush = (who: string, now: boolean) => setHushed(hushAt(id, who, now));
  return [new Set(hushed), hush] as const;
}

/** The host has who said that say no more at this table, or be heard again; whether they may speak is the arena's to know. */
function Silence({
  id,
  line: { name, number },
  muted,
}: {
  readonly id: string;
  readonly line: ChatLine;
  readonly muted: boolean;
}) {
  const { busy, run, elsewhere } = useAsking();
  const words = translate(muted ? "Let speak" : "Mute");
  const wrong = elsewhere();
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={busy}
        aria-label={`${words}: ${name || translate("Guest")}`}
        onClick={() =>
          void run(() => mute(id, { number, muted: !muted })).then((done) => (done ? read(id, chat.peek()) : undefined))
        }
      >
        {words}
      </button>
      {wrong && <Complaint message={wrong} />}
    </>
  );
}

function Saying({ id }: { readonly id: string }) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);

  async function send(): Promise<void> {
    if (!text.trim()) return;
    setText(""); // at once: what is written meanwhile is another line
    try {
      await tell(id, text, playerName(), fresh());
      setWrong(null);
    } catch (error) {
      setText((now) => now || text);
      if (!(error instanceof ApiError)) throw error;
      setWrong(error.message);
    }
  }

  return (
    <form class="saying" onSubmit={(event) => (event.preventDefault(), void send())}>
      <input
        value={text}
        maxLength={LONGEST}
        aria-label={translate("Say something")}
        placeholder={translate("Say something")}
        autocomplete="off"
        dir="auto"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button">
        {translate("Say")}
      </button>
      {wrong && <Complaint message={wrong} />}
    </form>
  );
}

/** Whom one does not hear: in the gallery people are told apart by no more than their names. */
const speaker = (line: ChatLine) => `${line.role} ${line.name}`;

const nameIn = (spoken: string) => spoken.slice(spoken.indexOf(" ") + 1) || translate("Guest");
