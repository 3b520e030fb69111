// The page of an invitation: take an open seat, or watch.

import { useEffect, useState } from "preact/hooks";
import { ApiError, checkInvitation, table, takeSeat } from "../../network/api";
import { NameField } from "../../controls/field";
import { linkTo } from "../../app/address";
import { Header } from "../../app/header";
import { storeTable, storedTable, rememberName } from "../../app/local-settings";
import { ErrorText } from "../../controls/refusal";
import { TermsText } from "./terms";
import type { Table } from "../../protocol";
import { defaultName, unnamed } from "../../app/current-user";
import { currentUser } from "../../app/store";
import { joinNames, seatName } from "../../play/naming";
import { midSentence, say, translate } from "../../text/text";
import { signInAddress } from "../../account/address";
import { NotFound } from "../../app/not-found";
import { Button } from "../../controls/button";

interface SitDownProps {
  readonly id: string;
  readonly invite: string;
  readonly seats: readonly string[]; // roles to take at once; several belong to people at this screen
  readonly seated: () => void; // called with the seat stored, or to watch
}

export function SitDown({ id, invite, seats, seated }: SitDownProps) {
  const [found, setFound] = useState<Table | null>(null);
  const [wrong, setWrong] = useState<ApiError | null>(null);
  const [typed, setName] = useState<string | null>(null);
  const name = typed ?? defaultName();
  const [busy, setBusy] = useState(false);
  const held = Object.keys(storedTable(id)?.tokens ?? {}); // roles that this browser has at the table already

  useEffect(() => {
    table(id).then(
      async (answer) => {
        const open = answer.seats.filter((seat) => seat.kind === "open");
        const alone = held.length === 0 && open.length === 1 && answer.seats.every((seat) => seat.kind !== "person");
        if (open.length === 0 && held.length > 0) return watch();
        if (open.length === 0) return setFound(answer);
        if (held.length === 0 && !(await isValid())) return;
        if (seats.length > 0 && held.length === 0) void sitAll();
        else if (alone) void sit(open[0]?.role ?? "", defaultName());
        else setFound(answer);
      },
      (error: ApiError) => setWrong(error),
    );
  }, [id]);

  /** Whether the invitation opens a seat, before anybody is asked for a name; says why not. */
  async function isValid(): Promise<boolean> {
    try {
      await checkInvitation(id, { invite });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWrong(error);
      return false;
    }
  }

  async function sit(role: string, as: string): Promise<void> {
    setBusy(true);
    try {
      const taken = await takeSeat(id, { invite, name: as, role });
      storeTable(id, { tokens: { [taken.role]: taken.token }, invite });
      watch();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWrong(error);
      setFound(await table(id).catch(() => null)); // the seat may be taken meanwhile
    } finally {
      setBusy(false);
    }
  }

  async function sitAll(): Promise<void> {
    try {
      for (const role of seats) {
        const taken = await takeSeat(id, { invite, name: seats.length === 1 ? defaultName() : "", role });
        storeTable(id, { tokens: { [taken.role]: taken.token }, invite, shared: seats.length > 1 });
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
    const as = name.trim();
    if (as) rememberName(as);
    void sit(role, as);
  }

  if (!found) return wrong ? <NotFound id={id} why={wrong} /> : <Header />;
  const open = found.seats.filter((seat) => seat.kind === "open");
  if (open.length === 0) return <Full table={found} watch={watch} />;
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
          <NameField value={name} placeholder={unnamed()} set={setName} />
          {wrong && <ErrorText message={wrong.message} />}
          <div class="acts">
            {held.length > 0 && (
              <Button kind="main" onClick={watch} text={say("Go on as {roles}", { roles: joinNames(held.map(small)) })} />
            )}
            {open.map((seat, index) => {
              const first = index === 0;
              return (
                <Button
                  key={seat.role}
                  type={first ? "submit" : "button"}
                  kind={first && held.length === 0 ? "main" : undefined}
                  disabled={busy}
                  onClick={first ? undefined : () => chosen(seat.role)}
                  text={say("Sit down as {role}", { role: small(seat.role) })}
                />
              );
            })}
            {held.length === 0 && <Button onClick={watch} text={translate("Just watch")} />}
          </div>
          <section aria-labelledby="terms">
            <h2 id="terms">{translate("What holds at this table")}</h2>
            <TermsText terms={found.terms} />
          </section>
        </form>
      </main>
    </>
  );
}

/** Said to an invited person who comes when every seat is taken. */
function Full({ table: { title, seats, terms }, watch }: { readonly table: Table; readonly watch: () => void }) {
  const names = joinNames(seats.map((seat) => seatName(seat) || translate("Guest")));
  return (
    <>
      <Header crumb={translate(title)} />
      <main class="message">
        <h1>{translate("Every seat is taken")}</h1>
        <p>{say("You were invited to {game}, but {names} sit there already.", { game: translate(title), names })}</p>
        <div class="acts">
          {(terms.watchable ?? true) && <Button kind="main" onClick={watch} text={translate("Watch this table")} />}
          <a class="button" href={linkTo("/")}>
            {translate("To the lobby")}
          </a>
        </div>
      </main>
    </>
  );
}

function heading(table: Table, held: readonly string[]): string {
  if (held.length > 0) return say("You sit here already, as {roles}", { roles: joinNames(held.map(small)) });
  const host = table.seats.find((seat) => seat.kind === "person" && seat.name)?.name;
  const game = translate(table.title);
  return host ? say("{host} invites you to {game}", { host, game }) : say("You are invited to {game}", { game });
}

function small(role: string): string {
  return midSentence(translate(role.replaceAll("_", " ")));
}
