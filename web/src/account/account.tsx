// The account page: sign-in, or the settings of the account.

import { useEffect } from "preact/hooks";
import { Header } from "../app/header";
import { currentUser, isAway } from "../app/store";
import { Unreachable } from "../offline/deferred";
import { news } from "../company/news";
import { Notices } from "../company/notices";
import { day } from "../text/dates";
import { language, say, translate } from "../text/text";
import { profileAddress } from "./address";
import { Bots } from "./bots";
import { DeleteAccount } from "./delete-account";
import { Notifications } from "./notifications/notifications";
import { NewPassword } from "./password";
import { Sessions } from "./sessions";
import { SignIn } from "./sign-in";
import { VacationSwitch } from "./vacation";

export function AccountPage({ next }: { readonly next: string | null }) {
  const me = currentUser.value;
  useEffect(() => {
    document.title = `${translate("Account")} · Rondel`;
  }, [language()]);
  if (me === null) return isAway.value ? <Unreachable /> : <Header />;
  const known = me.kind === "account";
  return (
    <>
      <Header crumb={translate("Account")} />
      <main class="people">
        <h1>{known ? me.name : translate("Your account")}</h1>
        {known ? (
          <>
            <p>
              <a class="reach" href={profileAddress(me.name)}>
                {translate("What others see of you: your ratings and games")}
              </a>
            </p>
            <div class="parts">
              {news.value && <Notices of={news.value} />}
              <Notifications name={me.name} />
              <VacationSwitch />
              <Sessions />
              <NewPassword name={me.name} />
              <Bots />
              <DeleteAccount name={me.name} />
            </div>
          </>
        ) : (
          <SignIn guest={me.kind === "guest"} next={next} />
        )}
      </main>
    </>
  );
}

/** The time until which something is valid. */
export const until = (at: number) => (at < Date.now() ? translate("expired") : say("until {day}", { day: day(at) }));
