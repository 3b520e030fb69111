// The form to change the password.

import { useState } from "preact/hooks";
import { useRequest } from "../controls/request";
import { account } from "./requests";
import { PasswordField } from "../controls/field";
import { asSentence, ErrorText } from "../controls/refusal";
import { currentUser } from "../app/store";
import { translate } from "../text/text";
import { Button } from "../controls/button";

export function NewPassword({ name }: { readonly name: string }) {
  const [before, setBefore] = useState("");
  const [next, setNext] = useState("");
  const [done, setDone] = useState(false);
  const asking = useRequest();

  async function change(): Promise<void> {
    setDone(false);
    const changed = await asking.run(async () => {
      currentUser.value = await account.password({ old: before, new: next });
    });
    if (!changed) return;
    setBefore("");
    setNext("");
    setDone(true);
  }

  const sentence = (message: string | undefined) => message && asSentence(message);
  const other = asking.otherError("bad_password", "wrong_password");
  return (
    <form class="sheet part" aria-label={translate("Password")} onSubmit={(event) => (event.preventDefault(), void change())}>
      <h2>{translate("Password")}</h2>
      {/* Password managers need the name of the account. */}
      <input type="text" name="username" autocomplete="username" value={name} readOnly hidden />
      <PasswordField
        label={translate("The password there is")}
        wrong={sentence(asking.errorFor("wrong_password"))}
        value={before}
        set={setBefore}
      />
      <PasswordField
        fresh
        label={translate("The new password")}
        wrong={sentence(asking.errorFor("bad_password"))}
        hint={translate("Every other browser is logged out.")}
        value={next}
        set={setNext}
      />
      {other && <ErrorText message={other} />}
      <div class="acts">
        <Button type="submit" disabled={asking.busy} text={translate("Change the password")} />
        <span role="status">{done && translate("It is changed.")}</span>
      </div>
    </form>
  );
}
