// The sessions of the account, with buttons to end them.

import { useEffect, useState } from "preact/hooks";
import { useRequest } from "../controls/request";
import { account } from "./requests";
import { day } from "../text/dates";
import { forgetTables } from "../app/local-settings";
import { ErrorText } from "../controls/refusal";
import type { Session } from "../protocol";
import { currentUser } from "../app/store";
import { say, translate } from "../text/text";

export function Sessions() {
  const [sessions, setSessions] = useState<readonly Session[]>([]);
  const asking = useRequest();
  const look = async () => setSessions(await account.sessions());
  useEffect(() => void asking.run(look), [currentUser.value]); // a new password has ended the others

  const leave = (everywhere: boolean) =>
    asking.run(async () => {
      currentUser.value = await account.logout(everywhere);
      forgetTables();
    });
  const end = ({ id }: Session) =>
    asking.run(async () => {
      await account.endSession(id);
      await look();
    });

  const wrong = asking.otherError();
  return (
    <section class="sheet part" aria-labelledby="sessions">
      <h2 id="sessions">{translate("Where you are logged in")}</h2>
      <ul class="rows">
        {sessions.map((each) => (
          <li key={each.id}>
            <div>
              <div>{each.here ? translate("This browser") : say("Another browser, used {day}", { day: day(each.used) })}</div>
              <div class="sub">{say("since {day}", { day: day(each.begun) })}</div>
            </div>
            {!each.here && (
              <button type="button" class="button" disabled={asking.busy} onClick={() => void end(each)}>
                {translate("Log out there")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {wrong && <ErrorText message={wrong} />}
      <div class="acts">
        <button type="button" class="button" disabled={asking.busy} onClick={() => void leave(false)}>
          {translate("Log out")}
        </button>
        {sessions.length > 1 && (
          <button type="button" class="button" disabled={asking.busy} onClick={() => void leave(true)}>
            {translate("Log out everywhere")}
          </button>
        )}
      </div>
    </section>
  );
}
