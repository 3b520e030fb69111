// Notifications of this browser while no page is open, and of the account's other browsers.

import { useEffect, useState } from "preact/hooks";
import { Button } from "../../controls/button";
import { useRequest } from "../../controls/request";
import { ErrorText } from "../../controls/refusal";
import { browserId, canSubscribe, isForbidden, subscribe, unsubscribe } from "../../notices/push";
import type { Notifications } from "../../protocol";
import { counted, language, translate } from "../../text/text";
import { notifications } from "../requests";

interface ThisBrowserProps {
  readonly now: Notifications;
  readonly set: (now: Notifications) => void;
}

export function ThisBrowser({ now, set }: ThisBrowserProps) {
  const [id, setId] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const asking = useRequest();
  useEffect(() => void browserId().then(setId), [now]);
  const on = id !== null && now.browsers.includes(id);
  const others = now.browsers.filter((each) => each !== id).length;

  const begin = () =>
    asking.run(async () => {
      const made = await subscribe(now.push_key, language());
      setRefused(made === null);
      if (made) set(await notifications.subscribe(made));
    });
  const end = () => asking.run(async () => set(await notifications.endPush({ endpoint: await unsubscribe() })));
  const endAll = () =>
    asking.run(async () => {
      await unsubscribe();
      set(await notifications.endPush({}));
    });

  const wrong = asking.otherError();
  return (
    <div class="this-browser">
      <h3>{translate("In this browser")}</h3>
      {!canSubscribe() ? (
        <p class="hint">
          {translate(
            "This browser shows nothing while the page is closed. On an iPhone, add the page to the home screen first.",
          )}
        </p>
      ) : (
        <>
          <p class="hint">{hint(on, refused)}</p>
          <div class="acts">
            {on ? (
              <Button disabled={asking.busy} onClick={() => void end()} text={translate("Stop it here")} />
            ) : (
              <Button
                kind="main"
                disabled={asking.busy || isForbidden()}
                onClick={() => void begin()}
                text={translate("Tell me in this browser")}
              />
            )}
          </div>
        </>
      )}
      {others > 0 && (
        <p class="others">
          <span>{counted("{number} other browser is told.", "{number} other browsers are told.", others)}</span>
          <Button disabled={asking.busy} onClick={() => void endAll()} text={translate("Stop it everywhere")} />
        </p>
      )}
      {wrong && <ErrorText message={wrong} />}
    </div>
  );
}

function hint(on: boolean, refused: boolean): string {
  if (on) return translate("It tells you that a game waits for you, until you log out.");
  if (isForbidden()) {
    return translate("You have forbidden notifications of this page. The browser's settings for the page allow them again.");
  }
  if (refused) return translate("The browser did not allow it, or has no push service.");
  return translate("A notification that a game waits for you, also while the page is closed.");
}
