// The WebSocket to a table or to the lobby. It reconnects, says hello (in the lobby: follow) on each connection, and sends
// unanswered messages again under their ids, which are idempotency keys. Knows nothing of the game.

import { VERSION, type ClientMessage, type ServerMessage, type Since } from "../protocol";
import type { Sent } from "../play/state";
import { parse } from "../board/view";

/** The part of a WebSocket that is used. */
export interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { readonly data: string }) => void) | null;
  onclose: ((event: never) => void) | null;
  send(frame: string): void;
  close(): void;
}

/** Opens a socket to a table; null for the lobby. */
export type Open = (table: string | null) => Socket;

export interface ConnectionEvents {
  message(message: ServerMessage): void;
  link(link: "connecting" | "open" | "offline"): void;
  /** The position the page has, so that the server sends only what is new; null for none. */
  since(): Since | null;
}

const FIRST_WAIT = 250; // ms before the first new attempt; doubles with each
const LONGEST_WAIT = 5000;
const PING_EVERY = 4000; // ms
const SILENT_PINGS = 2; // unanswered in a row before the connection is given up
const HURRIED_PING_EVERY = 1000; // ms, while the player's own clock runs
const HURRIED_SILENT_PINGS = 1;
const QUICK_AGAIN = 30; // pings answered in time, after which a link that was given up in a hurry counts as quick again

export class Connection {
  private socket: Socket | null = null;
  private readonly unanswered = new Map<string, Sent>();
  private attempt = 0;
  private unansweredPings = 0; // counted in pings, not by a clock: timers of a hidden page may be a minute apart
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setInterval> | undefined;
  private hurried = false;
  private slow = 0; // pings to be answered in time before the link counts as quick again: it may be slow, and not silent
  private stopped = false;
  private following = false; // notices of the lobby and of the player's own tables
  private welcomed = false; // on the current socket; before it, only hello may be sent

  constructor(
    private readonly table: string | null, // null for the lobby
    private tokens: readonly string[],
    private readonly events: ConnectionEvents,
    private readonly open: Open,
  ) {}

  /** Connect, and reconnect until `stop`. */
  start(): void {
    this.stopped = false;
    clearTimeout(this.timer);
    this.unansweredPings = 0;
    const socket = this.open(this.table);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      const since = this.events.since();
      const { table, tokens } = this;
      this.write(table ? { type: "hello", version: VERSION, table, tokens, ...(since && { since }) } : { type: "follow" });
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(parse(event.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.disconnected();
    };
    this.setPingTimer();
  }

  /** Disconnect and do not reconnect. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.pingTimer);
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    socket?.close();
  }

  /** Reconnect with other seats. */
  reseat(tokens: readonly string[]): void {
    this.tokens = tokens;
    this.stop();
    this.attempt = 0;
    this.start();
  }

  /** Reconnect now, not after the waiting time: the page is visible again. */
  retryNow(): void {
    if (this.stopped || this.socket) return;
    this.attempt = 0;
    this.start();
  }

  /** The browser reports that the network is gone; the socket may not notice for long. */
  networkLost(): void {
    this.giveUp();
  }

  /** The browser reports that the network is back: reconnect, even if an earlier attempt still hangs. */
  networkBack(): void {
    if (this.stopped || this.welcomed) return;
    const hanging = this.socket;
    this.attempt = 0;
    this.start();
    hanging?.close();
  }

  /** Notice a silent server within two seconds, while the player's own clock runs. */
  hurry(on: boolean): void {
    if (on === this.hurried) return;
    this.hurried = on;
    this.unansweredPings = 0;
    if (this.socket) this.setPingTimer();
  }

  /** Send a message, and again after a reconnection until it is answered. */
  send(message: Sent): void {
    this.unanswered.set(message.id, message);
    if (this.welcomed) this.write(message);
  }

  /** Turn notices of the lobby and of one's own tables on or off, for later connections too. */
  follow(on: boolean): void {
    if (on === this.following) return;
    this.following = on;
    if (this.welcomed) this.write({ type: "follow", on });
  }

  private receive(message: ServerMessage): void {
    this.unansweredPings = 0;
    if ((message.type === "accepted" || message.type === "refused") && message.id !== null) this.unanswered.delete(message.id);
    if (!this.welcomed && /^(welcome|resumed|lobby)$/.test(message.type)) {
      this.welcomed = true;
      this.attempt = 0;
      this.events.link("open");
      this.events.message(message);
      for (const each of this.unanswered.values()) this.write(each);
      if (this.following) this.write({ type: "follow", on: true });
      return;
    }
    this.events.message(message);
    if (message.type === "refused" && !this.welcomed) this.giveUp(); // hello was refused: try again later, unless `stop` was called
  }

  private setPingTimer(): void {
    clearInterval(this.pingTimer);
    this.pingTimer = setInterval(() => this.ping(), this.hurried ? HURRIED_PING_EVERY : PING_EVERY);
  }

  private ping(): void {
    if (!this.socket) return;
    if (this.unansweredPings === 0 && this.slow > 0) this.slow -= 1;
    this.unansweredPings += 1;
    if (this.unansweredPings > this.silentPings()) {
      if (this.hurried) this.slow = QUICK_AGAIN;
      this.giveUp(); // a dead socket may never report its end
    } else if (this.welcomed) {
      this.write({ type: "ping" });
    }
  }

  /** How many pings in a row may be unanswered. Each attempt to connect in a hurry may take longer than the one before. */
  private silentPings(): number {
    if (!this.hurried) return SILENT_PINGS;
    return HURRIED_SILENT_PINGS + (this.welcomed ? Number(this.slow > 0) : this.attempt);
  }

  private giveUp(): void {
    const socket = this.socket;
    if (!socket) return;
    this.disconnected();
    socket.close();
  }

  private disconnected(): void {
    this.socket = null;
    this.welcomed = false;
    if (this.stopped) return;
    this.events.link("offline");
    const wait = Math.min(FIRST_WAIT * 2 ** this.attempt, LONGEST_WAIT) * (0.75 + Math.random() / 2);
    this.attempt += 1;
    this.timer = setTimeout(() => this.start(), wait);
  }

  private write(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }
}
