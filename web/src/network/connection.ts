// The page's WebSocket, to a table or to the lobby. It reconnects, says Hello (in the lobby: Follow) at each opening, and sends
// again what has not been answered, with the same id, so that nothing is lost and nothing happens twice. Knows no state of the
// game.

import { VERSION, type ClientMessage, type ServerMessage, type Since } from "../protocol";
import type { Sent } from "../play/state";
import { parse } from "../board/view";

/** The part of a WebSocket that is used here. */
export interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { readonly data: string }) => void) | null;
  onclose: ((event: never) => void) | null;
  send(frame: string): void;
  close(): void;
}

export interface Events {
  message(message: ServerMessage): void;
  link(link: "connecting" | "open" | "offline"): void;
  /** Where the page is, so that it need only be told what it has missed; null when it knows nothing yet. */
  since(): Since | null;
}

const FIRST_WAIT = 250; // ms before the first new attempt; doubles
const LONGEST_WAIT = 5000;
const PING_EVERY = 4000; // ms
const SILENT_PINGS = 2; // with so many unanswered in a row the connection is given up

export class Connection {
  private socket: Socket | null = null;
  private readonly unanswered = new Map<string, Sent>();
  private attempt = 0;
  private silent = 0; // beats since the last word of the arena; no clock, for a hidden page's beats may be a minute apart
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private stopped = false;
  private following = false; // what happens in the lobby and at one's own tables
  private welcomed = false; // on the socket there is now: before it, nothing but Hello may be said

  constructor(
    private readonly table: string | null, // null for the lobby
    private tokens: readonly string[],
    private readonly events: Events,
    private readonly open: () => Socket,
  ) {}

  /** Connect, and stay connected until `stop`. */
  start(): void {
    this.stopped = false;
    clearTimeout(this.timer);
    this.silent = 0;
    const socket = this.open();
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      const since = this.events.since();
      const { table, tokens } = this;
      this.say(table ? { type: "hello", version: VERSION, table, tokens, ...(since && { since }) } : { type: "follow" });
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(parse(event.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
    clearInterval(this.pulse);
    this.pulse = setInterval(() => this.beat(), PING_EVERY);
  }

  /** Hang up for good. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    socket?.close();
  }

  /** Hang up and come back with other seats. */
  reseat(tokens: readonly string[]): void {
    this.tokens = tokens;
    this.stop();
    this.attempt = 0;
    this.start();
  }

  /** Try now instead of after the wait: somebody looks at the page again. */
  hurry(): void {
    if (this.stopped || this.socket) return;
    this.attempt = 0;
    this.start();
  }

  /** The browser says that the network is gone: the connection is dead, though nothing may tell so for long. */
  cut(): void {
    this.giveUp();
  }

  /** The browser says that the network is back: begin anew, also where an attempt begun without it still hangs. */
  renew(): void {
    if (this.stopped || this.welcomed) return;
    const hanging = this.socket;
    this.attempt = 0;
    this.start();
    hanging?.close();
  }

  /** Send a message and keep it until it is answered; without a connection it leaves with the next one. */
  send(message: Sent): void {
    this.unanswered.set(message.id, message);
    if (this.welcomed) this.say(message);
  }

  /** Be told, or no longer, what happens in the lobby and at one's own tables; on every connection from now on. */
  follow(on: boolean): void {
    if (on === this.following) return;
    this.following = on;
    if (this.welcomed) this.say({ type: "follow", on });
  }

  private receive(message: ServerMessage): void {
    this.silent = 0;
    if ((message.type === "accepted" || message.type === "refused") && message.id !== null) this.unanswered.delete(message.id);
    if (!this.welcomed && /^(welcome|resumed|lobby)$/.test(message.type)) {
      this.welcomed = true;
      this.attempt = 0;
      this.events.link("open");
      this.events.message(message);
      for (const each of this.unanswered.values()) this.say(each);
      if (this.following) this.say({ type: "follow", on: true });
      return;
    }
    this.events.message(message);
    if (message.type === "refused" && !this.welcomed) this.giveUp(); // the hello: try again later, unless told to stop
  }

  private beat(): void {
    if (!this.socket) return;
    this.silent += 1;
    if (this.silent > SILENT_PINGS) {
      this.giveUp(); // a dead connection may never report its own end
    } else if (this.welcomed) {
      this.say({ type: "ping" });
    }
  }

  private giveUp(): void {
    const socket = this.socket;
    if (!socket) return;
    this.lost();
    socket.close();
  }

  private lost(): void {
    this.socket = null;
    this.welcomed = false;
    if (this.stopped) return;
    this.events.link("offline");
    const wait = Math.min(FIRST_WAIT * 2 ** this.attempt, LONGEST_WAIT) * (0.75 + Math.random() / 2);
    this.attempt += 1;
    this.timer = setTimeout(() => this.start(), wait);
  }

  private say(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }
}
