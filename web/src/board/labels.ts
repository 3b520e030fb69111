// Names of containers, and the texts of cells and cards for screen readers.

import { longName } from "./tokens/playing-card";
import { mark, say, readable, translate, type Names } from "./host";
import type { Scene, Token } from "./view";

export interface PlaceStatus {
  readonly legal: boolean;
  readonly chosen: boolean;
  readonly last: boolean;
  readonly planned?: boolean | undefined;
  readonly mark?: string | undefined; // why the rules mark it
}

/** A cell in words: "d3, empty, you may play here". */
export function cellWords(scene: Scene, cell: string, token: Token | undefined, standing: PlaceStatus): string {
  return [cell, token ? tokenWords(scene, token) : translate("empty"), ...statusWords(standing)].join(", ");
}

/** A token in words: "black disc", "Q♠". */
export function tokenWords(scene: Scene, token: Token): string {
  const faces = scene.kinds[token.kind]?.faces ?? {};
  const both = `${token.owner} ${token.face}`; // "white king"
  if (faces[both]) return translate(both);
  const face = token.face ? faces[token.face] : undefined;
  if (token.face) return cardWords(face?.text ?? (token.kind === "card" ? longName(token.face) : null) ?? token.face);
  const role = scene.roles.find((each) => each.name === token.owner);
  const thing = translate(token.kind.replaceAll("_", " "));
  // a template, as in many languages the adjective agrees with the noun
  const name = role ? say("{colour} {thing}", { colour: translate(role.label), thing }) : thing;
  const text = token.owner ? faces[token.owner]?.text : undefined; // what is written on it is part of its name
  return text ? `${name}, ${text}` : name;
}

/** The status of a place in words. */
export function statusWords({ legal, chosen, last, planned = false, mark: reason }: PlaceStatus): readonly string[] {
  const words: string[] = reason ? [reason] : [];
  if (last) words.push(translate("last move"));
  if (chosen) words.push(translate("chosen"));
  if (planned) words.push(translate("marked"));
  if (legal) words.push(translate("you may play here"));
  return words;
}

const SUITS: Readonly<Record<string, string>> = {
  "♠": mark("spades"),
  "♥": mark("hearts"),
  "♦": mark("diamonds"),
  "♣": mark("clubs"),
};

function cardWords(text: string): string {
  const suit = SUITS[text.slice(-1)];
  return suit ? say("{rank} of {suit}", { rank: text.slice(0, -1), suit: translate(suit) }) : translate(text);
}

/** The owner in a container's name: the longest role that the name ends with ("hand_north_west"). */
export function namedOwner(name: string, roles: readonly string[]): string | undefined {
  return roles.filter((role) => name.endsWith(`_${role}`)).sort((one, other) => other.length - one.length)[0];
}

/** The names and owners that a scene declares. */
interface SceneNames {
  readonly labels?: Readonly<Record<string, string>>;
  readonly owners?: Readonly<Record<string, string>>;
}

/** The name of a container with its owner: "Fleet of Ada". */
export function partName(
  name: string,
  roles: readonly string[],
  names: Names,
  { labels = {}, owners = {} }: SceneNames = {},
): string {
  if (labels[name]) return translate(labels[name]);
  const owner = owners[name] ?? namedOwner(name, roles);
  if (owner === undefined) return translate(readable(name));
  const thing = name.replace(new RegExp(`(_of)?_${owner}$`), "");
  return say("{thing} of {player}", { thing: translate(readable(thing)), player: names(owner) });
}
