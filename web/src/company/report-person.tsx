// The form to report an account to the moderators: its profile, or what it has written.

import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import { SelectField, TextField } from "../controls/field";
import { ErrorText } from "../controls/refusal";
import { useRequest } from "../controls/request";
import { newId } from "../play/session";
import type { ReportPerson } from "../protocol";
import { translate } from "../text/text";
import { REASONS } from "./report-reasons";
import { company } from "./requests";

const LONGEST = 500; // characters; the server's limit

interface ReportProps {
  readonly name: string;
  readonly number?: number; // of the last message; without one the profile is reported
}

export function Report({ name, number = 0 }: ReportProps) {
  const [reason, setReason] = useState<ReportPerson["reason"]>(number > 0 ? "chat" : "name");
  const [text, setText] = useState("");
  const [sent, setSent] = useState(false);
  const [id] = useState(newId);
  const asking = useRequest();
  const send = async () => setSent(await asking.run(() => company.report(name, { id, reason, text, number })));
  const wrong = asking.otherError();
  return (
    <details class="rest">
      <summary>{translate("Report to the moderators")}</summary>
      {sent ? (
        <p role="status">
          {translate("Thank you. Those who look after this arena will look at it; nobody else learns who has told them.")}
        </p>
      ) : (
        <form class="reporting" onSubmit={(event) => (event.preventDefault(), void send())}>
          {number > 0 && (
            <p class="hint">{translate("The moderators read the last five messages to you, and nothing else.")}</p>
          )}
          <SelectField
            label={translate("Why")}
            value={reason}
            options={(Object.keys(REASONS) as (keyof typeof REASONS)[]).map(
              (each) => [each, translate(REASONS[each])] as const,
            )}
            set={setReason}
          />
          <TextField label={translate("What happened")} maxLength={LONGEST} value={text} set={setText} />
          {wrong && <ErrorText message={wrong} />}
          <Button type="submit" disabled={asking.busy} text={translate("Report")} />
        </form>
      )}
    </details>
  );
}
