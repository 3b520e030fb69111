// Follows the lobby over a WebSocket that comes back: what has changed is told, and at every opening that all is to be looked
// at anew.

import type { Socket } from "../network/connection";
import type { Lobby } from "../protocol";
import { webSocket } from "../network/socket";

export interface Follower {
  /** Something has changed. */
  changed(message: Lobby): void;
  /** The feed has begun, for the first time or again: what happened before it has not told. */
  begun(): void;
}

const FIRST_WAIT = 500; // ms before the first new attempt; doubles
const LONGEST_WAIT = 30_000;

/** Follow until the function that is given back is called. */
export function follow(follower: Follower, open: () => Socket = webSocket): () => void {
  let socket: Socket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let begun = false;

  function start(): void {
    begun = false;
    const now = open();
    socket = now;
    now.onopen = () => now.send(JSON.stringify({ type: "follow" }));
    now.onmessage = ({ data }) => {
      const message = JSON.parse(data) as { readonly type: string };
      if (message.type !== "lobby") return;
      if (begun) return follower.changed(message as Lobby);
      begun = true; // the first is the answer to `follow`, and empty
      attempt = 0;
      follower.begun();
    };
    now.onclose = () => {
      if (socket !== now) return;
      socket = null;
      timer = setTimeout(start, Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT) * (0.75 + Math.random() / 2));
      attempt += 1;
    };
  }

  start();
  return () => {
    clearTimeout(timer);
    const last = socket;
    socket = null;
    last?.close();
  };
}
