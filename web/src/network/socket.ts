// The socket of a page: a WebSocket of the server that sent it, or one of the arena in this browser. The address of a WebSocket
// names the table, for a balancer in front of several nodes.

import { isLocal } from "../app/address";
import type { Socket } from "./connection";
import { localSocket } from "./local-arena";

export function webSocket(table: string | null): Socket {
  if (isLocal()) return localSocket();
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const query = table === null ? "" : `?table=${encodeURIComponent(table)}`;
  return new WebSocket(`${scheme}//${location.host}/ws${query}`) as unknown as Socket;
}
