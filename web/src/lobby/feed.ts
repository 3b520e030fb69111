// Follows the changes of the lobby.

import { Connection, type Open } from "../network/connection";
import { webSocket } from "../network/socket";
import type { Lobby } from "../protocol";

export interface Follower {
  /** Some tables have changed. */
  changed(message: Lobby): void;
  /** The feed has started, again after a reconnection: fetch everything anew. */
  begun(): void;
}

/** Follow the lobby; returns the function that ends it. */
export function follow(follower: Follower, open: Open = webSocket): () => void {
  let begun = false;
  const connection = new Connection(
    null,
    [],
    {
      message(message) {
        if (message.type !== "lobby") return;
        if (begun) return follower.changed(message);
        begun = true; // the first message only confirms the subscription
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
