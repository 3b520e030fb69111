// Asks for a link that sets a new password. The answer is the same whether there is such an account or not.

import { useState } from "preact/hooks";
import { Button } from "../../controls/button";
import { TextField } from "../../controls/field";
import { ErrorText } from "../../controls/refusal";
import { useRequest } from "../../controls/request";
import { translate } from "../../text/text";
import { mailed } from "../requests";

export function ForgottenPassword() {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [sent, setSent] = useState(false);
  const asking = useRequest();
  const ask = async () => setSent(await asking.run(() => mailed.forgotten({ name })));

  if (!open) {
    return (
      <div class="acts">
        <Button onClick={() => setOpen(true)} text={translate("Forgotten the password?")} />
      </div>
    );
  }
  const wrong = asking.otherError();
  return (
    <form
      class="sheet part forgotten"
      aria-label={translate("Forgotten password")}
      onSubmit={(event) => (event.preventDefault(), void ask())}
    >
      <h2>{translate("Forgotten password")}</h2>
      <TextField
        label={translate("Name or mail address")}
        autocapitalize="none"
        spellcheck={false}
        required
        maxLength={254}
        value={name}
        set={setName}
      />
      {wrong && <ErrorText message={wrong} />}
      <p class="hint" role="status">
        {translate(
          sent
            ? "If there is such an account with a confirmed address, a link is on its way. It works for half an hour."
            : "A link to set a new password is sent to the confirmed address of the account.",
        )}
      </p>
      <div class="acts">
        <Button type="submit" disabled={asking.busy || sent} text={translate("Send the link")} />
      </div>
    </form>
  );
}
