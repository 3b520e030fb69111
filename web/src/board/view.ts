// What the engine says of a game, under the page's own names; protocol.ts has the types, generated from the server's structs.
// The client draws these and judges nothing: which moves there are is said by `View.moves`.

import type { Face as Drawn, SceneRole, ServerMessage, TokenView as Token, View } from "../protocol";

export type {
  Arg,
  Change,
  ContainerView as Contents,
  GameEvent,
  LegalMove as Move,
  Scene,
  SceneContainer,
  SceneRole,
  Several,
  Text,
  TokenView as Token,
  View,
} from "../protocol";

/** A place of the table, "container:slot": a cell of a grid, or an index in a row, hand or pile. */
export type Place = string;

/** A face as the page draws it. */
export interface Face extends Omit<Drawn, "colour" | "note"> {
  readonly colour?: string | null;
  readonly note?: string | null;
  readonly drawing?: string; // where the game's own drawing of it is
}

export type Shape = SceneRole["shape"];

/** A server's message as it came over the wire; throws where it is none. */
export function parse(frame: string): ServerMessage {
  const message: unknown = JSON.parse(frame);
  if (typeof message !== "object" || message === null || !("type" in message)) {
    throw new TypeError(`not a message of the protocol, it has no type: ${frame.slice(0, 80)}`);
  }
  return message as ServerMessage;
}

/** What lies at a place: one thing, or several of a stack or a space. */
export function tokensAt(view: View, place: Place): readonly Token[] {
  const at = place.slice(place.indexOf(":") + 1);
  const { tokens = [], known = [] } = view.containers[place.split(":", 1)[0] ?? ""] ?? {};
  return [...tokens, ...known].filter((token) => String(token.at) === at || String(token.at).startsWith(`${at}.`));
}
