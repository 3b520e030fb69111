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
import { Button } from "../controls/button";

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
            {!each.here && <Button disabled={asking.busy} onClick={() => void end(each)} text={translate("Log out there")} />}
          </li>
        ))}
      </ul>
      {wrong && <ErrorText message={wrong} />}
      <div class="acts">
        <Button disabled={asking.busy} onClick={() => void leave(false)} text={translate("Log out")} />
        {sessions.length > 1 && (
          <Button disabled={asking.busy} onClick={() => void leave(true)} text={translate("Log out everywhere")} />
        )}
      </div>
    </section>
  );
}
