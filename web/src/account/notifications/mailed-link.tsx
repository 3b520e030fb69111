// The pages that links in mails lead to. Opening one does nothing yet: programs that look at links in mails open them, too.

import { useEffect, useState } from "preact/hooks";
import { Header } from "../../app/header";
import { currentUser } from "../../app/store";
import { Button } from "../../controls/button";
import { PasswordField } from "../../controls/field";
import { asSentence, ErrorText } from "../../controls/refusal";
import { useRequest } from "../../controls/request";
import { language, translate } from "../../text/text";
import type { MailedPurpose } from "../address";
import { mailed } from "../requests";

interface MailedLinkProps {
  readonly purpose: MailedPurpose;
  readonly token: string;
}

export function MailedLinkPage({ purpose, token }: MailedLinkProps) {
  const [title, text, act] = words(purpose);
  const [password, setPassword] = useState("");
  const [done, setDone] = useState(false);
  const asking = useRequest();
  useEffect(() => {
    document.title = `${title} · Rondel`;
  }, [language()]);

  async function follow(): Promise<void> {
    const followed = await asking.run(async () => {
      if (purpose === "confirm") await mailed.confirm(token);
      else if (purpose === "unsubscribe") await mailed.unsubscribe(token);
      else currentUser.value = await mailed.reset({ token, password });
    });
    setDone(followed);
  }

  const weak = asking.errorFor("bad_password");
  const other = asking.otherError("bad_password");
  return (
    <>
      <Header crumb={translate("Account")} />
      <main class="people mailed">
        <h1>{title}</h1>
        {done ? (
          <div class="sheet part" role="status">
            <p>{doneText(purpose)}</p>
            <div class="acts">
              <a class="button main" href="/account">
                {translate("To your account")}
              </a>
              <a class="button" href="/">
                {translate("To the lobby")}
              </a>
            </div>
          </div>
        ) : (
          <form class="sheet part" aria-label={title} onSubmit={(event) => (event.preventDefault(), void follow())}>
            <p>{text}</p>
            {purpose === "reset" && (
              <PasswordField
                fresh
                label={translate("The new password")}
                hint={translate("Every other browser is logged out.")}
                wrong={weak && asSentence(weak)}
                value={password}
                set={setPassword}
              />
            )}
            {other && <ErrorText message={other} />}
            <div class="acts">
              <Button type="submit" kind="main" disabled={asking.busy} text={act} />
            </div>
          </form>
        )}
      </main>
    </>
  );
}

/** The heading, the sentence below it, and the text of the button. */
function words(purpose: MailedPurpose): readonly [title: string, text: string, act: string] {
  switch (purpose) {
    case "confirm":
      return [
        translate("Your mail address"),
        translate("With it, mails tell you when a game waits for you."),
        translate("Confirm the address"),
      ];
    case "reset":
      return [translate("A new password"), translate("Choose a new password for your account."), translate("Set the password")];
    case "unsubscribe":
      return [
        translate("No more mails"),
        translate("No mail will tell you of your turns any more. In your account you can choose some of them instead."),
        translate("Stop the mails"),
      ];
  }
}

function doneText(purpose: MailedPurpose): string {
  switch (purpose) {
    case "confirm":
      return translate("Your address is confirmed. In your account you choose what is sent to it, and when.");
    case "reset":
      return translate("Your password is set, and you are logged in.");
    case "unsubscribe":
      return translate("No more such mails are sent to you.");
  }
}
