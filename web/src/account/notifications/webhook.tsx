// The webhook: an address at which a program of the player's is told, or a channel of a chat service.

import { useState } from "preact/hooks";
import { Button } from "../../controls/button";
import { CopyButton } from "../../controls/copy";
import { TextField } from "../../controls/field";
import { asSentence, ErrorText } from "../../controls/refusal";
import { useRequest } from "../../controls/request";
import type { Notifications, Webhook as Hook } from "../../protocol";
import { say, translate } from "../../text/text";
import { notifications } from "../requests";

interface WebhookProps {
  readonly now: Notifications;
  readonly set: (now: Notifications) => void;
}

export function Webhook({ now, set }: WebhookProps) {
  const [url, setUrl] = useState("");
  const [tested, setTested] = useState(false);
  const asking = useRequest();
  const hook = now.webhook;
  const change = async (address: string) => {
    setTested(false);
    await asking.run(async () => set(await notifications.setWebhook({ url: address })));
  };
  const test = async () => setTested(await asking.run(async () => set(await notifications.testWebhook())));

  const bad = asking.errorFor("bad_url");
  const wrong = asking.otherError("bad_url");
  return (
    <details class="webhook folded" open={hook !== null}>
      <summary>{translate("A program or a chat")}</summary>
      {hook ? (
        <>
          <p>
            <bdi class="mail">{hook.url}</bdi>
          </p>
          {hook.ended && <ErrorText message={endText(hook)} />}
          <p class="hook-secret">
            <span class="hint">{translate("This secret signs what is sent there.")}</span>
            <CopyButton words={translate("Copy the secret")} address={() => hook.secret} />
          </p>
          <div class="acts">
            <Button disabled={asking.busy} onClick={() => void test()} text={translate("Send a test")} />
            <Button kind="danger" disabled={asking.busy} onClick={() => void change("")} text={translate("Remove it")} />
          </div>
          <span class="hint" role="status">
            {tested && translate("The test was taken.")}
          </span>
        </>
      ) : (
        <form aria-label={translate("Webhook")} onSubmit={(event) => (event.preventDefault(), void change(url))}>
          <TextField
            label={translate("Address of a webhook")}
            hint={translate("It is sent what waits for you. Webhooks of Discord and Slack work, too.")}
            wrong={bad && asSentence(bad)}
            inputMode="url"
            autocapitalize="none"
            spellcheck={false}
            placeholder="https://"
            required
            maxLength={2048}
            value={url}
            set={setUrl}
          />
          <div class="acts">
            <Button type="submit" disabled={asking.busy} text={translate("Tell this address")} />
          </div>
        </form>
      )}
      {wrong && <ErrorText message={wrong} />}
    </details>
  );
}

/** Why nothing is sent there any more. */
function endText({ ended, status }: Hook): string {
  switch (ended) {
    case "gone":
      return translate("It has answered that it is gone, so nothing is sent there any more.");
    case "forbidden":
      return translate("It is not a public address, so nothing is sent there any more.");
    case "unreached":
      return translate(
        "It could not be reached again and again, so nothing is sent there any more. A test that succeeds begins it anew.",
      );
    default:
      return say(
        "It has answered {status} again and again, so nothing is sent there any more. A test that succeeds begins it anew.",
        {
          status,
        },
      );
  }
}
