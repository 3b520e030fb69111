// A table or page that is not there.

import { forget } from "../memory";
import type { Refused } from "../protocol";
import { asSentence } from "../panels/refusal";
import { Header } from "../panels/header";
import { translate } from "../text";

export function Gone({ id, why }: { readonly id: string | null; readonly why: Pick<Refused, "code" | "message"> }) {
  return (
    <>
      <Header />
      <main class="message">
        <h1>{translate(TITLES[why.code] ?? "This did not work")}</h1>
        <p>{asSentence(why.message)}</p>
        <div class="acts">
          <a class="button main" href="/">
            {translate("To the lobby")}
          </a>
          {why.code === "unknown_seat" && id !== null && (
            <button type="button" class="button" onClick={() => watchInstead(id)}>
              {translate("Watch this table")}
            </button>
          )}
          {!KNOWN_PLACES.has(why.code) && (
            <button type="button" class="button" onClick={() => location.reload()}>
              {translate("Reload")}
            </button>
          )}
        </div>
      </main>
    </>
  );
}

// Loading the page again would change nothing.
const KNOWN_PLACES = new Set(["unknown_table", "unknown_seat", "unknown_page"]);

const TITLES: Readonly<Record<string, string>> = {
  unknown_table: "There is no such table",
  unknown_seat: "Your seat is not known here",
  version: "This page is out of date",
  unknown_page: "There is nothing here",
};

function watchInstead(id: string): void {
  forget(id); // its tokens are worth nothing here
  location.reload();
}
