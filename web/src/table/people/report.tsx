// To report what somebody does at a table to those who look after the arena. Loaded when it is unfolded.

import { useRef, useState } from "preact/hooks";
import { report } from "../../network/api";
import { useAsking } from "../../controls/request";
import { chat, isOwn, keyOf } from "../../play/chat";
import type { ChatLine, Report } from "../../protocol";
import { sitterName } from "../../play/naming";
import { type State } from "../../play/state";
import { fresh } from "../../play/store";
import { mark, say, translate } from "../../text/text";
import { Field } from "../../controls/field";
import { Complaint } from "../../controls/refusal";

const LONGEST = 500; // characters, as the arena takes them
const MOST = 30; // lines of chat to choose from

const REASONS: Readonly<Record<Report["reason"], string>> = {
  chat: mark("What they say"),
  name: mark("What they call themselves"),
  play: mark("How they play: help, stalling, losing on purpose"),
  other: mark("Something else"),
};

/** Somebody who can be reported: who plays a role, or who said a line. */
interface Reported {
  readonly key: string;
  readonly name: string;
  readonly about: Pick<Report, "role" | "channel" | "number">;
}

/**
 * Whoever else plays, and what was said by who looks on, the newest first: line by line, for guests may all be called the same.
 */
export function reportable(state: State, lines: readonly ChatLine[]): readonly Reported[] {
  const seats = state.table?.seats.filter(({ kind, role }) => kind === "person" && !state.roles.includes(role)) ?? [];
  // a deleted line has no author any more
  const said = lines.filter((line) => line.role === "" && line.text !== "" && !isOwn(state.table?.id ?? "", line)).slice(-MOST);
  return [
    ...seats.map((seat): Reported => ({
      key: `seat ${seat.role}`,
      name: sitterName(seat) || translate("Guest"),
      about: { role: seat.role },
    })),
    ...said.reverse().map(({ channel, number, name, text }): Reported => ({
      key: `line ${channel} ${number}`,
      name: quote(name, shortened(text)),
      about: { channel, number },
    })),
  ];
}

/** What was chosen and is offered no longer; where its line was deleted meanwhile, without the words. */
const kept = (chosen: Reported, lines: readonly ChatLine[]): Reported => {
  const deleted = lines.find((line) => line.text === "" && keyOf(line) === `${chosen.about.channel} ${chosen.about.number}`);
  return deleted ? { ...chosen, name: quote(deleted.name, translate("deleted with the account")) } : chosen;
};

const quote = (name: string, text: string) => say("{name}: “{text}”", { name: name || translate("Guest"), text });

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

export function Reporting({ id, state }: { readonly id: string; readonly state: State }) {
  const { busy, run, elsewhere } = useAsking();
  const [reason, setReason] = useState<Report["reason"]>("chat");
  const [text, setText] = useState("");
  const [told, setTold] = useState(false);
  const message = useRef({ id: "", said: "" }); // the same, sent again after a lost answer, is the same report
  const found = reportable(state, chat.value.lines);
  const [chosen, choose] = useState(found[0]);
  // whatever is said meanwhile, it is about what was chosen
  const about = found.find(({ key }) => key === chosen?.key) ?? (chosen && kept(chosen, chat.value.lines)) ?? found[0];
  const people = about && !found.includes(about) ? [...found, about] : found;
  const wrong = elsewhere();
  if (told)
    return (
      <div class="seating">
        <p role="status">
          {translate("Thank you. Those who look after this arena will look at it; nobody else learns who has told them.")}
        </p>
        <div class="acts">
          <button type="button" class="button" onClick={() => (setText(""), setTold(false))}>
            {translate("Report something else")}
          </button>
        </div>
      </div>
    );
  if (!about) return <p class="sub">{translate("There is nobody else here.")}</p>;

  async function send(who: Reported): Promise<void> {
    const what = { reason, ...who.about, text };
    const said = JSON.stringify(what);
    if (message.current.said !== said) message.current = { id: fresh(), said };
    setTold(await run(() => report(id, { id: message.current.id, ...what })));
  }

  return (
    <form class="seating" onSubmit={(event) => (event.preventDefault(), void send(about))}>
      <Field label={translate("Whom")}>
        {(field) => (
          <select
            id={field}
            value={about.key}
            onChange={(event) => choose(people.find(({ key }) => key === event.currentTarget.value))}
          >
            {people.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={translate("Why")}>
        {(field) => (
          <select id={field} value={reason} onChange={(event) => setReason(event.currentTarget.value as Report["reason"])}>
            {Object.entries(REASONS).map(([each, words]) => (
              <option key={each} value={each}>
                {translate(words)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={translate("What happened")}>
        {(field) => (
          <input
            id={field}
            value={text}
            maxLength={LONGEST}
            autocomplete="off"
            dir="auto"
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="acts">
        <button type="submit" class="button" disabled={busy}>
          {translate("Report")}
        </button>
      </div>
      {wrong && <Complaint message={wrong} />}
    </form>
  );
}
