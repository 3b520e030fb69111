// The order in which messages change the state. An accepted answer waits for the position that comes of it, which is told at
// once, so that both are drawn together.

import type { ServerMessage } from "../protocol";
import { receive } from "./receive";
import type { State } from "./state";

/** One connection's messages. */
export class Inbox {
  private accepted: ServerMessage | null = null;

  /** The state after a message; null as long as the message waits. */
  take(state: State, message: ServerMessage): State | null {
    const { accepted } = this;
    this.accepted = message.type === "accepted" && message.seq > state.seq ? message : null;
    return this.accepted ? null : receive(accepted ? receive(state, accepted) : state, message);
  }
}
