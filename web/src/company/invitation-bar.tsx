// The newest invitation, at the foot of the page: it covers the page and moves nothing.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import "../lobby/match/match.css";
import "./company.css";
import { goTo } from "../app/address";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { useRequest } from "../controls/request";
import type { SeatInvitation } from "../protocol";
import { say, translate } from "../text/text";
import { Medallion } from "./medallion";
import { lookAtNews, news } from "./news";
import { invitations } from "./requests";

/** Invitations that were put aside on this page. */
const aside = signal<readonly string[]>([]);

export function InvitationBar() {
  const [open, setOpen] = useState<readonly SeatInvitation[]>([]);
  const asking = useRequest();
  const number = news.value?.invitations ?? 0;
  const look = async () => setOpen(number > 0 ? (await invitations.get()).received : []);
  useEffect(() => void asking.run(look), [news.value]);
  const newest = open.find(({ id }) => !aside.value.includes(id));
  if (!newest) return null;
  const decline = () =>
    asking.run(async () => {
      setOpen((await invitations.decline(newest.id)).received);
      await lookAtNews();
    });
  const wrong = asking.otherError();
  return (
    <section class="searching invitation sheet" aria-label={translate("Invitation")} role="status">
      <Medallion name={newest.name} online />
      <div class="searching-words">
        <span class="lead">{say("{name} invites you", { name: newest.name })}</span>
        <span class="sub">{translate(newest.title)}</span>
        {wrong && <ErrorText message={wrong} />}
      </div>
      <InvitationAnswers invitation={newest} busy={asking.busy} run={asking.run} decline={() => void decline()}>
        <Button
          kind="square"
          aria-label={translate("Later")}
          onClick={() => (aside.value = [...aside.value, newest.id])}
          text="✕"
        />
      </InvitationAnswers>
    </section>
  );
}

interface AnswersProps {
  readonly invitation: SeatInvitation;
  readonly busy: boolean;
  readonly run: (what: () => Promise<unknown>) => Promise<boolean>;
  readonly decline: () => void;
  readonly children?: ComponentChildren; // another button
}

/** The two answers to an invitation. Accepting it leads to the table. */
export function InvitationAnswers({ invitation: { id, table, name }, busy, run, decline, children }: AnswersProps) {
  async function accept(): Promise<void> {
    if (await run(() => invitations.accept(id))) goTo(`/table/${encodeURIComponent(table)}`);
  }
  return (
    <div class="acts">
      <Button
        kind="main"
        disabled={busy}
        aria-label={say("Accept the invitation of {name}", { name })}
        onClick={() => void accept()}
        text={translate("Accept")}
      />
      <Button
        disabled={busy}
        aria-label={say("Decline the invitation of {name}", { name })}
        onClick={decline}
        text={translate("Decline")}
      />
      {children}
    </div>
  );
}
