// Follows a running round over a socket, with the seats of this browser; sends nothing but hello.

import { Connection, type Open } from "../network/connection";
import { storedTable } from "../app/local-settings";
import { webSocket } from "../network/socket";

/** Call `further` with the number of each new position; returns the function that ends it. */
export function follow(table: string, further: (seq: number) => void, open: Open = webSocket): () => void {
  const connection = new Connection(
    table,
    Object.values(storedTable(table)?.tokens ?? {}),
    {
      message(message) {
        if (message.type === "welcome" || message.type === "update" || message.type === "resumed") further(message.seq);
        else if (message.type === "refused" && message.id === null) connection.stop(); // refused for good
      },
      link() {},
      since: () => null,
    },
    open,
  );
  connection.start();
  return () => connection.stop();
}
