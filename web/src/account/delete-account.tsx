// Exporting one's data, and deleting the account.

import { useState } from "preact/hooks";
import { useRequest } from "../controls/request";
import { account } from "./requests";
import { forgetTables } from "../app/local-settings";
import { PasswordField } from "../controls/field";
import { asSentence, ErrorText } from "../controls/refusal";
import { currentUser } from "../app/store";
import { translate } from "../text/text";
import { Button } from "../controls/button";

export function DeleteAccount({ name }: { readonly name: string }) {
  const [sure, setSure] = useState(false);
  const [password, setPassword] = useState("");
  const asking = useRequest();
  const remove = () =>
    asking.run(async () => {
      currentUser.value = await account.remove({ password });
      forgetTables();
    });
  const wrong = asking.errorFor("wrong_password");
  const other = asking.otherError("wrong_password");
  return (
    <section class="sheet part" aria-labelledby="leaving">
      <h2 id="leaving">{translate("Your data")}</h2>
      <div class="acts">
        <a class="button" href="/api/me/export" download="rondel.json">
          {translate("All that is stored about you")}
        </a>
      </div>
      {sure ? (
        <form onSubmit={(event) => (event.preventDefault(), void remove())}>
          <p>
            {translate(
              "The account and its bots are deleted for good. What you and they wrote in chats is erased. Games, results and reports stay, without your name.",
            )}
          </p>
          <input type="text" name="username" autocomplete="username" value={name} readOnly hidden />
          <PasswordField label={translate("Password")} wrong={wrong && asSentence(wrong)} value={password} set={setPassword} />
          {other && <ErrorText message={other} />}
          <div class="acts">
            <Button type="submit" kind="danger" disabled={asking.busy} text={translate("Delete the account")} />
            <Button onClick={() => setSure(false)} text={translate("Cancel")} />
          </div>
        </form>
      ) : (
        <div class="acts">
          <Button kind="danger" onClick={() => setSure(true)} text={translate("Delete the account…")} />
        </div>
      )}
    </section>
  );
}
