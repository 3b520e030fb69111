// The form to change the password.

import { useState } from "preact/hooks";
import { useRequest } from "../controls/request";
import { account } from "./requests";
import { Field } from "../controls/field";
import { asSentence, ErrorText } from "../controls/refusal";
import { currentUser } from "../app/store";
import { translate } from "../text/text";

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
      <Field label={translate("The password there is")} wrong={sentence(asking.errorFor("wrong_password"))}>
        {(id, said) => (
          <input
            id={id}
            {...said}
            type="password"
            autocomplete="current-password"
            required
            maxLength={128}
            value={before}
            onInput={(event) => setBefore(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field
        label={translate("The new password")}
        wrong={sentence(asking.errorFor("bad_password"))}
        hint={translate("Every other browser is logged out.")}
      >
        {(id, said) => (
          <input
            id={id}
            {...said}
            type="password"
            autocomplete="new-password"
            required
            maxLength={128}
            value={next}
            onInput={(event) => setNext(event.currentTarget.value)}
          />
        )}
      </Field>
      {other && <ErrorText message={other} />}
      <div class="acts">
        <button type="submit" class="button" disabled={asking.busy}>
          {translate("Change the password")}
        </button>
        <span role="status">{done && translate("It is changed.")}</span>
      </div>
    </form>
  );
}
