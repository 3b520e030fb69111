// What parts of the table are called, and what a screen reader says of a cell or a card.

import { longName } from "./tokens/playing-card";
import { mark, say, sentence, translate, type Names } from "./host";
import type { Scene, Token } from "./view";

export interface Standing {
  readonly legal: boolean;
  readonly chosen: boolean;
  readonly last: boolean;
  readonly planned?: boolean | undefined;
}

/** A cell in words: "d3, empty, you may play here". */
export function describe(scene: Scene, cell: string, token: Token | undefined, standing: Standing): string {
  return [cell, token ? tokenWords(scene, token) : translate("empty"), ...standingWords(standing)].join(", ");
}

/** A token in words: "black disc", "Q♠". */
export function tokenWords(scene: Scene, token: Token): string {
  const faces = scene.kinds[token.kind]?.faces ?? {};
  const both = `${token.owner} ${token.face}`; // "white king"
  if (faces[both]) return translate(both);
  const face = token.face ? faces[token.face] : undefined;
  if (token.face) return spoken(face?.text ?? (token.kind === "card" ? longName(token.face) : null) ?? token.face);
  const role = scene.roles.find((each) => each.name === token.owner);
  const thing = translate(token.kind.replaceAll("_", " "));
  // languages in which a word bends to what it belongs to say it otherwise
  return role ? say("{colour} {thing}", { colour: translate(role.label), thing }) : thing;
}

/** What may be done there. */
export function standingWords({ legal, chosen, last, planned = false }: Standing): readonly string[] {
  const words: string[] = [];
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

function spoken(text: string): string {
  const suit = SUITS[text.slice(-1)];
  return suit ? say("{rank} of {suit}", { rank: text.slice(0, -1), suit: translate(suit) }) : translate(text);
}

/** The owner of a part of the table by its name: the longest role that the name ends with ("hand_north_west"). */
export function namedOwner(name: string, roles: readonly string[]): string | undefined {
  return roles.filter((role) => name.endsWith(`_${role}`)).sort((one, other) => other.length - one.length)[0];
}

/** What a scene says of its parts by name. */
interface Called {
  readonly labels?: Readonly<Record<string, string>>;
  readonly owners?: Readonly<Record<string, string>>;
}

/** What a part of the table is called, with its owner, declared or the role that its name ends with: "Fleet of Ada". */
export function partName(
  name: string,
  roles: readonly string[],
  names: Names,
  { labels = {}, owners = {} }: Called = {},
): string {
  if (labels[name]) return translate(labels[name]);
  const owner = owners[name] ?? namedOwner(name, roles);
  if (owner === undefined) return translate(sentence(name));
  const thing = name.replace(new RegExp(`(_of)?_${owner}$`), "");
  return say("{thing} of {player}", { thing: translate(sentence(thing)), player: names(owner) });
}
