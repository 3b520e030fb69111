// What the engine sends for one role: its view, the scene and the events, as types; and the door they come in by.
// The client draws these and judges nothing: which moves there are is said by `View.moves`.

import type { Json, ServerMessage } from "../protocol";
import type { Several } from "../play/several";

/** A place of the table, "container:slot": a cell of a grid, or an index in a row, hand or pile. */
export type Place = string;

/** A sentence with placeholders; see text/text.ts. */
export interface Text {
  readonly text: string;
  readonly plural?: string; // how it reads for many, and the argument that counts them
  readonly count?: string;
  readonly args?: Readonly<Record<string, Arg>>;
}
export type Arg = string | number | boolean | null | readonly Arg[] | { readonly role: string } | Text;

export interface Move {
  readonly text: string; // what is sent: "play_disc(d3)"
  readonly action: string;
  readonly places: readonly Place[]; // one for each part; "" for a part that is nowhere on the table
  readonly forced: boolean; // the only one
  readonly describe: Text;
}

export interface Token {
  readonly id?: number; // a handle for drawing, this viewer's own; none in a shuffled pile
  readonly at?: string | number; // nor a place
  readonly kind: string;
  readonly owner?: string | null;
  readonly face?: string | null;
  readonly props?: Json;
  readonly level?: number; // how many lie under it on its place
  readonly down?: boolean; // lies face down for somebody
}

export interface Contents {
  readonly tokens?: readonly Token[];
  readonly known?: readonly Token[]; // of a pile: what the viewer knows of it, from the top; `at` is "top0", "top1", ...
  readonly backs?: number; // how many there are, when no more than that may be seen
}

export interface View {
  readonly game: string;
  readonly role: string;
  readonly state: string;
  readonly private?: string; // the role's own state within it, where each goes through states of their own
  readonly active: readonly string[];
  readonly over: boolean;
  readonly question: Text | null;
  readonly play_order: readonly string[];
  readonly progress: number | null;
  readonly scores: Readonly<Record<string, number>> | null;
  readonly winners: readonly string[];
  readonly stats?: Readonly<Record<string, number | Readonly<Record<string, number>>>>; // by name, those that the role may know
  readonly props: Json;
  readonly containers: Readonly<Record<string, Contents>>;
  readonly moves: readonly Move[];
  readonly several?: Several; // where several things are chosen together
}

export type Shape = "disc" | "stone" | "ring" | "cross" | "square" | "triangle" | "diamond" | "card" | "text" | "path" | "die";

export interface Face {
  readonly shape: Shape;
  readonly colour?: string | null;
  readonly text?: string | null;
  readonly path?: string | null; // SVG path data in a 100×100 box
  readonly note?: string | null; // what a card does, in small print
  readonly drawing?: string; // where the game's own drawing is
}

export interface SceneRole {
  readonly name: string;
  readonly label: string;
  readonly colour: string;
  readonly shape: Shape;
}

export interface SceneContainer {
  readonly name: string;
  readonly layout: "grid" | "row" | "hand" | "pile" | "track" | "hex" | "area";
  readonly cells?: readonly { readonly at: string; readonly x: number; readonly y: number }[]; // of six sides: their middles
  readonly hexes?: boolean; // whether the places of an area have six sides
  readonly spaces?: readonly string[]; // of a track, in order
  readonly loop?: boolean; // whether a track's last space leads to its first
  readonly rows?: number;
  readonly columns?: number;
  readonly surface?: "felt" | "wood" | "water" | "paper" | "checkered";
  readonly origin?: "top" | "bottom"; // where row 1 is
  readonly turned_for?: readonly string[]; // the roles who see it from the other side
  readonly points?: readonly string[]; // of a grid with lines of its own: the cells in which they meet, where that is not all
  readonly lines?: string; // "between" the cells, "through" their middles, or path data in cells
}

export interface Scene {
  readonly open?: boolean; // nothing is hidden from anybody
  readonly game: string;
  readonly title: string;
  readonly version: number;
  readonly options: Json;
  readonly roles: readonly SceneRole[];
  readonly containers: readonly SceneContainer[];
  readonly owners?: Readonly<Record<string, string>>; // whose a container or value is, by its name
  readonly labels?: Readonly<Record<string, string>>; // what parts of the table are called, where their names say it badly
  // what moves, as the game's notation writes it: "knight" as "N"; "king e1 g1" as "O-O"
  readonly written?: Readonly<Record<string, string>>;
  // what props say, where their value alone says it badly: "{quantity} × {face}"
  readonly says?: Readonly<Record<string, string>>;
  readonly quiet?: readonly string[]; // the props that are for programs, and not drawn
  // what the game brings for its looks
  readonly look?: { readonly css?: string; readonly svg?: string; readonly drawn?: readonly string[] };
  // what the rules count
  readonly stats?: readonly { readonly name: string; readonly text: string; readonly per: "player" | "table" }[];
  readonly counters?: readonly { readonly name: string; readonly least: number | null; readonly most: number | null }[];
  readonly kinds: Readonly<Record<string, { readonly faces: Readonly<Record<string, Face>> }>>;
}

export interface GameEvent {
  readonly seq: number;
  readonly name: string;
  readonly text: Text | null;
  readonly args: Readonly<Record<string, Arg>>;
  readonly role: string | null;
  readonly changes?: readonly Change[]; // none of events that were told before
}

/** What a part of the table was like at an event: "container:hand_west", "prop:round". */
export interface Change {
  readonly of: string;
  readonly is: unknown;
}

/** A server's message as it came over the wire; throws where it is none. */
export function parse(frame: string): ServerMessage {
  const message: unknown = JSON.parse(frame);
  if (typeof message !== "object" || message === null || !("type" in message)) {
    throw new TypeError(`not a message of the protocol, it has no type: ${frame.slice(0, 80)}`);
  }
  return message as ServerMessage;
}

/** A view as the protocol carries it (plain JSON), told apart from other JSON by what every view has. */
export function asView(json: Json): View {
  if (!("containers" in json) || !("moves" in json)) {
    throw new TypeError(`not a view: it has no containers or no moves, only ${Object.keys(json).join(", ")}`);
  }
  return json as unknown as View;
}

/** A scene as the protocol carries it. */
export function asScene(json: Json): Scene {
  if (!("containers" in json) || !("kinds" in json)) {
    throw new TypeError(`not a scene: it has no containers or no kinds, only ${Object.keys(json).join(", ")}`);
  }
  return json as unknown as Scene;
}

/** What lies in the containers, for drawing alone. */
export function asContainers(json: Json): Readonly<Record<string, Contents>> {
  return json as Readonly<Record<string, Contents>>;
}

/** A list of events as the protocol carries it. */
export function asEvents(json: readonly Json[]): readonly GameEvent[] {
  return json as unknown as readonly GameEvent[];
}
