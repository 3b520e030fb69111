// The mail address of the account: given with the password, and confirmed by a link that is sent to it.

import { useState } from "preact/hooks";
import { Button } from "../../controls/button";
import { PasswordField, TextField } from "../../controls/field";
import { asSentence, ErrorText } from "../../controls/refusal";
import { useRequest } from "../../controls/request";
import type { Notifications } from "../../protocol";
import { language, say, translate } from "../../text/text";
import { notifications } from "../requests";

interface MailAddressProps {
  readonly name: string; // of the account, for password managers
  readonly now: Notifications;
  readonly set: (now: Notifications) => void;
}

export function MailAddress({ name, now, set }: MailAddressProps) {
  const [changing, setChanging] = useState(false);
  if (changing || !now.address) {
    return <AddressForm name={name} now={now} set={(after) => (set(after), setChanging(false))} cancel={setChanging} />;
  }
  return (
    <div class="address">
      <p>
        <bdi class="mail">{now.address}</bdi>
        <span class={now.confirmed ? "badge sure" : "badge"}>
          {translate(now.confirmed ? "confirmed" : "not confirmed yet")}
        </span>
      </p>
      {!now.confirmed && (
        <p class="hint">{translate("A link was sent there. Open it, and the mails begin. It works for a day.")}</p>
      )}
      <div class="acts">
        <Button onClick={() => setChanging(true)} text={translate("Change or remove the address")} />
      </div>
    </div>
  );
}

interface AddressFormProps extends MailAddressProps {
  readonly cancel: (changing: boolean) => void;
}

function AddressForm({ name, now, set, cancel }: AddressFormProps) {
  const [address, setAddress] = useState(now.address);
  const [password, setPassword] = useState("");
  const asking = useRequest();
  const send = (to: string) =>
    asking.run(async () => set(await notifications.setAddress({ address: to, password, lang: language() })));

  const sentence = (message: string | undefined) => message && asSentence(message);
  const other = asking.otherError("bad_address", "wrong_password");
  return (
    <form aria-label={translate("Mail address")} onSubmit={(event) => (event.preventDefault(), void send(address))}>
      <input type="text" name="username" autocomplete="username" value={name} readOnly hidden />
      <TextField
        label={translate("Mail address")}
        hint={translate("Nobody else sees it.")}
        wrong={sentence(asking.errorFor("bad_address"))}
        inputMode="email"
        autocomplete="email"
        autocapitalize="none"
        spellcheck={false}
        required
        maxLength={254}
        value={address}
        set={setAddress}
      />
      <PasswordField
        label={translate("Password")}
        hint={translate("Mails can set a new password, so the address needs it.")}
        wrong={asking.errorFor("wrong_password") && translate("This is not the account's password.")}
        value={password}
        set={setPassword}
      />
      {other && <ErrorText message={other} />}
      <div class="acts">
        <Button type="submit" kind="main" disabled={asking.busy} text={translate("Send me a link")} />
        {now.address && (
          <>
            <Button
              kind="danger"
              disabled={asking.busy || password === ""}
              onClick={() => void send("")}
              aria-label={say("Remove {address}", { address: now.address })}
              text={translate("Remove it")}
            />
            <Button onClick={() => cancel(false)} text={translate("Cancel")} />
          </>
        )}
      </div>
    </form>
  );
}
