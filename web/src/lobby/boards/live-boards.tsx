// Public tables that people play at now, as small boards that move.

import type { LiveBoard } from "../../protocol";
import { translate } from "../../text/text";
import { TablePicture } from "./board-picture";
import { addressOf, sitter } from "./own-boards";

/** The boards; each is a link to its table, where one may look on. */
export function LiveBoards({ boards }: { readonly boards: readonly LiveBoard[] }) {
  return (
    <ul class="live">
      {boards.map(({ table, board }) => (
        <li key={table.id} class="live-table sheet">
          <TablePicture board={board} />
          <a class="name" href={addressOf(table.id)}>
            {translate(table.title)}
          </a>
          <ul class="sub players">
            {table.seats.map((seat) => (
              <li key={seat.role} class={board.active.includes(seat.role) ? "to-move" : undefined}>
                <bdi>{sitter(seat)}</bdi>
                {board.active.includes(seat.role) && <span class="nowhere"> ({translate("to move")})</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
