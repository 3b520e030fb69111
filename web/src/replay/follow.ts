// Follows a round that goes on: says each time that the table has come further. It watches as a table's page does, with the
// seats held here, and says nothing itself.

import { Connection, type Socket } from "../network/connection";
import { holding } from "../app/local-settings";
import { webSocket } from "../network/socket";

/**
 * Have `further` called with the number of the table's last answer, whenever that is another, until the function given back is
 * called.
 */
export function follow(table: string, further: (seq: number) => void, open: () => Socket = webSocket): () => void {
  const connection = new Connection(
    table,
    Object.values(holding(table)?.tokens ?? {}),
    {
      message(message) {
        if (message.type === "welcome" || message.type === "update" || message.type === "resumed") further(message.seq);
        else if (message.type === "refused" && message.id === null) connection.stop(); // it will not be otherwise later
      },
      link() {},
      since: () => null,
    },
    open,
  );
  connection.start();
  return () => connection.stop();
}
