// The page of the account's people: whom it follows and what they do, and whom it has blocked. A chunk of its own.

import { useEffect, useState } from "preact/hooks";
import "../account/account.css";
import "./company.css";
import { Header } from "../app/header";
import { goTo } from "../app/address";
import { currentUser, isAway } from "../app/store";
import { Unreachable } from "../offline/deferred";
import { messagesAddress, signInAddress } from "../account/address";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { useRequest, type Request } from "../controls/request";
import { DotSeparated } from "../controls/row";
import type { Blocked, Company, Conversation, Followed, Invitations, Opponent, SeatInvitation } from "../protocol";
import { day, moment } from "../text/dates";
import { counted, language, mark, say, translate } from "../text/text";
import { Medallion } from "./medallion";
import { InvitationAnswers } from "./invitation-bar";
import { lookAtNews } from "./news";
import { company, invitations, messages } from "./requests";
import { Who } from "./who";

const LAST = 3; // settled invitations that are shown
const AGAIN = 30_000; // ms until it is looked again who is online, while the page is in front

export function CompanyPage() {
  const me = currentUser.value;
  useEffect(() => {
    document.title = `${translate("People")} · Rondel`;
  }, [language()]);
  if (me === null && isAway.value) return <Unreachable />;
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

interface Shown {
  readonly circle: Company;
  readonly invited: Invitations;
  readonly played: readonly Opponent[];
  readonly written: readonly Conversation[];
}

async function fetchShown(): Promise<Shown> {
  const asked = [company.get(), invitations.get(), invitations.opponents(), messages.all()] as const;
  const [circle, invited, played, written] = await Promise.all(asked);
  return { circle, invited, played: played.people, written: written.people };
}

function Circle() {
  const [shown, setShown] = useState<Shown | null>(null);
  const asking = useRequest();
  const look = () => asking.run(async () => setShown(await fetchShown()));
  useEffect(() => {
    void look();
    const timer = setInterval(() => !document.hidden && void look(), AGAIN);
    return () => clearInterval(timer);
  }, []);
  const change = (what: () => Promise<unknown>) =>
    asking.run(async () => {
      await what();
      setShown(await fetchShown());
      await lookAtNews();
    });
  const wrong = asking.otherError();
  return (
    <>
      {wrong && <ErrorText message={wrong} />}
      {shown && (
        <>
          <Received list={shown.invited.received} asking={asking} change={change} />
          <Written people={shown.written} />
          <FollowedPeople people={shown.circle.followed} />
          <Sent list={shown.invited.sent} asking={asking} change={change} />
          <Opponents people={shown.played} asking={asking} />
          {shown.circle.blocked.length > 0 && <BlockedPeople people={shown.circle.blocked} asking={asking} change={change} />}
        </>
      )}
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
            <div class="acts">
              {each.mutual && (
                <a class="button" href={messagesAddress(each.name)} aria-label={say("Write to {name}", { name: each.name })}>
                  {translate("Write")}
                </a>
              )}
              {each.table && (
                <a
                  class="button"
                  href={`/table/${encodeURIComponent(each.table.id)}`}
                  aria-label={say("Watch {name}", { name: each.name })}
                >
                  {translate("Watch")}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The conversations; nothing where there are none. */
function Written({ people }: { readonly people: readonly Conversation[] }) {
  if (people.length === 0) return null;
  return (
    <section class="sheet part" aria-labelledby="written">
      <h2 id="written">{translate("Messages")}</h2>
      <ul class="circle">
        {people.map((each) => (
          <li key={each.name} class={each.unread > 0 ? "unread" : undefined}>
            <Medallion name={each.name} />
            <div class="who">
              <a class="reach name" dir="auto" href={messagesAddress(each.name)}>
                {each.name}
              </a>
              <div class="sub last-words">
                <bdi lang="">{each.by_me ? say("You: {text}", { text: each.text }) : each.text}</bdi>
              </div>
            </div>
            {each.unread > 0 ? (
              <span class="fresh">{counted("{number} new", "{number} new", each.unread)}</span>
            ) : (
              <span class="sub">{day(each.at)}</span>
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

interface Changing {
  readonly asking: Request;
  readonly change: (what: () => Promise<unknown>) => Promise<boolean>;
}

/** Invitations that wait for an answer; nothing where there are none. */
function Received({ list, asking, change }: Changing & { readonly list: readonly SeatInvitation[] }) {
  if (list.length === 0) return null;
  return (
    <section class="sheet part inviting" aria-labelledby="received">
      <h2 id="received">{translate("Invitations")}</h2>
      <ul class="circle">
        {list.map((each) => (
          <li key={each.id}>
            <Who name={each.name}>
              <DotSeparated of={[translate(each.title), say("until {day}", { day: moment(each.expires_at) })]} />
            </Who>
            <InvitationAnswers
              invitation={each}
              busy={asking.busy}
              run={asking.run}
              decline={() => void change(() => invitations.decline(each.id))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATES: Readonly<Record<SeatInvitation["state"], string>> = {
  open: mark("waits for an answer"),
  accepted: mark("accepted"),
  declined: mark("declined"),
  withdrawn: mark("taken back"),
  expired: mark("expired"),
};

/** The account's own invitations that are open, and what came of the last others. */
function Sent({ list, asking, change }: Changing & { readonly list: readonly SeatInvitation[] }) {
  const shown = list.filter(({ state }, index) => state === "open" || index < LAST);
  if (shown.length === 0) return null;
  return (
    <section class="sheet part" aria-labelledby="sent">
      <h2 id="sent">{translate("Whom you have invited")}</h2>
      <ul class="circle">
        {shown.map((each) => (
          <li key={each.id}>
            <Who name={each.name}>
              <DotSeparated of={[translate(each.title), translate(STATES[each.state])]} />
            </Who>
            {(each.state === "open" || each.state === "accepted") && (
              <a class="button" href={`/table/${encodeURIComponent(each.table)}`}>
                {translate("Table")}
              </a>
            )}
            {each.state === "open" && (
              <Button
                disabled={asking.busy}
                aria-label={say("Take back the invitation of {name}", { name: each.name })}
                onClick={() => void change(() => invitations.withdraw(each.id))}
                text={translate("Take back")}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** With whom the account has played last. */
function Opponents({ people, asking }: { readonly people: readonly Opponent[]; readonly asking: Request }) {
  const invite = (table: string) =>
    asking.run(async () => goTo(`/table/${encodeURIComponent((await invitations.again(table)).table)}`));
  if (people.length === 0) return null;
  return (
    <section class="sheet part" aria-labelledby="opponents">
      <h2 id="opponents">{translate("Played with lately")}</h2>
      <ul class="circle">
        {people.map((each) => (
          <li key={each.name}>
            <Who name={each.name}>
              <DotSeparated of={[translate(each.title), day(each.at)]} />
            </Who>
            <Button
              disabled={asking.busy}
              aria-label={say("Invite again: {name}, {game}", { name: each.name, game: translate(each.title) })}
              onClick={() => void invite(each.table)}
              text={translate("Invite again")}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BlockedPeople({ people, asking, change }: Changing & { readonly people: readonly Blocked[] }) {
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
