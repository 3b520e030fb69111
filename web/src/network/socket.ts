// The WebSocket of the server that sent this page. Its address names the table, for a balancer in front of several nodes.

import type { Socket } from "./connection";

export function webSocket(table: string | null): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const query = table === null ? "" : `?table=${encodeURIComponent(table)}`;
  return new WebSocket(`${scheme}//${location.host}/ws${query}`) as unknown as Socket;
}
