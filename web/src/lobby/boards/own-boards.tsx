// The player's own tables, as small boards in a row: those where it is their turn come first.

import type { Board } from "../../protocol";
import { translate } from "../../text/text";
import { DotSeparated } from "../../controls/row";
import { seatName } from "../../play/naming";
import type { OwnTable } from "../lobby-state";
import { TablePicture } from "./board-picture";
import { timeLeft } from "./time-left";

interface OwnBoardsProps {
  readonly tables: readonly OwnTable[];
  readonly boards: Readonly<Record<string, Board>>;
}

export function OwnBoards({ tables, boards }: OwnBoardsProps) {
  const next = tables.find((table) => table.turn);
  return (
    <section class="own" aria-labelledby="tables">
      <div class="headline">
        <h2 id="tables">{translate(next ? "Your turn" : "Your tables")}</h2>
        {next && (
          <a class="button main" href={addressOf(next.id)}>
            {translate("Next game")}
          </a>
        )}
      </div>
      {tables.length === 0 && <p class="sub">{translate("No game of yours goes on now.")}</p>}
      <ul class="strip">
        {tables.map((table) => (
          <li key={table.id} class={table.turn ? "own-table sheet asked" : "own-table sheet"}>
            <OwnBoard table={table} board={boards[table.id]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OwnBoard({ table, board }: { readonly table: OwnTable; readonly board: Board | undefined }) {
  const left = board && timeLeft(board, table.roles);
  return (
    <>
      {board ? <TablePicture board={board} /> : <div class="board-picture" />}
      <div class="own-words">
        <a class="name" href={addressOf(table.id)}>
          {translate(table.title)}
        </a>
        <span class="sub">
          <DotSeparated of={[...new Set(table.seats.filter(({ role }) => !table.roles.includes(role)).map(sitter))]} />
        </span>
        <span class={table.turn ? "turn" : "sub"}>
          {translate(table.turn ? "Your turn" : "Waiting for others")}
          {left && (
            <>
              {" · "}
              <bdi>{left}</bdi>
            </>
          )}
        </span>
      </div>
    </>
  );
}

/** Who sits on a seat, in words. */
export function sitter(seat: OwnTable["seats"][number]): string {
  if (seat.kind === "open") return translate("open seat");
  return seatName(seat) || translate("Guest");
}

export const addressOf = (id: string) => `/table/${encodeURIComponent(id)}`;
