// The page of the account's people: whom it follows and what they do, and whom it has blocked. A chunk of its own.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import "../account/account.css";
import "./company.css";
import { Header } from "../app/header";
import { currentUser } from "../app/store";
import { profileAddress, signInAddress } from "../account/address";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { useRequest, type Request } from "../controls/request";
import { DotSeparated } from "../controls/row";
import type { Blocked, Company, Followed } from "../protocol";
import { language, say, translate } from "../text/text";
import { Medallion } from "./medallion";
import { company } from "./requests";

const AGAIN = 30_000; // ms until it is looked again who is online, while the page is in front

export function CompanyPage() {
  const me = currentUser.value;
  useEffect(() => {
    document.title = `${translate("People")} · Rondel`;
  }, [language()]);
  return (
    <>
      <Header crumb={translate("People")} />
      {me && (
        <main class="people company">
          <h1>{translate("People")}</h1>
          {me.kind === "account" ? <Circle /> : <NoAccount />}
        </main>
      )}
    </>
  );
}

function NoAccount() {
  return (
    <section class="sheet part">
      <p>
        {translate("With an account you follow people, see what they play, and meet those again with whom you have played.")}
      </p>
      <div class="acts">
        <a class="button main" href={signInAddress("/people")}>
          {translate("Log in or make one")}
        </a>
      </div>
    </section>
  );
}

function Circle() {
  const [shown, setShown] = useState<Company | null>(null);
  const asking = useRequest();
  const look = () => asking.run(async () => setShown(await company.get()));
  useEffect(() => {
    void look();
    const timer = setInterval(() => !document.hidden && void look(), AGAIN);
    return () => clearInterval(timer);
  }, []);
  const change = (what: () => Promise<unknown>) =>
    asking.run(async () => {
      await what();
      setShown(await company.get());
    });
  const wrong = asking.otherError();
  return (
    <>
      {wrong && <ErrorText message={wrong} />}
      {shown && <FollowedPeople people={shown.followed} />}
      {shown && shown.blocked.length > 0 && <BlockedPeople people={shown.blocked} asking={asking} change={change} />}
    </>
  );
}

function FollowedPeople({ people }: { readonly people: readonly Followed[] }) {
  return (
    <section class="sheet part" aria-labelledby="followed">
      <h2 id="followed">{translate("You follow")}</h2>
      {people.length === 0 && (
        <p class="sub">
          {translate(
            "Nobody yet. Whom you follow is shown here with what they play: follow people from their profile or at a table.",
          )}
        </p>
      )}
      <ul class="circle">
        {people.map((each) => (
          <li key={each.name}>
            <Who name={each.name} online={each.online}>
              <DotSeparated of={[doing(each), each.mutual && translate("follows you")]} />
            </Who>
            {each.table && (
              <a
                class="button"
                href={`/table/${encodeURIComponent(each.table.id)}`}
                aria-label={say("Watch {name}", { name: each.name })}
              >
                {translate("Watch")}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function doing({ online, table }: Followed): string {
  if (table) return say("plays {game}", { game: translate(table.title) });
  return translate(online ? "online" : "away");
}

interface BlockedPeopleProps {
  readonly people: readonly Blocked[];
  readonly asking: Request;
  readonly change: (what: () => Promise<unknown>) => Promise<boolean>;
}

function BlockedPeople({ people, asking, change }: BlockedPeopleProps) {
  return (
    <section class="sheet part" aria-labelledby="blocked">
      <h2 id="blocked">{translate("Blocked")}</h2>
      <p class="hint">
        {translate(
          "You do not hear them, quick match seats you apart, and they cannot sit down at tables that you open. They are not told.",
        )}
      </p>
      <ul class="circle">
        {people.map((each) => (
          <li key={each.name}>
            <Who name={each.name} />
            <Button
              disabled={asking.busy}
              aria-label={say("Unblock {name}", { name: each.name })}
              onClick={() => void change(() => company.block(each.name, false))}
              text={translate("Unblock")}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WhoProps {
  readonly name: string;
  readonly online?: boolean;
  readonly children?: JSX.Element;
}

/** Somebody in a list: a disc, the name with a link to the profile, and a line below. */
function Who({ name, online = false, children }: WhoProps) {
  return (
    <>
      <Medallion name={name} online={online} />
      <div class="who">
        <a class="reach name" dir="auto" href={profileAddress(name)}>
          {name}
        </a>
        {children && <div class="sub">{children}</div>}
      </div>
    </>
  );
}
