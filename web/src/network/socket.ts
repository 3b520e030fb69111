// The WebSocket of the arena this page came from.

import type { Socket } from "./connection";

export function webSocket(): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/ws`) as unknown as Socket;
}
