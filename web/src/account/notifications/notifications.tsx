// What the account is told while it is away, and where. Every change counts at once.

import { useEffect, useState } from "preact/hooks";
import { ErrorText } from "../../controls/refusal";
import { useRequest } from "../../controls/request";
import type { Notifications as Wanted, NotificationSettings } from "../../protocol";
import { translate } from "../../text/text";
import { notifications } from "../requests";
import { reachedBy } from "./channels";
import { MailAddress } from "./mail-address";
import { ThisBrowser } from "./this-browser";
import { Webhook } from "./webhook";
import { When } from "./when";

export function Notifications({ name }: { readonly name: string }) {
  const [now, setNow] = useState<Wanted | null>(null);
  const [saved, setSaved] = useState(false);
  const asking = useRequest();
  useEffect(() => void asking.run(async () => setNow(await notifications.get())), []);

  async function change(part: Partial<NotificationSettings>): Promise<void> {
    if (now === null) return;
    const settings = { ...now.settings, ...part };
    setNow({ ...now, settings }); // at once; a refusal shows beside it
    setSaved(false);
    setSaved(await asking.run(async () => setNow(await notifications.change(settings))));
  }

  const reached = now ? reachedBy(now) : [];
  const wrong = asking.otherError();
  return (
    <section class="sheet part notifications" aria-labelledby="notifications">
      <h2 id="notifications">{translate("When it is your turn")}</h2>
      {now && !now.mails && !now.push_key && !now.webhooks && (
        <p class="hint">{translate("This arena tells nobody of their turns. Its host can change that.")}</p>
      )}
      {now?.push_key && <ThisBrowser now={now} set={setNow} />}
      {now?.mails && (
        <>
          {now.push_key && <h3>{translate("By mail")}</h3>}
          <p class="hint">{translate("A mail tells you that a game waits for you, when you are not at the table.")}</p>
          <MailAddress name={name} now={now} set={setNow} />
        </>
      )}
      {now?.webhooks && <Webhook now={now} set={setNow} />}
      {now && reached.length > 0 && <When settings={now.settings} reached={reached} change={(part) => void change(part)} />}
      {wrong && <ErrorText message={wrong} />}
      <span class="hint" role="status">
        {saved && translate("Saved.")}
      </span>
    </section>
  );
}
