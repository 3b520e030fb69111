// The form to report somebody to the operators. Loaded when it is opened.

import { useRef, useState } from "preact/hooks";
import { report } from "../../network/api";
import { useRequest } from "../../controls/request";
import { isOwn, keyOf } from "../../play/chat";
import { chat } from "../../play/store";
import type { ChatLine, Report } from "../../protocol";
import { seatName } from "../../play/naming";
import { type State } from "../../play/state";
import { newId } from "../../play/session";
import { REASONS } from "../../company/report-reasons";
import { say, translate } from "../../text/text";
import { SelectField, TextField } from "../../controls/field";
import { ErrorText } from "../../controls/refusal";
import { Button } from "../../controls/button";

const LONGEST = 500; // characters; the server's limit
const MOST = 30; // chat lines to choose from

/** Somebody who can be reported: a player, or the author of a chat line. */
interface Reportable {
  readonly key: string;
  readonly name: string;
  readonly about: Pick<Report, "role" | "channel" | "number">;
}

/** Other players, and spectators' chat lines, the newest first. Line by line, as several guests may have the same name. */
export function reportable(state: State, lines: readonly ChatLine[]): readonly Reportable[] {
  const seats = state.table?.seats.filter(({ kind, role }) => kind === "person" && !state.roles.includes(role)) ?? [];
  // a deleted line has no author
  const said = lines.filter((line) => line.role === "" && line.text !== "" && !isOwn(state.table?.id ?? "", line)).slice(-MOST);
  return [
    ...seats.map((seat): Reportable => ({
      key: `seat ${seat.role}`,
      name: seatName(seat) || translate("Guest"),
      about: { role: seat.role },
    })),
    ...said.reverse().map(({ channel, number, name, text }): Reportable => ({
      key: `line ${channel} ${number}`,
      name: quote(name, shortened(text)),
      about: { channel, number },
    })),
  ];
}

/** The chosen person, who is no longer listed; without the text of a deleted line. */
const withdrawn = (chosen: Reportable, lines: readonly ChatLine[]): Reportable => {
  const deleted = lines.find((line) => line.text === "" && keyOf(line) === `${chosen.about.channel} ${chosen.about.number}`);
  return deleted ? { ...chosen, name: quote(deleted.name, translate("deleted with the account")) } : chosen;
};

const quote = (name: string, text: string) => say("{name}: “{text}”", { name: name || translate("Guest"), text });

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

export function ReportForm({ id, state }: { readonly id: string; readonly state: State }) {
  const { busy, run, otherError } = useRequest();
  const [reason, setReason] = useState<Report["reason"]>("chat");
  const [text, setText] = useState("");
  const [told, setTold] = useState(false);
  const message = useRef({ id: "", said: "" }); // idempotency key: the same text sent again is the same report
  const found = reportable(state, chat.value.lines);
  const [chosen, choose] = useState(found[0]);
  // the choice stays, whatever is listed meanwhile
  const about = found.find(({ key }) => key === chosen?.key) ?? (chosen && withdrawn(chosen, chat.value.lines)) ?? found[0];
  const people = about && !found.includes(about) ? [...found, about] : found;
  const wrong = otherError();
  if (told)
    return (
      <div class="seating">
        <p role="status">
          {translate("Thank you. Those who look after this arena will look at it; nobody else learns who has told them.")}
        </p>
        <div class="acts">
          <Button onClick={() => (setText(""), setTold(false))} text={translate("Report something else")} />
        </div>
      </div>
    );
  if (!about) return <p class="sub">{translate("There is nobody else here.")}</p>;

  async function send(who: Reportable): Promise<void> {
    const what = { reason, ...who.about, text };
    const said = JSON.stringify(what);
    if (message.current.said !== said) message.current = { id: newId(), said };
    setTold(await run(() => report(id, { id: message.current.id, ...what })));
  }

  return (
    <form class="seating" onSubmit={(event) => (event.preventDefault(), void send(about))}>
      <SelectField
        label={translate("Whom")}
        value={about.key}
        options={people.map(({ key, name }) => [key, name] as const)}
        set={(chosenKey) => choose(people.find(({ key }) => key === chosenKey))}
      />
      <SelectField
        label={translate("Why")}
        value={reason}
        options={(Object.keys(REASONS) as Report["reason"][]).map((each) => [each, translate(REASONS[each])] as const)}
        set={setReason}
      />
      <TextField
        label={translate("What happened")}
        value={text}
        maxLength={LONGEST}
        autocomplete="off"
        dir="auto"
        set={setText}
      />
      <div class="acts">
        <Button type="submit" disabled={busy} text={translate("Report")} />
      </div>
      {wrong && <ErrorText message={wrong} />}
    </form>
  );
}
