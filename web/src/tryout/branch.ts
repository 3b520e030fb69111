// A branch of a round, behind the interface of a WebSocket, so that a tryout uses the same session and page as a table. It
// keeps the answers and asks the server for the positions (docs/protocol/rounds.md).

import { signal, type Signal } from "@preact/signals";
import { ApiError } from "../network/api";
import type { Socket } from "../network/connection";
import type { Branch, ClientMessage, Scene, ServerMessage, Table, Try, TriedAnswer, View } from "../protocol";
import { VERSION } from "../protocol";

/** The start of a branch. It is shown to one viewer, whoever is asked, so that the board keeps its orientation. */
export interface BranchRoot {
  readonly table: Table;
  readonly scene: Scene;
  readonly viewer: string;
  readonly seq: number;
  readonly name: string; // seed of the chance events
}

/** The answers so far, and whether the server says that they do not depend on chance or hidden information. */
export interface Tried {
  readonly answers: readonly TriedAnswer[];
  readonly certain: boolean;
}

export const newTried = (answers: readonly TriedAnswer[] = []): Signal<Tried> => signal({ answers, certain: true });

/** Asks the server for the position after some answers. */
export type FetchBranch = (tried: Try) => Promise<Branch>;

export class BranchSocket implements Socket {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  private asked: string | null = null; // the role that answers next
  private closed = false;

  constructor(
    private readonly root: BranchRoot,
    private readonly ask: FetchBranch,
    private readonly so = newTried(),
  ) {
    queueMicrotask(() => this.onopen?.(undefined as never));
  }

  send(frame: string): void {
    const message = JSON.parse(frame) as ClientMessage;
    if (message.type === "hello") void this.tried(null, this.answers, "welcome");
    else if (message.type === "ping") this.say({ type: "pong" });
    else if (message.type === "follow")
      this.say({ type: "lobby", tables: [], gone: [], mine: false }); // confirms; there are no notices in a branch
    else if (message.type === "play")
      void this.tried(message.id, [...this.answers, { role: this.asked ?? message.role, move: message.move }], "update");
    else if (message.type === "undo") void this.tried(message.id, this.answers.slice(0, -1), "welcome");
    else
      this.say({
        type: "refused",
        id: "id" in message ? message.id : null,
        code: "not_allowed",
        message: "here one only plays and takes back",
        seq: null,
      });
  }

  close(): void {
    this.closed = true;
  }

  private get answers(): readonly TriedAnswer[] {
    return this.so.peek().answers;
  }

  /** Replace the answers, and send the resulting position. */
  private async tried(id: string | null, answers: readonly TriedAnswer[], how: "welcome" | "update"): Promise<void> {
    const { table, scene, viewer, seq: from, name } = this.root;
    try {
      const { seq, views, events: told, certain } = await this.ask({ seq: from, answers, name });
      this.so.value = { answers, certain };
      const last = answers.at(-1);
      const undoable = last ? [last.role] : [];
      const position = {
        seq,
        views: { [viewer]: this.shown(views) },
        events: { [viewer]: told[viewer] ?? [] },
        undoable,
        standing: STANDING,
      };
      if (id !== null) this.say({ type: "accepted", id, seq });
      if (how === "update") this.say({ type: "update", ...position });
      else this.say({ type: "welcome", version: VERSION, table, scene, roles: [viewer], answered: {}, ...position });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "internal";
      this.say({ type: "refused", id, code, message: error instanceof Error ? error.message : String(error), seq: null });
    }
  }

  /** The viewer's view, with the moves of the role that is asked. */
  private shown(views: Readonly<Record<string, View>>): View {
    const { viewer } = this.root;
    const seen = views[viewer];
    if (!seen) throw new TypeError(`the branch has no view for ${viewer}`);
    this.asked = seen.active.find((role) => views[role]?.moves.length) ?? null;
    const { several: _several, ...rest } = seen;
    const asked = this.asked === null ? undefined : views[this.asked];
    return { ...rest, moves: asked?.moves ?? [], ...(asked?.several !== undefined && { several: asked.several }) };
  }

  private say(message: ServerMessage): void {
    if (!this.closed) this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const STANDING = { begun: true, clocks: {}, offers: [], departed: {}, away: [], outcome: null };
