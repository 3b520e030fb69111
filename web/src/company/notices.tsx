// What moderators tell the account: a bar on every page until it is put aside, and all of it on the account page.

import { signal } from "@preact/signals";
import "../lobby/match/match.css";
import "./company.css";
import { NOTICES } from "../app/local-settings";
import { Button } from "../controls/button";
import type { News, Notice } from "../protocol";
import { day, moment } from "../text/dates";
import { say, translate } from "../text/text";
import { news } from "./news";

/** When the newest notice that was put aside in this browser was given. */
const aside = signal(read());

/** The newest notice, until it is put aside. */
export function NoticeBar() {
  const newest = news.value?.notices[0];
  if (!newest || newest.at <= aside.value) return null;
  return (
    <section class="searching notice sheet" aria-label={translate("From the moderators")} role="status">
      <div class="searching-words">
        <Words of={newest} appeal={news.value?.appeal ?? ""} />
      </div>
      <Button kind="square" aria-label={translate("Put aside")} onClick={() => putAside(newest.at)} text="✕" />
    </section>
  );
}

/** All notices; nothing where there are none. */
export function Notices({ of: { notices, appeal } }: { readonly of: News }) {
  if (notices.length === 0) return null;
  return (
    <section class="sheet part" aria-labelledby="notices">
      <h2 id="notices">{translate("From the moderators")}</h2>
      <ul class="notices">
        {notices.map((each) => (
          <li key={each.at}>
            <Words of={each} appeal={appeal} />
            <span class="sub"> {day(each.at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ of: { kind, until, reason }, appeal }: { readonly of: Notice; readonly appeal: string }) {
  return (
    <>
      <strong>
        {kind === "suspend" && until !== null
          ? say("You are suspended until {moment}; you can end the games that have begun.", { moment: moment(until) })
          : translate("The moderators warn you.")}
      </strong>{" "}
      <span dir="auto">{reason}</span>{" "}
      {appeal && (
        <a class="reach" href={`mailto:${appeal}`}>
          {translate("Write to them if you think that this is wrong")}
        </a>
      )}
    </>
  );
}

function putAside(at: number): void {
  aside.value = at;
  try {
    localStorage.setItem(NOTICES, String(at));
  } catch {
    // it is put aside on this page
  }
}

function read(): number {
  try {
    return Number(localStorage.getItem(NOTICES) ?? 0);
  } catch {
    return 0;
  }
}
