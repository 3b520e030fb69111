// Follows the lobby: what has changed is told, and at every opening that all is to be looked at anew.

import { Connection, type Socket } from "../network/connection";
import { webSocket } from "../network/socket";
import type { Lobby } from "../protocol";

export interface Follower {
  /** Something has changed. */
  changed(message: Lobby): void;
  /** The feed has begun, for the first time or again: what happened before it has not told. */
  begun(): void;
}

/** Follow until the function that is given back is called. */
export function follow(follower: Follower, open: () => Socket = webSocket): () => void {
  let begun = false;
  const connection = new Connection(
    null,
    [],
    {
      message(message) {
        if (message.type !== "lobby") return;
        if (begun) return follower.changed(message);
        begun = true; // the first is the answer to `follow`, and empty
        follower.begun();
      },
      link(link) {
        if (link === "offline") begun = false;
      },
      since: () => null,
    },
    open,
  );
  connection.start();
  return () => connection.stop();
}
