// Inviting people to the open seats of a table: those who follow the account and are followed by it, and those it has played with
// lately. A chunk of its own.

import { useEffect, useState } from "preact/hooks";
import "./company.css";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { useRequest } from "../controls/request";
import { accountsAt } from "../play/naming";
import type { State } from "../play/state";
import type { Company, Opponent, SeatInvitation } from "../protocol";
import { say, translate } from "../text/text";
import { company, invitations } from "./requests";
import { Who } from "./who";

interface Known {
  readonly name: string;
  readonly online: boolean;
  readonly why: string; // how the account knows this person
}

interface Asked {
  readonly known: readonly Known[];
  readonly sent: readonly SeatInvitation[]; // to this table, and open
}

export function InvitePeople({ id, state }: { readonly id: string; readonly state: State }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const asking = useRequest();
  const seats = state.table?.seats ?? [];
  const open = seats.filter(({ kind }) => kind === "open").map(({ role }) => role);
  const look = async () => setAsked(await ask(id));
  useEffect(() => void asking.run(look), [open.join()]); // somebody has sat down
  const change = (what: () => Promise<unknown>) =>
    void asking.run(async () => {
      await what();
      await look();
    });
  const wrong = asking.otherError();
  if (!asked) return wrong ? <ErrorText message={wrong} /> : null;
  const seated = new Set(accountsAt(state));
  const free = open.find((role) => asked.sent.every((each) => each.role !== role));
  const people = asked.known.filter(({ name }) => !seated.has(name));
  return (
    <div class="seating">
      {people.length === 0 && (
        <p class="hint">
          {translate("Nobody yet: people whom you follow and who follow you are listed here, and those you have played with.")}
        </p>
      )}
      <ul class="circle">
        {people.map(({ name, online, why }) => {
          const invitation = asked.sent.find((each) => each.name === name);
          return (
            <li key={name}>
              <Who name={name} online={online}>
                <>{invitation ? translate("is invited") : why}</>
              </Who>
              {invitation ? (
                <Button
                  disabled={asking.busy}
                  aria-label={say("Take back the invitation of {name}", { name })}
                  onClick={() => change(() => invitations.withdraw(invitation.id))}
                  text={translate("Take back")}
                />
              ) : (
                <Button
                  disabled={asking.busy || free === undefined}
                  aria-label={say("Invite {name}", { name })}
                  onClick={() => change(() => invitations.invite(id, { name, role: free ?? "" }))}
                  text={translate("Invite")}
                />
              )}
            </li>
          );
        })}
      </ul>
      {people.length > 0 && free === undefined && <p class="hint">{translate("Somebody is invited to each open seat.")}</p>}
      {wrong && <ErrorText message={wrong} />}
    </div>
  );
}

async function ask(table: string): Promise<Asked> {
  const [circle, played, own] = await Promise.all([company.get(), invitations.opponents(), invitations.get()]);
  return {
    known: knownPeople(circle, played.people),
    sent: own.sent.filter((each) => each.table === table && each.state === "open"),
  };
}

/** Whom an account may invite, each once: those who follow it back, with those online first, then its last opponents. */
export function knownPeople({ followed }: Pick<Company, "followed">, played: readonly Opponent[]): readonly Known[] {
  const mutual = followed.filter(({ mutual: both }) => both);
  const names = new Set(mutual.map(({ name }) => name));
  const online = new Map(followed.map((each) => [each.name, each.online]));
  return [
    ...mutual.map((each) => ({
      name: each.name,
      online: each.online,
      why: each.online ? translate("online") : translate("follows you"),
    })),
    ...played
      .filter(({ name }) => !names.has(name))
      .map(({ name, title }) => ({
        name,
        online: online.get(name) ?? false,
        why: say("has played {game} with you", { game: translate(title) }),
      })),
  ];
}
