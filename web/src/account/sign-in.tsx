// Forms to create an account and to log in. The names of the fields are those that password managers know.

import { useState } from "preact/hooks";
import { useRequest } from "../controls/request";
import { account } from "./requests";
import { PasswordField, TextField } from "../controls/field";
import { asSentence, ErrorText } from "../controls/refusal";
import { currentUser } from "../app/store";
import { playerName } from "../app/local-settings";
import { translate } from "../text/text";
import { Button } from "../controls/button";
import { ForgottenPassword } from "./notifications/forgotten-password";

interface SignInProps {
  readonly guest: boolean; // the user has seats already, which are kept
  readonly next: string | null; // address to open afterwards
}

export function SignIn({ guest, next }: SignInProps) {
  return (
    <>
      <p>
        {translate(
          guest
            ? "You play as a guest of this browser. With an account your seats are yours in every browser, and rated games count for you."
            : "With an account your seats are yours in every browser, and rated games count for you. To play you need none.",
        )}
      </p>
      <div class="parts">
        <CredentialsForm title={translate("Make an account")} act={translate("Make the account")} fresh next={next} />
        <div class="coming-in">
          <CredentialsForm title={translate("Log in")} act={translate("Log in")} next={next} />
          <ForgottenPassword />
        </div>
      </div>
    </>
  );
}

interface CredentialsFormProps {
  readonly title: string;
  readonly act: string;
  readonly fresh?: boolean; // a new account
  readonly next: string | null;
}

function CredentialsForm({ title, act, fresh = false, next }: CredentialsFormProps) {
  const [name, setName] = useState(fresh ? playerName() : "");
  const [password, setPassword] = useState("");
  const asking = useRequest();

  async function enter(): Promise<void> {
    const done = await asking.run(async () => {
      currentUser.value = await (fresh ? account.register : account.login)({ name, password });
    });
    if (done && next !== null) location.assign(next);
  }

  const sentence = (message: string | undefined) => message && asSentence(message);
  const other = asking.otherError("bad_name", "name_taken", "bad_password", "wrong_password");
  return (
    <form class="sheet part" aria-label={title} onSubmit={(event) => (event.preventDefault(), void enter())}>
      <h2>{title}</h2>
      <TextField
        label={translate("Name")}
        wrong={sentence(asking.errorFor("bad_name", "name_taken"))}
        {...(fresh && { hint: translate("2 to 24 letters, digits and - _ . ' of one script. It is shown where you play.") })}
        name="username"
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        required
        maxLength={40}
        value={name}
        set={setName}
      />
      <PasswordField
        fresh={fresh}
        label={translate("Password")}
        wrong={sentence(asking.errorFor("bad_password", "wrong_password"))}
        {...(fresh && { hint: translate("8 characters or more, and not easy to guess.") })}
        name="password"
        value={password}
        set={setPassword}
      />
      {fresh && (
        <p class="hint">
          {translate(
            "Let your browser keep it. With a mail address, which you can give afterwards, a forgotten one is replaced.",
          )}
        </p>
      )}
      {other && <ErrorText message={other} />}
      <div class="acts">
        <Button type="submit" kind="main" disabled={asking.busy} text={act} />
      </div>
    </form>
  );
}
