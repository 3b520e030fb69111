// Come by an invitation: sit down on an open seat, or just watch.

import { useEffect, useState } from "preact/hooks";
import { ApiError, table, takeSeat } from "../../network/api";
import { NameField } from "../../controls/field";
import { Header } from "../../app/header";
import { hold, holding, rememberName } from "../../app/local-settings";
import { Complaint } from "../../controls/refusal";
import { TermsTold } from "./terms";
import type { Table } from "../../protocol";
import { currentUser, usualName } from "../../app/current-user";
import { listed } from "../../play/naming";
import { amid, say, translate } from "../../text/text";
import { signInAddress } from "../../account/address";
import { Gone } from "../../app/not-found";

interface SitDownProps {
  readonly id: string;
  readonly invite: string;
  readonly seats: readonly string[]; // to be taken at once; several are of people who share this screen
  readonly seated: () => void; // with a seat now in this browser's memory, or to watch
}

export function SitDown({ id, invite, seats, seated }: SitDownProps) {
  const [found, setFound] = useState<Table | null>(null);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  const [typed, setName] = useState<string | null>(null);
  const name = typed ?? usualName();
  const [busy, setBusy] = useState(false);
  const held = Object.keys(holding(id)?.tokens ?? {}); // followed in the browser of somebody who sits here already

  useEffect(() => {
    table(id).then(
      (answer) => {
        const open = answer.seats.filter((seat) => seat.kind === "open");
        const alone = held.length === 0 && open.length === 1 && answer.seats.every((seat) => seat.kind !== "person");
        if (open.length === 0) watch();
        else if (seats.length > 0 && held.length === 0) void sitAll();
        else if (alone) void sit(open[0]?.role ?? "", usualName() || translate("Guest"));
        else setFound(answer);
      },
      (error: ApiError) => setWrong(error),
    );
  }, [id]);

  async function sit(role: string, as: string): Promise<void> {
    setBusy(true);
    try {
      const taken = await takeSeat(id, { invite, name: as, role });
      hold(id, { tokens: { [taken.role]: taken.token }, invite });
      watch();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWrong(error);
      setFound(await table(id).catch(() => null)); // somebody else may have taken it
    } finally {
      setBusy(false);
    }
  }

  async function sitAll(): Promise<void> {
    try {
      for (const role of seats) {
        const taken = await takeSeat(id, { invite, name: seats.length === 1 ? usualName() : "", role });
        hold(id, { tokens: { [taken.role]: taken.token }, invite, shared: seats.length > 1 });
      }
      watch();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWrong(error);
      setFound(await table(id).catch(() => null));
    }
  }

  function watch(): void {
    history.replaceState(null, "", `/table/${encodeURIComponent(id)}`);
    seated();
  }

  function chosen(role: string): void {
    const as = name.trim() || translate("Guest");
    if (name.trim()) rememberName(as);
    void sit(role, as);
  }

  if (!found) return wrong ? <Gone id={null} why={wrong} /> : <Header />;
  const open = found.seats.filter((seat) => seat.kind === "open");
  return (
    <>
      <Header crumb={translate(found.title)} />
      <main class="message">
        <form class="sheet sitdown" onSubmit={(event) => (event.preventDefault(), open[0] && chosen(open[0].role))}>
          <h1>{heading(found, held)}</h1>
          {held.length > 0 && (
            <p>
              {translate(
                "An invitation is for a friend, in a browser of their own. Or sit down again, and play several seats on this screen.",
              )}
            </p>
          )}
          {found.terms.rated && currentUser.value !== null && currentUser.value.kind !== "account" && (
            <p>
              {translate("This table is rated: who sits down here has an account.")}{" "}
              <a href={signInAddress(location.pathname + location.hash)}>{translate("Log in or make one")}</a>
            </p>
          )}
          <NameField value={name} set={setName} />
          {wrong && <Complaint message={wrong.message} />}
          <div class="acts">
            {held.length > 0 && (
              <button type="button" class="button main" onClick={watch}>
                {say("Go on as {roles}", { roles: listed(held.map(small)) })}
              </button>
            )}
            {open.map((seat, index) => {
              const first = index === 0;
              return (
                <button
                  key={seat.role}
                  type={first ? "submit" : "button"}
                  class={first && held.length === 0 ? "button main" : "button"}
                  disabled={busy}
                  onClick={first ? undefined : () => chosen(seat.role)}
                >
                  {say("Sit down as {role}", { role: small(seat.role) })}
                </button>
              );
            })}
            {held.length === 0 && (
              <button type="button" class="button" onClick={watch}>
                {translate("Just watch")}
              </button>
            )}
          </div>
          <section aria-labelledby="terms">
            <h2 id="terms">{translate("What holds at this table")}</h2>
            <TermsTold terms={found.terms} />
          </section>
        </form>
      </main>
    </>
  );
}

function heading(table: Table, held: readonly string[]): string {
  if (held.length > 0) return say("You sit here already, as {roles}", { roles: listed(held.map(small)) });
  const host = table.seats.find((seat) => seat.kind === "person" && seat.name)?.name;
  const game = translate(table.title);
  return host ? say("{host} invites you to {game}", { host, game }) : say("You are invited to {game}", { game });
}

function small(role: string): string {
  return amid(translate(role.replaceAll("_", " ")));
}
