// The engine's types under the board's own names; protocol.ts is generated from the server's structs. The client knows no
// rules: the legal moves are in `View.moves`.

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
  SceneSheet,
  Several,
  Text,
  TokenView as Token,
  View,
} from "../protocol";

/** A place of the table, "container:slot": a cell of a grid, or an index in a row, hand or pile. */
export type Place = string;

/** A face as it is drawn. */
export interface Face extends Omit<Drawn, "colour" | "note"> {
  readonly colour?: string | null;
  readonly note?: string | null;
  readonly drawing?: string; // address of the game's own drawing
}

export type TokenShape = SceneRole["shape"];

/** A server's message; throws for anything else. */
export function parse(frame: string): ServerMessage {
  const message: unknown = JSON.parse(frame);
  if (typeof message !== "object" || message === null || !("type" in message)) {
    throw new TypeError(`not a message of the protocol, it has no type: ${frame.slice(0, 80)}`);
  }
  return message as ServerMessage;
}

/** The tokens at a place; several on a stack or a space. */
export function tokensAt(view: View, place: Place): readonly Token[] {
  const at = place.slice(place.indexOf(":") + 1);
  const { tokens = [], known = [] } = view.containers[place.split(":", 1)[0] ?? ""] ?? {};
  return [...tokens, ...known].filter((token) => String(token.at) === at || String(token.at).startsWith(`${at}.`));
}
