// The WebSocket of the server that sent this page.

import type { Socket } from "./connection";

export function webSocket(): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/ws`) as unknown as Socket;
}
