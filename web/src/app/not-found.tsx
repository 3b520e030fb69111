// The page for a table or an address that does not exist.

import { here, linkTo, rename } from "./address";
import { forgetTable } from "./local-settings";
import type { Refused } from "../protocol";
import { asSentence } from "../controls/refusal";
import { Header } from "./header";
import { Logo } from "./logo";
import { mark, translate } from "../text/text";
import { Button } from "../controls/button";

export function NotFound({ id, why }: { readonly id: string | null; readonly why: Pick<Refused, "code" | "message"> }) {
  const [title, advice] = KNOWN[why.code] ?? [mark("This did not work"), null];
  return (
    <>
      <Header />
      <main class="message">
        <Logo />
        <h1>{translate(title)}</h1>
        <p>{advice ? translate(advice) : asSentence(why.message)}</p>
        <div class="acts">
          <a class="button main" href={linkTo("/")}>
            {translate("To the lobby")}
          </a>
          {(why.code === "unknown_seat" || why.code === "wrong_invitation") && id !== null && (
            <Button onClick={() => watchTable(id)} text={translate("Watch this table")} />
          )}
          {!KNOWN_PLACES.has(why.code) && <Button onClick={() => location.reload()} text={translate("Reload")} />}
        </div>
      </main>
    </>
  );
}

// Reloading would not help.
const KNOWN_PLACES = new Set([
  "unknown_table",
  "unknown_seat",
  "not_seated",
  "wrong_invitation",
  "unknown_page",
  "unknown_person",
]);

/** Title and advice by refusal code. */
const KNOWN: Readonly<Record<string, readonly [string, string]>> = {
  unknown_table: [
    mark("There is no such table"),
    mark("Perhaps the link was cut off on its way. Ask for it again, or open a table of your own."),
  ],
  unknown_seat: [
    mark("Your seat is not known here"),
    mark(
      "This browser's key does not open a seat at this table; perhaps its host gave the seat to somebody else before the game began. You can watch it all the same.",
    ),
  ],
  not_seated: [
    mark("Only who plays sees this table"),
    mark(
      "By its terms nobody else looks on. If you had a seat there, it was opened again before the game began, or given to somebody else.",
    ),
  ],
  version: [
    mark("This page is out of date"),
    mark("Rondel has been renewed since it was opened. Load it again and go on where you were."),
  ],
  unknown_page: [mark("There is nothing here"), mark("No page of Rondel has this address.")],
  unknown_person: [
    mark("There is nobody of this name"),
    mark("Nobody here has an account of that name. Perhaps it is written otherwise, or was deleted."),
  ],
  wrong_invitation: [
    mark("This invitation opens no seat here"),
    mark("It may have been cut off on its way, or be for another table. Ask for a new link."),
  ],
  offline: [mark("The arena cannot be reached"), mark("Is it running, and are you online?")],
};

function watchTable(id: string): void {
  forgetTable(id); // its tokens are void
  rename(here().pathname); // without an invitation
  location.reload();
}
