// Lists of tables in the lobby: the player's own, and others to join or watch.

import type { ComponentChildren } from "preact";
import { hasRoom, type OwnTable } from "./lobby-state";
import { clockWords } from "../play/agreements";
import type { Listed, Seat } from "../protocol";
import { DotSeparated } from "../controls/row";
import { seatName } from "../play/naming";
import { translate } from "../text/text";

/** The player's own tables; those where it is their turn come first. */
export function OwnTables({ tables }: { readonly tables: readonly OwnTable[] }) {
  if (tables.length === 0)
    return <p class="sub">{translate("You sit at no table yet. Choose a game, or follow a friend's invitation.")}</p>;
  return (
    <>
      <p class="sub">{translate("Where you have a seat; those that wait for you come first.")}</p>
      <ul class="tables sheet">
        {tables.map((table) => (
          <li key={table.id} class={table.turn ? "asked" : undefined}>
            <TableText table={table}>{table.turn && <div class="turn">{translate("Your turn")}</div>}</TableText>
            <a class={table.turn ? "button main" : "button"} href={addressOf(table.id)}>
              {translate("Go on")}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Other people's tables; `nothing` is shown for an empty list. */
export function OpenTables({ tables, nothing }: { readonly tables: readonly Listed[]; readonly nothing: string }) {
  if (tables.length === 0) return <p class="sub">{nothing}</p>;
  return (
    <ul class="tables sheet">
      {tables.map((table) => (
        <li key={table.id}>
          <TableText table={table}>
            <div class="sub">
              <DotSeparated of={[clockWords(table.terms), Boolean(table.terms.rated) && translate("rated")]} />
            </div>
          </TableText>
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
  readonly children?: ComponentChildren; // more about the table
}

function TableText({ table, children }: NamedProps) {
  return (
    <div>
      <div class="name">{translate(table.title)}</div>
      <div class="sub">
        <DotSeparated of={[...new Set(table.seats.map(sitter))]} />
      </div>
      {children}
    </div>
  );
}

function sitter(seat: Seat): string {
  if (seat.kind === "open") return translate("open seat");
  return seatName(seat) || translate("Guest");
}

const addressOf = (id: string) => `/table/${encodeURIComponent(id)}`;
