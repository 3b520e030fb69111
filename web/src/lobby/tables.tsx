// Lists of tables in the lobby: one's own, and those of others that may be sat down at or watched.

import type { ComponentChildren } from "preact";
import { hasRoom, type Own } from "./lobby-state";
import { clockWords } from "../play/agreements";
import type { Listed, Seat } from "../protocol";
import { Row } from "../controls/row";
import { sitterName } from "../play/naming";
import { translate } from "../text/text";

/** One's own, those that wait first; and from anywhere on the page the way to the next of them. */
export function OwnTables({ tables }: { readonly tables: readonly Own[] }) {
  if (tables.length === 0)
    return <p class="sub">{translate("You sit at no table yet. Choose a game, or follow a friend's invitation.")}</p>;
  return (
    <>
      <p class="sub">{translate("Where you have a seat; those that wait for you come first.")}</p>
      <ul class="tables sheet">
        {tables.map((table) => (
          <li key={table.id} class={table.turn ? "asked" : undefined}>
            <Named table={table}>{table.turn && <div class="turn">{translate("Your turn")}</div>}</Named>
            <a class={table.turn ? "button main" : "button"} href={addressOf(table.id)}>
              {translate("Go on")}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Tables of others; `nothing` is said where there is none. */
export function OpenTables({ tables, nothing }: { readonly tables: readonly Listed[]; readonly nothing: string }) {
  if (tables.length === 0) return <p class="sub">{nothing}</p>;
  return (
    <ul class="tables sheet">
      {tables.map((table) => (
        <li key={table.id}>
          <Named table={table}>
            <div class="sub">
              <Row of={[clockWords(table.terms), Boolean(table.terms.rated) && translate("rated")]} />
            </div>
          </Named>
          {hasRoom(table) ? (
            <a class="button main" href={`${addressOf(table.id)}#invite=`}>
              {translate("Sit down")}
            </a>
          ) : (
            table.terms.watchable && (
              <a class="button" href={addressOf(table.id)}>
                {translate("Watch")}
              </a>
            )
          )}
        </li>
      ))}
    </ul>
  );
}

interface NamedProps {
  readonly table: { readonly id: string; readonly title: string; readonly seats: readonly Seat[] };
  readonly children?: ComponentChildren; // what else there is to say of it
}

function Named({ table, children }: NamedProps) {
  return (
    <div>
      <div class="name">{translate(table.title)}</div>
      <div class="sub">
        <Row of={[...new Set(table.seats.map(sitter))]} />
      </div>
      {children}
    </div>
  );
}

function sitter(seat: Seat): string {
  if (seat.kind === "open") return translate("open seat");
  return sitterName(seat) || translate("Guest");
}

const addressOf = (id: string) => `/table/${encodeURIComponent(id)}`;
